"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Part } from "@/components/layout/part";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { formatDuration } from "@/lib/datetime/format";
import { formatDifference, formatNumber, formatReading, NO_VALUE } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import {
  type Figures,
  type Reason,
  VERIFIED_MEASURES,
  type VerificationResult,
  type VerifiedMeasure,
} from "../result.schema";
import type { TaskDetailDto } from "../task.schema";
import { VerdictBadge } from "./badges";

type PartsProps = { result: VerificationResult; task: TaskDetailDto; now: number; timeZone: string };
const MINUTE_MS = 60_000;
const GAPS_SHOWN = 12;

/** How values of the result are written. */
export function useResultText() {
  const locale = useValueLocale();
  return {
    locale,
    value: (value: number | null | undefined, measure: VerifiedMeasure) =>
      formatReading(value ?? null, measure, locale, [2]).text,
    /** A distance between two values. */
    distance: (value: number | null | undefined, measure: VerifiedMeasure) =>
      formatDifference(value ?? null, measure, locale, [2]).text,
    signed: (value: number | null | undefined, measure: VerifiedMeasure) =>
      value == null ? NO_VALUE : `${value > 0 ? "+" : ""}${formatDifference(value, measure, locale, [2]).text}`,
    minutes: (minutes: number) => formatDuration(minutes * MINUTE_MS, locale),
  };
}

/** What follows from a record: the verdict, the figures, the tests, the points and what is missing. */
export function ResultParts(props: PartsProps) {
  const t = useTranslations("verification");
  const { result, task } = props;
  return (
    <>
      <Part title={t("section.result")} aside={<VerdictBadge verdict={result.verdict} />}>
        <Summary {...props} />
      </Part>
      {(result.tests.length > 0 || task.tests.length > 0) && (
        <Part title={t("section.tests")}>
          <Tests {...props} />
        </Part>
      )}
      <Part title={t("section.points")}>
        <Points {...props} />
      </Part>
    </>
  );
}

function useReasonText(): (reason: Reason) => string {
  const t = useTranslations("verification");
  const { value, locale } = useResultText();
  return (reason) => {
    if (reason.reason === "gaps")
      return t("reason.gaps", { percent: formatNumber(reason.percent, locale, 1), limit: String(reason.limit) });
    if (reason.reason === "notReached") return t("reason.notReached");
    if (reason.reason === "noTest") return t("reason.noTest", { test: t(`test.${reason.test}`) });
    const { measure, label, limit } = reason;
    return t(`reason.${reason.reason}`, { label, value: value(reason.value, measure), limit: value(limit, measure) });
  };
}

