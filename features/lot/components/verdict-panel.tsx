import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_SOFT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import type { Outcome } from "../lot.schema";
import { OUTCOME_TONE } from "./outcome-badge";

/** The answer, to be read in five seconds: whether the lot may be used, why, and what to do. */
export function VerdictPanel({ outcome }: { outcome: Outcome }) {
  const t = useTranslations("lot");
  const { state, by, reasons } = outcome;
  const tone = OUTCOME_TONE[state];
  return (
    <section
      aria-labelledby="verdict"
      data-verdict={state}
      className={cn("flex flex-wrap items-start gap-x-5 gap-y-3 rounded-lg border p-5 max-sm:p-4", TONE_SOFT[tone])}
    >
      <ToneIcon tone={tone} className="size-12 max-sm:size-9" />
      <div className="min-w-0 flex-1 basis-56">
        <h3 id="verdict" className="font-semibold text-3xl leading-tight max-sm:text-2xl">
          {t(`state.${state}`)}
        </h3>
        {reasons.length > 0 && (
          <ul className="mt-2 flex flex-col gap-0.5 text-base text-foreground">
            {reasons.map((reason) => (
              <li key={reason} className="text-pretty font-medium">
                {t(`reason.${reason}`)}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-2 text-pretty text-foreground text-sm">{t(`advice.${state}`)}</p>
        <p className="mt-1 text-muted-foreground text-xs">{t(`by.${by}`)}</p>
      </div>
    </section>
  );
}
