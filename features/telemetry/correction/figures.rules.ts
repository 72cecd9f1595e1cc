import { formatNumber, unitOf } from "@/lib/units/format";
import type { InvalidRuleDto } from "./invalid.schema";

type Text = (key: string, values: Record<string, string>) => string;

/** What a rule matches, in one line with its unit, `= -127, 85 °C`; `t` has the messages `invalidRule.figure`. */
export function figureText(t: Text, locale: string, rule: InvalidRuleDto): string {
  const { kind, measure, faultValues, minimum, maximum, ratePerMinute } = rule;
  const unit = unitOf(measure);
  const number = (value: number | null) => formatNumber(value, locale, 0, 4);
  const text = (value: number | null) => (unit ? `${number(value)} ${unit}` : number(value));
  if (kind === "jump") return t("rate", { value: text(ratePerMinute) });
  if (kind === "fault-value") {
    const values = faultValues.map(number).join(", ");
    return t("values", { values: unit ? `${values} ${unit}` : values });
  }
  if (minimum === null) return t("above", { value: text(maximum) });
  if (maximum === null) return t("below", { value: text(minimum) });
  return t("either", { minimum: text(minimum), maximum: text(maximum) });
}
