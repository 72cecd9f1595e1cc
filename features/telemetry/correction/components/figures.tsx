"use client";

import { useLocale, useTranslations } from "next-intl";
import { figureText } from "../figures.rules";
import type { InvalidRuleDto } from "../invalid.schema";

/** What a rule matches, in one line with its unit. */
export function useFigures(): (rule: InvalidRuleDto) => string {
  const t = useTranslations("invalidRule.figure");
  const locale = useLocale();
  return (rule) => figureText(t, locale, rule);
}