function Summary({ result, now, timeZone }: PartsProps) {
  const t = useTranslations("verification");
  const text = useResultText();
  const reasonText = useReasonText();
  const { worst, reached, missingPercent } = result;
  const answer = worst?.isPermanentWorst == null ? "unknown" : worst.isPermanentWorst ? "yes" : "no";
  return (
    <div className="flex flex-col gap-3 text-sm">
      {result.reasons.length > 0 && (
        <ul className="list-disc pl-5">
          {result.reasons.map((reason) => (
            <li key={reasonText(reason)}>{reasonText(reason)}</li>
          ))}
        </ul>
      )}
      <FiguresTable {...{ result, now, timeZone }} />
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Fact term={t("figure.reached")}>
          {reached ? (
            <>
              {text.minutes(reached.minutes)} (<Instant at={reached.at} {...{ now, timeZone }} />)
            </>
          ) : (
            t("reason.notReached")
          )}
        </Fact>
        <Fact term={t("figure.missing")}>{formatNumber(missingPercent, text.locale, 1)} %</Fact>
        {worst && (
          <Fact term={t("figure.permanentWorst")}>
            <StateBadge tone={answer === "yes" ? "normal" : "warning"} plain>
              {t(`answer.${answer}`)}
            </StateBadge>
            <p className="text-muted-foreground text-xs">
              {t(`worst.${answer}`, {
                label: worst.label,
                distance: text.distance(worst.distance, "temperature"),
                permanent: worst.permanent?.label ?? "",
                own: text.distance(worst.permanent?.distance, "temperature"),
              })}
            </p>
          </Fact>
        )}
      </dl>
      {result.gaps.length > 0 && (
        <details>
          <summary className="cursor-pointer text-warning">{t("gaps", { count: result.gaps.length })}</summary>
          <ul className="mt-1 flex flex-col gap-0.5 tabular-nums">
            {result.gaps.slice(0, GAPS_SHOWN).map(({ label, measure, from, to }) => (
              <li key={`${label} ${measure} ${from}`}>
                {label} · {t(`measure.${measure}`)}: <Instant at={from} {...{ now, timeZone }} /> –{" "}
                <Instant at={to} {...{ now, timeZone }} /> ({formatDuration(to - from, text.locale)})
              </li>
            ))}
            {result.gaps.length > GAPS_SHOWN && <li>{t("moreGaps", { count: result.gaps.length - GAPS_SHOWN })}</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted-foreground text-xs">{term}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);

const FIGURES = ["deviationMaximum", "deviationMinimum", "fluctuation", "uniformity", "hottest", "coldest"] as const;

function FiguresTable({ result, now, timeZone }: Omit<PartsProps, "task">) {
  const t = useTranslations("verification");
  const text = useResultText();
  const rows = VERIFIED_MEASURES.flatMap((measure) => {
    const own = result[measure];
    return own
      ? (["whole", "steady"] as const).flatMap((span) =>
          own[span] ? [{ measure, span, figures: own[span] as Figures }] : [],
        )
      : [];
  });
  return (
    <Table className="whitespace-nowrap">
      <TableHead>
        <TableRow>
          <TableHeaderCell>{t("field.measure")}</TableHeaderCell>
          {FIGURES.map((name) => (
            <TableHeaderCell
              key={name}
              className="text-right"
              title={t(`formula.${name.startsWith("dev") ? "deviation" : name}`)}
            >
              {t(`figure.${name}`)}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ measure, span, figures }) => (
          <TableRow key={`${measure} ${span}`}>
            <TableCell>
              {t(`measure.${measure}`)}
              <span className="block text-muted-foreground text-xs">{t(`span.${span}`)}</span>
            </TableCell>
            <TableCell className="text-right">{text.signed(figures.deviationMaximum, measure)}</TableCell>
            <TableCell className="text-right">{text.signed(figures.deviationMinimum, measure)}</TableCell>
            <TableCell className="text-right">± {text.distance(figures.fluctuation, measure)}</TableCell>
            <TableCell className="text-right">{text.distance(figures.uniformity, measure)}</TableCell>
            {(["hottest", "coldest"] as const).map((name) => (
              <TableCell key={name} className="text-right">
                {figures[name].label}: {text.value(figures[name].value, measure)}
                <Instant at={figures[name].at} {...{ now, timeZone }} className="block text-muted-foreground text-xs" />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Tests({ result: { tests }, now, timeZone }: PartsProps) {
  const t = useTranslations("verification");
  const text = useResultText();
  const at = (instant: number | null) => (instant === null ? "–" : <Instant at={instant} {...{ now, timeZone }} />);
  if (tests.length === 0) return <p className="text-muted-foreground text-sm">{t("noTests")}</p>;
  return (
    <Table className="whitespace-nowrap">
      <TableHead>
        <TableRow>
          {["test", "from", "to", "minutesToLimit", "backAt"].map((name) => (
            <TableHeaderCell key={name}>{t(`field.${name}`)}</TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {tests.map(({ test, source, from, to, limit, watchedMinutes, backAt }) => (
          <TableRow key={`${test} ${from}`}>
            <TableCell>
              {t(`test.${test}`)}
              <span className="block text-muted-foreground text-xs">{t(`source.${source}`)}</span>
            </TableCell>
            <TableCell>{at(from)}</TableCell>
            <TableCell>{at(to)}</TableCell>
            <TableCell>
              {limit
                ? `${text.minutes(limit.minutes)} (${limit.label})`
                : t("withinFor", { duration: text.minutes(watchedMinutes) })}
            </TableCell>
            <TableCell>{at(backAt)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Points({ result }: PartsProps) {
  const t = useTranslations("verification");
  const text = useResultText();
  const hasHumidity = result.humidity !== null;
  return (
    <div className="flex flex-col gap-4">
      <Table className="whitespace-nowrap">
        <TableHead>
          <TableRow>
            {["label", "pointClass", "device"].map((name) => (
              <TableHeaderCell key={name}>{t(`field.${name}`)}</TableHeaderCell>
            ))}
            {["lowest", "mean", "highest"].map((name) => (
              <TableHeaderCell key={name} className="text-right">
                {t(`field.${name}`)}
              </TableHeaderCell>
            ))}
            {hasHumidity && <TableHeaderCell className="text-right">{t("measure.humidity")}</TableHeaderCell>}
            <TableHeaderCell className="text-right">{t("field.missing")}</TableHeaderCell>
            <TableHeaderCell title={t("span.steady")}>{t("field.within")}</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {result.points.map(({ id, label, pointClass, device, temperature, humidity }) => (
            <TableRow key={id}>
              <TableCell>{label}</TableCell>
              <TableCell>{t(`class.${pointClass}`)}</TableCell>
              <TableCell>{device || "–"}</TableCell>
              <TableCell className="text-right">{text.value(temperature?.minimum, "temperature")}</TableCell>
              <TableCell className="text-right">{text.value(temperature?.mean, "temperature")}</TableCell>
              <TableCell className="text-right">{text.value(temperature?.maximum, "temperature")}</TableCell>
              {hasHumidity && (
                <TableCell className="text-right">
                  {humidity
                    ? `${text.value(humidity.minimum, "humidity")} … ${text.value(humidity.maximum, "humidity")}`
                    : "–"}
                </TableCell>
              )}
              <TableCell className="text-right">
                {temperature ? formatNumber(temperature.missing, text.locale) : "–"}
              </TableCell>
              <TableCell>
                {pointClass === "outside" || !temperature ? (
                  "–"
                ) : (
                  <StateBadge tone={temperature.isWithin ? "normal" : "critical"} plain>
                    {t(temperature.isWithin ? "answer.yes" : "answer.no")}
                  </StateBadge>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {result.permanent.length > 0 && (
        <div>
          <h3 className="mb-1 font-medium text-sm">{t("section.permanent")}</h3>
          <Table className="whitespace-nowrap">
            <TableHead>
              <TableRow>
                {["device", "label"].map((name) => (
                  <TableHeaderCell key={name}>{t(`field.${name}`)}</TableHeaderCell>
                ))}
                {["compared", "meanDifference", "greatestDifference"].map((name) => (
                  <TableHeaderCell key={name} className="text-right">
                    {t(`field.${name}`)}
                  </TableHeaderCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {result.permanent.map((one) => (
                <TableRow key={one.label}>
                  <TableCell>{one.device}</TableCell>
                  <TableCell>{one.label}</TableCell>
                  <TableCell className="text-right">{formatNumber(one.compared, text.locale)}</TableCell>
                  <TableCell className="text-right">{text.signed(one.meanDifference, "temperature")}</TableCell>
                  <TableCell className="text-right">{text.signed(one.greatestDifference, "temperature")}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
    </div>
  );
}
