import { formatDuration } from "@/lib/datetime/format";
import { formatNumber, formatReading, NO_VALUE, unitOf } from "@/lib/units/format";
import { formatLimit, formatRange } from "@/lib/units/format-range";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { BudgetRow, Verdict } from "./verdict.rules";

// The arithmetic of a verdict in words, for screens and documents; `t` has the messages `lot.detail`.

type Words = (key: string, values?: Record<string, string | number>) => string;

/** A limit in °C, written with the unit of the locale. */
export const limitText = (celsius: number, locale: ValueLocale): string => {
  const text = formatLimit(celsius, "temperature", locale);
  return `${text} ${unitOf("temperature", locale)}`;
};

/** A duration in minutes and longer units; never seconds where minutes count. */
export const minutesText = (ms: number, locale: string): string =>
  ms === 0 ? "0" : formatDuration(ms < 60_000 ? ms : Math.round(ms / 60_000) * 60_000, locale);

/** The temperatures of a row of the budget. */
export function rangeTextOf({ from, to }: Pick<BudgetRow, "from" | "to">, t: Words, locale: string): string {
  if (from === null) return t("below", { limit: limitText(to ?? 0, locale) });
  if (to === null) return t("above", { limit: limitText(from, locale) });
  return formatRange({ measure: "temperature", minimum: from, maximum: to }, locale);
}

/** How often and how far it was frozen; null for a product without a freeze limit. */
export function freezingText(
  { limit, events }: { limit: number | null; events: readonly { extreme: number }[] },
  t: Words,
  locale: string,
): string | null {
  if (limit === null) return null;
  if (events.length === 0) return t("frozenNone", { limit: limitText(limit, locale) });
  const extreme = limitText(Math.min(...events.map((event) => event.extreme)), locale);
  return t("frozenCount", { count: events.length, limit: limitText(limit, locale), extreme });
}

/** How long nobody measured. */
export function unobservedText(unobserved: Omit<Verdict["unobserved"], "spans">, t: Words, locale: string): string {
  const { totalMs, longMs, toleranceMs, addedBackMs } = unobserved;
  if (totalMs === 0) return t("unobservedNone");
  const [total, long, tolerance] = [totalMs, longMs, toleranceMs].map((ms) => minutesText(ms, locale)) as [
    string,
    string,
    string,
  ];
  const some = t("unobservedSome", { total, long, tolerance });
  return addedBackMs > 0 ? `${some} · ${t("addedBack", { time: minutesText(addedBackMs, locale) })}` : some;
}

/** The mean kinetic temperature of the worst window, or why there is none; `stamp` writes an instant. */
export function kineticText(
  kinetic: Verdict["kinetic"],
  stamp: (at: number) => string,
  t: Words,
  locale: string,
): string {
  if (!kinetic) return t("kineticWithin");
  const percentOf = (share: number | null) => formatNumber(Math.min(1, share ?? 0) * 100, locale, 0, 0);
  if (kinetic.state === "refused") {
    if (kinetic.why === "frozen") return t("kineticFrozen");
    return t("kineticIncomplete", { percent: percentOf(kinetic.completeness) });
  }
  const limit = kinetic.limit === null ? NO_VALUE : limitText(kinetic.limit, locale);
  const found = t("kineticFound", { value: formatReading(kinetic.celsius, "temperature", locale, [2, 2]).text, limit });
  const span = { from: stamp(kinetic.from), to: stamp(kinetic.to), percent: percentOf(kinetic.completeness) };
  return `${found} (${t("kineticWindow", span)})`;
}
