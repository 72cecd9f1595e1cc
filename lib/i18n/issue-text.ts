import type { Issue } from "@/lib/errors";

/** A translator of the namespace `error`. */
export type ErrorTexts = {
  (key: never, values?: never): string;
  has: (key: never) => boolean;
};

type Texts = ((key: string, values?: Record<string, string | number>) => string) & { has: (key: string) => boolean };

/** The text of an issue: that of its rule, or of the error that it is named after. */
export function issueText(texts: ErrorTexts, { rule, limit, unit, names }: Issue): string {
  const t = texts as unknown as Texts;
  const key = unit && t.has(`rule.${rule}_${unit}`) ? `${rule}_${unit}` : rule;
  if (t.has(`rule.${key}`)) return t(`rule.${key}`, { limit: limit ?? 0, names: names ?? "" });
  return t.has(rule) ? t(rule) : t("rule.custom");
}
