"use client";

import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { ParameterType } from "@/db/enums";
import { formatNumber } from "@/lib/units/format";
import type { ParameterUnit } from "../parameter.rules";

type Value = { type: ParameterType; content: string; unit: ParameterUnit | null };

/** Formats contents: numbers in the locale, booleans as yes or no, texts unchanged. */
export function useContentText() {
  const t = useTranslations("parameter");
  const locale = useLocale();
  const numberOf = ({ type, content }: Pick<Value, "type" | "content">): string => {
    if (type === "boolean") return t(content === "true" ? "yes" : "no");
    return type === "text" ? content || "–" : formatNumber(Number(content), locale, 0, 2);
  };
  return {
    numberOf,
    textOf: (value: Value): string => (value.unit ? `${numberOf(value)} ${t(`unit.${value.unit}`)}` : numberOf(value)),
  };
}

/** A value with its unit in smaller and lighter type. */
export function Amount({ value, className }: { value: Value; className?: string }) {
  const t = useTranslations("parameter");
  const { numberOf } = useContentText();
  return (
    <span className={cn("inline-flex items-baseline gap-1 tabular-nums", className)}>
      <span className="line-clamp-3 min-w-0 break-words">{numberOf(value)}</span>
      {value.unit && <span className="text-muted-foreground text-xs">{t(`unit.${value.unit}`)}</span>}
    </span>
  );
}
