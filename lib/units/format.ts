import type { Measure } from "@/db/enums";

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

const formats = new Map<string, Intl.NumberFormat>();

/** Shown where there is no value. */
export const NO_VALUE = "–";

/** The unit's symbol, empty for on/off measures. */
export function unitOf(measure: Measure): string {
  return DISPLAY[measure].unit;
}

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

/**
 * A reading split into number and unit, so that the unit can be rendered smaller; `text` is both. Values are in
 * canonical units (°C, %RH, ppm, V, dBm, %).
 */
export function formatReading(value: number | null, measure: Measure, locale: string) {
  const { unit, decimals } = DISPLAY[measure];
  const number = formatNumber(value, locale, ...decimals);
  return {
    number,
    unit: number === NO_VALUE ? "" : unit,
    text: number === NO_VALUE || !unit ? number : `${number} ${unit}`,
  };
}
