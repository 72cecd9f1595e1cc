import { useTranslations } from "next-intl";
import { formatDuration } from "@/lib/datetime/format";
import { formatDifference, formatNumber, formatReading, NO_VALUE } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { StatisticMeasure } from "../statistic.schema";

/** Percent rounded down, so that 99.97 % is not shown as 100 %; one decimal from 90 % on. */
export function percentOf(share: number): { value: number; decimals: 0 | 1 } {
  const percent = share * 100;
  const decimals = percent >= 90 && percent < 100 ? 1 : 0;
  const factor = 10 ** decimals;
  return { value: Math.floor(percent * factor + 1e-9) / factor, decimals };
}

/** How the figures of a measure are written. */
export function useFigureTexts(measure: StatisticMeasure) {
  const locale = useValueLocale();
  const t = useTranslations("statistics");
  const percent = (share: number | null): string => {
    if (share === null) return NO_VALUE;
    const { value, decimals } = percentOf(share);
    return `${formatNumber(value, locale, decimals)} %`;
  };
  return {
    percent,
    /** A difference of shares, in percentage points. */
    points: (size: number) => t("points", { size: formatNumber(size * 100, locale, 1) }),
    reading: (value: number | null) => formatReading(value, measure, locale).text,
    /** A difference of readings, also times minutes, without its unit. */
    difference: (value: number | null, decimals?: number) =>
      formatDifference(value, measure, locale, decimals === undefined ? undefined : [decimals]),
    number: (value: number | null, decimals = 0) => formatNumber(value, locale, decimals),
    duration: (seconds: number | null) => (seconds === null ? NO_VALUE : formatDuration(seconds * 1000, locale)),
  };
}
