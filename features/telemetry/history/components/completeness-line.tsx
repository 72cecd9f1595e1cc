"use client";

import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { SpanList } from "@/components/value/span-list";
import { formatNumber } from "@/lib/units/format";
import type { ProbeCompleteness } from "../completeness.schema";

type CompletenessLineProps = { completeness: ProbeCompleteness; timeZone: string; now: number };

/** Completeness of a probe over the range, and where records due are missing. */
export function CompletenessLine({ completeness, timeZone, now }: CompletenessLineProps) {
  const t = useTranslations("history.completeness");
  const locale = useLocale();
  const { due, missing, share, gaps } = completeness;
  if (share === null) return <span className="basis-full">{t("none")}</span>;
  // Rounded down, so that 100 % means fully observed.
  const text = t("share", { share: `${formatNumber(Math.floor(share * 10_000) / 100, locale, 0, 2)} %` });
  const summary = (
    <>
      <span className={cn("font-semibold", share < 1 || missing > 0 ? "text-warning" : "text-foreground")}>{text}</span>
      {" · "}
      {due === 0 ? t("none") : t("missing", { count: missing, due })}
    </>
  );
  if (missing === 0) return <span className="basis-full">{summary}</span>;
  return (
    <details className="basis-full">
      <summary className="w-fit underline-offset-4 hover:underline">{summary}</summary>
      {gaps.reduce((sum, gap) => sum + gap.missing, 0) < missing && (
        <p className="mt-1">{t("shown", { count: gaps.length })}</p>
      )}
      <SpanList
        spans={gaps.map(({ from, to, missing: count }) => ({ from, to, note: t("gap", { count }) }))}
        timeZone={timeZone}
        now={now}
      />
    </details>
  );
}
