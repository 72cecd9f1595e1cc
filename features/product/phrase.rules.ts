import { formatDuration } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import type { Endurance } from "./product.rules";

const MINUTE_MS = 60_000;

type Words = (key: string, values?: Record<string, string | number>) => string;

/** What a product allows outside its storage range, in words; `t` has the messages `product.says`. */
export function allowedTexts(product: Endurance, t: Words, locale: string): string[] {
  const { bands, allowances, isFreezeSensitive, freezeLimit } = product;
  const celsius = (value: number) => formatNumber(value, locale, 0, 2);
  const time = (minutes: number | null) =>
    minutes === null ? t("any") : minutes === 0 ? t("never") : formatDuration(minutes * MINUTE_MS, locale);
  return [
    ...bands.map(({ from, to, minutes }) => t("band", { from: celsius(from), to: celsius(to), time: time(minutes) })),
    ...allowances.map(({ side, limit, minutes, mode }) => {
      const text = t(side, { limit: celsius(limit), time: time(minutes) });
      return mode === "single" && minutes > 0 ? t("single", { text }) : text;
    }),
    ...(isFreezeSensitive && freezeLimit !== null ? [t("freeze", { limit: celsius(freezeLimit) })] : []),
  ];
}
