import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_SOFT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import type { PrecoolingState } from "@/db/transport-enums";
import { formatDuration } from "@/lib/datetime/format";
import type { TransportDto } from "../transport.schema";

export const PRECOOLING_TONE: Record<PrecoolingState, Tone> = {
  proven: "normal",
  outside: "critical",
  unobserved: "warning",
  noProbe: "warning",
};

/** Whether the carrier was cold for long enough before loading, with the minutes that say so. */
export function PrecoolingNote({ precooling }: { precooling: NonNullable<TransportDto["precooling"]> }) {
  const t = useTranslations("transport.precooling");
  const locale = useLocale();
  const { state, requiredMinutes, withinMinutes, outsideMinutes, observedMinutes } = precooling;
  const tone = PRECOOLING_TONE[state];
  const duration = (minutes: number) => formatDuration(minutes * 60_000, locale);
  return (
    <div data-precooling={state} className={cn("flex gap-2.5 rounded-md border px-3 py-2.5", TONE_SOFT[tone])}>
      <ToneIcon tone={tone} className="mt-0.5 size-4" />
      <div className="min-w-0 text-foreground">
        <p className="font-medium">{t(state, { required: duration(requiredMinutes) })}</p>
        {state !== "noProbe" && (
          <p className="text-muted-foreground text-sm tabular-nums">
            {t("minutes", {
              within: duration(withinMinutes),
              outside: duration(outsideMinutes),
              missing: duration(Math.max(0, requiredMinutes - observedMinutes)),
            })}
          </p>
        )}
        {state !== "proven" && <p className="mt-1 text-sm">{t("anyway")}</p>}
      </div>
    </div>
  );
}
