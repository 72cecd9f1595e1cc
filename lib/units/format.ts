import type { Measure } from "@/db/enums";
import { CELSIUS, differenceToShown, toShown } from "./temperature";
import { temperatureUnitIn, type ValueLocale } from "./value-locale";

type Display = { unit: string; decimals: readonly [minimum: number, maximum: number] };

// Canonical units (contract, "Ways in"). Temperature shows one decimal unless the sensor gives a second.
const DISPLAY: Record<Measure, Display> = {
  temperature: { unit: "°C", decimals: [1, 2] },
  humidity: { unit: "%RH", decimals: [1, 2] },
  co2: { unit: "ppm", decimals: [0, 0] },
  gas: { unit: "ppm", decimals: [0, 1] },
  door: { unit: "", decimals: [0, 0] },
  power: { unit: "", decimals: [0, 0] },
  voltage: { unit: "V", decimals: [1, 2] },
  signal: { unit: "dBm", decimals: [0, 0] },
  battery: { unit: "%", decimals: [0, 0] },
};

// A tenth of °F is 0.06 K: with one decimal, a limit shows exactly what was typed.
const FAHRENHEIT: Display = { unit: "°F", decimals: [1, 1] };

const isFahrenheit = (measure: Measure, locale: ValueLocale): boolean =>
  measure === "temperature" && temperatureUnitIn(locale) !== CELSIUS;

const displayOf = (measure: Measure, locale: ValueLocale): Display =>
  isFahrenheit(measure, locale) ? FAHRENHEIT : DISPLAY[measure];

const formats = new Map<string, Intl.NumberFormat>();

/** Shown where there is no value. */
export const NO_VALUE = "–";

/** The symbol of the unit in which values are shown in this locale, empty for on/off measures. */
export function unitOf(measure: Measure, locale: ValueLocale): string {
  return displayOf(measure, locale).unit;
}

/** The symbol of the canonical unit, of what other systems read. */
export const canonicalUnitOf = (measure: Measure): string => DISPLAY[measure].unit;

/** A value in canonical units as a number in the unit that is shown, not rounded. */
export const shownValue = (value: number, measure: Measure, locale: ValueLocale): number =>
  isFahrenheit(measure, locale) ? toShown(value, "fahrenheit") : value;

/** A difference of two values in canonical units as a number in the unit that is shown, not rounded. */
const shownDifference = (value: number, measure: Measure, locale: ValueLocale): number =>
  isFahrenheit(measure, locale) ? differenceToShown(value, "fahrenheit") : value;

/**
 * A number in a locale with a minimum and maximum of decimals. The negative sign is a true minus, which is as wide as a
 * digit and is read out by screen readers; a value that rounds to zero has none. Null gives a dash.
 */
export function formatNumber(value: number | null, locale: string, minimum = 0, maximum = minimum): string {
  if (value === null || Number.isNaN(value)) return NO_VALUE;
  const key = `${locale} ${minimum} ${maximum}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
      signDisplay: "negative",
    });
    formats.set(key, format);
  }
  return format.format(value).replace("-", "\u2212");
}

/** A position, latitude first, to `digits` (WGS-84); decimal points in every locale, as a comma separates the two. */
export const formatPlace = (longitude: number, latitude: number, digits: number): string =>
  [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(digits)))).join(", ");

/** Decimals of a converted number in a file: more than any sensor resolves. */
const FILE_DECIMALS = 2;

/** A value as a number for a file, in the shown unit; null without one. */
export const shownCell = (value: number | null, measure: Measure, locale: ValueLocale): number | null =>
  value === null || !isFahrenheit(measure, locale)
    ? value
    : Number(shownValue(value, measure, locale).toFixed(FILE_DECIMALS));

/** The same for a difference. */
export const differenceCell = (value: number | null, measure: Measure, locale: ValueLocale): number | null =>
  value === null || !isFahrenheit(measure, locale)
    ? value
    : Number(shownDifference(value, measure, locale).toFixed(FILE_DECIMALS));

type Decimals = readonly [minimum: number, maximum?: number];

/** A written number and its unit, apart and together; a dash has no unit. */
export const withUnit = (number: string, unit: string) => ({
  number,
  unit: number === NO_VALUE ? "" : unit,
  text: number === NO_VALUE || !unit ? number : `${number} ${unit}`,
});

/**
 * A reading split into number and unit, so that the unit can be rendered smaller; `text` is both. Values are in
 * canonical units (°C, %RH, ppm, V, dBm, %); temperatures are shown in the unit of the locale. `decimals` replaces those
 * of the measure.
 */
export function formatReading(value: number | null, measure: Measure, locale: ValueLocale, decimals?: Decimals) {
  const { unit, decimals: usual } = displayOf(measure, locale);
  const shown = value === null ? null : shownValue(value, measure, locale);
  return withUnit(formatNumber(shown, locale, ...(decimals ?? usual)), unit);
}

/** A number that is in the shown unit already, as of an axis, split like a reading. */
export function formatShown(shown: number, measure: Measure, locale: ValueLocale) {
  const { unit, decimals } = displayOf(measure, locale);
  return withUnit(formatNumber(shown, locale, ...decimals), unit);
}

/**
 * A difference of two readings in canonical units, split like a reading: dead band, deviation, uncertainty, correction,
 * degree-minutes. `decimals` are those of the measure unless given.
 */
export function formatDifference(value: number | null, measure: Measure, locale: ValueLocale, decimals?: Decimals) {
  const { unit, decimals: usual } = displayOf(measure, locale);
  const shown = value === null ? null : shownDifference(value, measure, locale);
  return withUnit(formatNumber(shown, locale, ...(decimals ?? usual)), unit);
}
