"use client";

import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { formatNumber } from "@/lib/units/format";
import { isSampled, percentOf } from "../statistics.rules";
import type { HomeStatisticsDto } from "../statistics.schema";

/** Below these shares a figure is coloured. */
const GOOD = 0.99;
const FAIR = 0.95;

const toneOfShare = (share: number): Tone | undefined =>
  share >= GOOD ? undefined : share >= FAIR ? "warning" : "critical";

/** Formats a share as a percentage, rounded down. */
export function usePercent() {
  const locale = useLocale();
  return (share: number | null) => {
    if (share === null) return { number: "–", unit: "" };
    const { value, decimals } = percentOf(share);
    return { number: formatNumber(value, locale, decimals), unit: "%" };
  };
}

type FigureTilesProps = { statistics: HomeStatisticsDto; isCompact?: boolean };

/** Pass rate, exceptions and devices online, each as one large number. */
export function FigureTiles({ statistics, isCompact = false }: FigureTilesProps) {
  const t = useTranslations("home.statistics");
  const locale = useLocale();
  const percent = usePercent();
  const { pass, exceptions, devices, days } = statistics;
  const online = devices && devices.known > 0 ? devices.online / devices.known : null;
  const change = exceptions && exceptions.total - exceptions.before;
  return (
    <dl
      className={cn(
        "grid gap-px overflow-hidden bg-border",
        isCompact ? "grid-cols-1 @sm:grid-cols-3" : "rounded-lg border sm:grid-cols-3",
      )}
    >
      <Tile
        label={t("pass")}
        value={percent(pass.rate)}
        tone={pass.rate === null ? undefined : toneOfShare(pass.rate)}
        note={
          pass.rate === null
            ? t("notObserved")
            : isSampled(pass)
              ? t("sampled", { sampled: pass.sampled, probes: pass.probes })
              : t("passNote", { count: days })
        }
      />
      {exceptions && change !== null && (
        <Tile
          label={t("exceptions")}
          value={{ number: formatNumber(exceptions.total, locale), unit: "" }}
          note={
            change === 0
              ? t("asBefore", { count: days })
              : t(change > 0 ? "more" : "fewer", { change: Math.abs(change), count: days })
          }
        />
      )}
      {devices && (
        <Tile
          label={t("online")}
          value={percent(online)}
          tone={online === null ? undefined : toneOfShare(online)}
          note={t("onlineNote", devices)}
        />
      )}
    </dl>
  );
}

type TileProps = { label: string; value: { number: string; unit: string }; note: string; tone?: Tone | undefined };

function Tile({ label, value, note, tone }: TileProps) {
  return (
    <div className="bg-card px-4 py-3">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className={cn("font-semibold text-3xl tabular-nums leading-tight tracking-tight", tone && TONE_TEXT[tone])}>
        {value.number}
        {value.unit && <span className="ml-0.5 font-normal text-lg">{value.unit}</span>}
      </dd>
      <dd className="text-muted-foreground text-xs">{note}</dd>
    </div>
  );
}
