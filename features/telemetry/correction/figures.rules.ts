import type { Measure } from "@/db/enums";
import { unitOf, withUnit } from "@/lib/units/format";
import { formatTyped } from "@/lib/units/typed";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { InvalidRuleDto } from "./invalid.schema";

/** A fault value must be met exactly: more decimals than a limit. */
export const FAULT = { decimals: 4 };
/** A rate is a difference of two readings. */
export const RATE = { kind: "difference" } as const;

type Text = (key: string, values: Record<string, string>) => string;

/** Fault values with their unit, `-127, 85 °C`; a dash without any. */
export function faultText(values: readonly number[], measure: Measure, locale: ValueLocale): string {
  if (values.length === 0) return formatTyped(null, measure, locale).text;
  const numbers = values.map((value) => formatTyped(value, measure, locale, FAULT).number);
  return withUnit(numbers.join(", "), unitOf(measure, locale)).text;
}

/** What a rule matches, in one line with its unit, `= -127, 85 °C`; `t` has the messages `invalidRule.figure`. */
export function figureText(t: Text, locale: ValueLocale, rule: InvalidRuleDto): string {
  const { kind, measure, faultValues, minimum, maximum, ratePerMinute } = rule;
  const text = (value: number | null) => formatTyped(value, measure, locale).text;
  if (kind === "jump") return t("rate", { value: formatTyped(ratePerMinute, measure, locale, RATE).text });
  if (kind === "fault-value") return t("values", { values: faultText(faultValues, measure, locale) });
  if (minimum === null) return t("above", { value: text(maximum) });
  if (maximum === null) return t("below", { value: text(minimum) });
  return t("either", { minimum: text(minimum), maximum: text(maximum) });
}

type Figures = Pick<InvalidRuleDto, "measure">;

/** How the form writes each figure beside those of others; `perMinute` writes the unit of a rate. */
export function writtenFigures(perMinute: (unit: string) => string, locale: ValueLocale) {
  const limit = (value: number | null, { measure }: Figures) => formatTyped(value, measure, locale).text;
  return {
    faultValues: (values: readonly number[], { measure }: Figures) => faultText(values, measure, locale),
    minimum: limit,
    maximum: limit,
    ratePerMinute(value: number | null, { measure }: Figures) {
      const { number, unit } = formatTyped(value, measure, locale, RATE);
      return unit ? withUnit(number, perMinute(unit)).text : number;
    },
  };
}
