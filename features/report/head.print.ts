import "server-only";
import type { PdfFigure } from "@/lib/pdf/document";
import { formatNumber } from "@/lib/units/format";
import { overallOf } from "./content.rules";
import type { ReportContent } from "./report.schema";
import { REPORT_TYPE_RULES } from "./sections.rules";
import { type TransportWords, transportFigures } from "./transport.print";
import { type VerificationWords, verificationFigures } from "./verification.print";

type Words = (key: string, values?: Record<string, string | number>) => string;

const NAMES_PRINTED = 6;

/** What it is about: the carriers, or the lots. */
export function subjectOf({ type, carriers, lots = [] }: ReportContent, t: Words): string {
  const isOnLots = REPORT_TYPE_RULES[type].about === "lots";
  const all = isOnLots ? lots.map(({ product, number }) => `${product} ${number}`) : carriers.map(({ name }) => name);
  const shown = all.slice(0, NAMES_PRINTED).join(", ");
  const rest = all.length - NAMES_PRINTED;
  const names = rest > 0 ? t("print.andMore", { names: shown, count: rest }) : shown;
  return t(isOnLots ? "print.lots" : "print.points", { count: all.length, names });
}

/** The key figures over all probes, each with how it is computed. */
export function figuresOf(
  content: ReportContent,
  {
    t,
    percent,
    words,
    mapped,
  }: { t: Words; percent: (rate: number | null) => string; words: TransportWords; mapped: VerificationWords },
): PdfFigure[] {
  const { locale } = words;
  const all = overallOf(content);
  const has = (name: string) => content.sections.includes(name as never);
  return [
    ...(content.verification ? verificationFigures(content.verification, mapped) : []),
    ...(content.transport ? transportFigures(content.transport, words) : []),
    ...(content.lots
      ? [
          { label: t("figure.lots"), value: formatNumber(all.lots, locale) },
          {
            label: t("figure.notUsable"),
            value: formatNumber(all.notUsable, locale),
            ...(all.notUsable > 0 && { ink: "critical" as const }),
          },
        ]
      : []),
    { label: t("figure.points"), value: formatNumber(content.carriers.length, locale) },
    ...(content.probes.length > 0
      ? [
          { label: t("figure.passRate"), value: percent(all.passRate), note: t("formula.passRate.formula") },
          {
            label: t("figure.completeness"),
            value: percent(all.completeness),
            note: t("formula.completeness.formula"),
          },
          { label: t("figure.readings"), value: formatNumber(all.readings, locale) },
        ]
      : []),
    ...(has("excursions")
      ? [
          {
            label: t("figure.excursions"),
            value: formatNumber(all.excursions, locale),
            ...(all.excursions > 0 && { ink: "critical" as const }),
          },
        ]
      : []),
    ...(has("calibration")
      ? [
          {
            label: t("figure.lapsed"),
            value: formatNumber(all.lapsed, locale),
            ...(all.lapsed > 0 && { ink: "critical" as const }),
          },
          ...(all.uncalibrated > 0
            ? [
                {
                  label: t("print.uncalibrated"),
                  value: formatNumber(all.uncalibrated, locale),
                  ink: "critical" as const,
                },
              ]
            : []),
        ]
      : []),
  ];
}
