import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_SOFT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatNumber } from "@/lib/units/format";
import type { MonitoringSummary } from "../../monitoring/monitoring.schema";
import { type Verdict, verdictOf } from "../rules";

const TONE: Record<Verdict, Tone> = { abnormal: "critical", silent: "warning", well: "normal", empty: "offline" };

/** The overall state in one word, readable across the room, with the counts that it is based on. */
export function WallVerdict({ summary, isKnown }: { summary: MonitoringSummary; isKnown: boolean }) {
  const t = useTranslations("overview.verdict");
  const locale = useLocale();
  const verdict = verdictOf(summary);
  const count = verdict === "abnormal" ? summary.abnormal : verdict === "silent" ? summary.offline : summary.normal;
  const others = (["offline", "unknown", "stopped", "silenced"] as const).filter(
    (name) => summary[name] > 0 && !(verdict === "silent" && name === "offline"),
  );
  return (
    <div
      role="status"
      data-verdict={isKnown ? verdict : "unknown"}
      className={cn(
        "flex shrink-0 flex-wrap items-center gap-x-[2.4vmin] gap-y-1 rounded-lg border-2 px-[2.4vmin] py-[1.6vmin]",
        TONE_SOFT[isKnown ? TONE[verdict] : "offline"],
      )}
    >
      <ToneIcon tone={isKnown ? TONE[verdict] : "offline"} className="size-[max(32px,9vmin)]" />
      {/* On a phone the counts are below the word, which would otherwise be squeezed. */}
      <p className="min-w-0 flex-1 font-bold max-sm:basis-48 text-[max(26px,7.5vmin)] leading-none tracking-tight">
        {isKnown ? t(verdict, { count }) : t("unknown")}
      </p>
      <ul className="flex flex-wrap gap-x-[2.4vmin] text-[max(14px,2.4vmin)] tabular-nums">
        <li>
          {t.rich("normal", {
            count: formatNumber(summary.normal, locale),
            total: formatNumber(summary.total, locale),
            strong: (chunks) => <strong>{chunks}</strong>,
          })}
        </li>
        {others.map((name) => (
          <li key={name}>{t(`count.${name}`, { count: summary[name] })}</li>
        ))}
      </ul>
    </div>
  );
}
