import { formatDifference, formatReading, unitOf } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { InvalidRuleDto } from "./invalid.schema";

type Text = (key: string, values: Record<string, string>) => string;

/** What a rule matches, in one line with its unit, `= -127, 85 °C`; `t` has the messages `invalidRule.figure`. */
export function figureText(t: Text, locale: ValueLocale, rule: InvalidRuleDto): string {
  const { kind, measure, faultValues, minimum, maximum, ratePerMinute } = rule;
  const unit = unitOf(measure, locale);
  const number = (value: number | null) => formatReading(value, measure, locale, [0, 4]).number;
  const text = (value: number | null) => formatReading(value, measure, locale, [0, 4]).text;
  if (kind === "jump") return t("rate", { value: formatDifference(ratePerMinute, measure, locale, [0, 4]).text });
  if (kind === "fault-value") {
    const values = faultValues.map(number).join(", ");
    return t("values", { values: unit ? `${values} ${unit}` : values });
  }
  if (minimum === null) return t("above", { value: text(maximum) });
  if (maximum === null) return t("below", { value: text(minimum) });
  return t("either", { minimum: text(minimum), maximum: text(maximum) });
}
