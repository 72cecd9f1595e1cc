import type { Measure } from "@/db/enums";
import type { Issue } from "@/lib/errors";
import { boundsOf } from "@/lib/units/limits";
import { formatTyped } from "@/lib/units/typed";
import { temperatureUnitIn, type ValueLocale } from "@/lib/units/value-locale";

/** A translator of the namespace `error`. */
export type ErrorTexts = {
  (key: never, values?: never): string;
  has: (key: never) => boolean;
};

type Texts = ((key: string, values?: Record<string, string | number>) => string) & { has: (key: string) => boolean };

/** The measure of the rules that name the permitted limits of a measure. */
const MEASURE_OF: Readonly<Record<string, Measure>> = {
  temperatureSetting: "temperature",
  humiditySetting: "humidity",
};

/** The permitted limits that a rule names, in the unit of the locale. */
function boundTexts(rule: string, locale: ValueLocale) {
  const measure = MEASURE_OF[rule];
  if (!measure) return undefined;
  const { minimum, maximum } = boundsOf(measure);
  return { minimum: formatTyped(minimum, measure, locale).number, maximum: formatTyped(maximum, measure, locale).text };
}

/**
 * The text of an issue: that of its rule, or of the error that it is named after. Figures are written in the unit of
 * the locale, which is that of the form.
 */
export function issueText(texts: ErrorTexts, issue: Issue, locale: ValueLocale): string {
  const { rule, limit = 0, unit, figure, names = "" } = issue;
  const t = texts as unknown as Texts;
  const bounds = boundTexts(rule, locale);
  const variant = bounds ? temperatureUnitIn(locale) : figure ? "figure" : unit;
  const key = variant && t.has(`rule.${rule}_${variant}`) ? `${rule}_${variant}` : rule;
  const bound = figure ? formatTyped(limit, figure.measure, locale, figure).text : limit;
  if (t.has(`rule.${key}`)) return t(`rule.${key}`, { limit: bound, names, ...bounds });
  return t.has(rule) ? t(rule) : t("rule.custom");
}
