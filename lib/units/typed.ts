import type { Measure } from "@/db/enums";
import { shownDifference, shownValue } from "./format";
import { typedNumber } from "./limits";
import { CELSIUS, differenceFromShown, fromShown } from "./temperature";
import { temperatureUnitIn, type ValueLocale } from "./value-locale";

const unitFor = (measure: Measure, locale: ValueLocale) =>
  measure === "temperature" ? temperatureUnitIn(locale) : CELSIUS;

/** A number typed in the unit of the locale, in canonical units, with at most `decimals` if it is converted; null if empty, NaN if invalid. */
export function typedReading(
  text: FormDataEntryValue | null,
  measure: Measure,
  locale: ValueLocale,
  decimals?: number,
): number | null {
  const typed = typedNumber(text);
  return typed === null ? null : fromShown(typed, unitFor(measure, locale), decimals);
}

/** A typed difference in canonical units, with at most `decimals` if it is converted; null if empty, NaN if invalid. */
export function typedDifference(
  text: FormDataEntryValue | null,
  measure: Measure,
  locale: ValueLocale,
  decimals?: number,
): number | null {
  const typed = typedNumber(text);
  return typed === null ? null : differenceFromShown(typed, unitFor(measure, locale), decimals);
}

const TYPED_DECIMALS = 1;

const inputText = (value: number, isConverted: boolean, decimals: number): string =>
  String(isConverted ? Number(value.toFixed(decimals)) : value);

/** What a field shows for a value in canonical units: the number that was typed, with a decimal point. */
export const readingInput = (value: number | null | undefined, measure: Measure, locale: ValueLocale): string =>
  value == null
    ? ""
    : inputText(shownValue(value, measure, locale), unitFor(measure, locale) !== CELSIUS, TYPED_DECIMALS);

/** The same for a difference. `decimals` are those that a converted one has at most. */
export const differenceInput = (
  value: number | null | undefined,
  measure: Measure,
  locale: ValueLocale,
  decimals = TYPED_DECIMALS,
): string =>
  value == null
    ? ""
    : inputText(shownDifference(value, measure, locale), unitFor(measure, locale) !== CELSIUS, decimals);
