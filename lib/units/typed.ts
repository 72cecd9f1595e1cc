import type { Measure } from "@/db/enums";
import { formatNumber, unitOf, withUnit } from "./format";
import { typedNumber } from "./limits";
import { CELSIUS, differenceFromShown, differenceToShown, fromShown, STORED_DECIMALS, toShown } from "./temperature";
import { temperatureUnitIn, type ValueLocale } from "./value-locale";

/**
 * What a field has: a reading or limit, or a difference of two, which has no offset between °C and °F. `decimals` are
 * those with which a converted figure is stored.
 */
export type Figure = { kind?: "reading" | "difference"; decimals?: number };
export type MeasuredFigure = Figure & { measure: Measure };

const CONVERSION = {
  reading: { toShown, fromShown },
  difference: { toShown: differenceToShown, fromShown: differenceFromShown },
};
/** The most decimals of a written figure. */
const WRITTEN_DECIMALS = 4;

const unitFor = (measure: Measure, locale: ValueLocale) =>
  measure === "temperature" ? temperatureUnitIn(locale) : CELSIUS;

/** A number typed in the unit of the locale, in canonical units; null if empty, NaN if invalid. */
export function typedValue(
  text: FormDataEntryValue | null,
  measure: Measure,
  locale: ValueLocale,
  { kind = "reading", decimals = STORED_DECIMALS }: Figure = {},
): number | null {
  const typed = typedNumber(text);
  return typed === null ? null : CONVERSION[kind].fromShown(typed, unitFor(measure, locale), decimals);
}

/** The number to type for a stored value: the shortest that is stored as this value, so saving it changes nothing. */
function toTyped(
  value: number,
  measure: Measure,
  locale: ValueLocale,
  { kind = "reading", decimals = STORED_DECIMALS }: Figure,
): number {
  const unit = unitFor(measure, locale);
  if (unit === CELSIUS) return value;
  const shown = CONVERSION[kind].toShown(value, unit);
  const rounded = Array.from({ length: decimals }, (_, digits) => Number(shown.toFixed(digits)));
  const isStoredSo = (typed: number) => CONVERSION[kind].fromShown(typed, unit, decimals) === value;
  return rounded.find(isStoredSo) ?? Number(shown.toFixed(decimals));
}

/** What a field shows for a value in canonical units: the number that was typed, with a decimal point. */
export const inputText = (
  value: number | null | undefined,
  measure: Measure,
  locale: ValueLocale,
  figure: Figure = {},
): string => (value == null ? "" : String(toTyped(value, measure, locale, figure)));

/** The same in the digits of the locale, split like a reading: `46.4` and `°F`. */
export function formatTyped(
  value: number | null | undefined,
  measure: Measure,
  locale: ValueLocale,
  figure: Figure = {},
) {
  const typed = value == null ? null : toTyped(value, measure, locale, figure);
  return withUnit(formatNumber(typed, locale, 0, WRITTEN_DECIMALS), unitOf(measure, locale));
}
