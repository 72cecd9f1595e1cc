"use client";

import { useTranslations } from "next-intl";
import { useValueLocale } from "@/lib/units/units-context";
import { figureText } from "../figures.rules";
import type { InvalidRuleDto } from "../invalid.schema";

/** What a rule matches, in one line with its unit. */
export function useFigures(): (rule: InvalidRuleDto) => string {
  const t = useTranslations("invalidRule.figure");
  const locale = useValueLocale();
  return (rule) => figureText(t, locale, rule);
}
