import type { Measure } from "@/db/enums";
import { formatReading, NO_VALUE, unitOf } from "./format";
import type { ValueLocale } from "./value-locale";

/** Decimals of a limit: as many as were typed, one at most in °F. */
const LIMIT: readonly [number, number] = [0, 2];
const LIMIT_FAHRENHEIT: readonly [number, number] = [0, 1];

const limitDecimals = (measure: Measure, locale: ValueLocale) =>
  unitOf(measure, locale) === "°F" ? LIMIT_FAHRENHEIT : LIMIT;

/** A limit as a number in the shown unit, without needless zeros: `8`, `46.4`. */
export const formatLimit = (value: number | null, measure: Measure, locale: ValueLocale): string =>
  formatReading(value, measure, locale, limitDecimals(measure, locale)).number;

type Limits = { measure: Measure; minimum: number | null; maximum: number | null };

/** Formats limits in canonical units, temperatures in the unit of the locale: `2 – 8 °C`, `≤ 8 °C`, `≥ −25 °C`; a dash without limits. */
export function formatRange({ measure, minimum, maximum }: Limits, locale: ValueLocale): string {
  const number = (value: number) => formatLimit(value, measure, locale);
  const unit = unitOf(measure, locale);
  const written = (text: string) => (unit ? `${text} ${unit}` : text);
  if (minimum !== null && maximum !== null) return written(`${number(minimum)} – ${number(maximum)}`);
  if (maximum !== null) return written(`≤ ${number(maximum)}`);
  return minimum === null ? NO_VALUE : written(`≥ ${number(minimum)}`);
}
