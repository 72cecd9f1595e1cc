import type { Measure } from "@/db/enums";
import { formatNumber, NO_VALUE, unitOf } from "./format";

type Limits = { measure: Measure; minimum: number | null; maximum: number | null };

/** Formats limits in canonical units: `2 – 8 °C`, `≤ 8 °C`, `≥ −25 °C`; a dash without limits. */
export function formatRange({ measure, minimum, maximum }: Limits, locale: string): string {
  const number = (value: number) => formatNumber(value, locale, 0, 2);
  const unit = unitOf(measure);
  const written = (text: string) => (unit ? `${text} ${unit}` : text);
  if (minimum !== null && maximum !== null) return written(`${number(minimum)} – ${number(maximum)}`);
  if (maximum !== null) return written(`≤ ${number(maximum)}`);
  return minimum === null ? NO_VALUE : written(`≥ ${number(minimum)}`);
}
