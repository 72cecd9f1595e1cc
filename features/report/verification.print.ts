import "server-only";
import type { AbstractIntlMessages } from "next-intl";
import { createTranslator } from "use-intl/core";
import { POINT_CLASSES } from "@/db/verification-enums";
import { heatCells, pictureSize, planSvg } from "@/features/verification/heat.rules";
import type { Figures, Reason, VerifiedMeasure } from "@/features/verification/result.schema";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import type { PdfDocument, PdfFigure } from "@/lib/pdf/document";
import { formatDifference, formatNumber, formatReading, NO_VALUE } from "@/lib/units/format";
import { languageOf, type ValueLocale } from "@/lib/units/value-locale";
import { CHART, spaceChart } from "./chart.print";
import type { ReportContent, ReportSource } from "./report.schema";
import type { ReportVerification, VerificationSource } from "./verification.schema";

type Words = (key: string, values?: Record<string, string | number>) => string;

/** The texts of the sections on a verification. */
export type VerificationWords = {
  /** With the unit of the customer. */
  locale: ValueLocale;
  timeZone: string;
  t: Words;
  tTask: Words;
  short: (at: number) => string;
  stamp: (at: number) => string;
  time: (milliseconds: number) => string;
};

export function verificationWords(
  messages: AbstractIntlMessages,
  values: ValueLocale,
  timeZone: string,
): VerificationWords {
  const t = createTranslator({
    locale: languageOf(values),
    messages,
    namespace: "report" as never,
  }) as unknown as Words;
  const tTask = createTranslator({
    locale: languageOf(values),
    messages,
    namespace: "verification" as never,
  }) as unknown as Words;
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone });
  return {
    ...{ locale: values, timeZone, t, tTask, stamp },
    ...{ short: (at) => stamp(at).slice(0, 16), time: (ms) => formatDuration(ms, values) },
  };
}

type Pages = { document: PdfDocument; content: ReportContent; source: ReportSource; words: VerificationWords };

const VERDICT_INK = { passed: "normal", failed: "critical", refused: "warning" } as const;
const MINUTE_MS = 60_000;
const GAPS_LISTED = 40;

const figuresOf = ({ whole, steady }: ReportVerification["result"]["temperature"]) => steady ?? whole;
/** A difference is in the unit of the measure, with its sign. */
const signed = (value: number | null, measure: VerifiedMeasure, locale: string) =>
  value === null ? NO_VALUE : `${value > 0 ? "+" : ""}${formatDifference(value, measure, locale).text}`;
const spread = (value: number | null, measure: VerifiedMeasure, locale: string) =>
  formatDifference(value, measure, locale, [2]).text;

/** The key figures of a verification. */
export function verificationFigures({ result }: ReportVerification, words: VerificationWords): PdfFigure[] {
  const { t, tTask, locale } = words;
  const figures = figuresOf(result.temperature);
  return [
    { label: t("figure.verification"), value: tTask(`verdict.${result.verdict}`), ink: VERDICT_INK[result.verdict] },
    { label: tTask("figure.uniformity"), value: spread(figures?.uniformity ?? null, "temperature", locale) },
    {
      label: tTask("figure.fluctuation"),
      value: figures ? `± ${spread(figures.fluctuation, "temperature", locale)}` : NO_VALUE,
    },
    { label: tTask("figure.missing"), value: `${formatNumber(result.missingPercent, locale, 1)} %` },
  ];
}

/** A reason in words. */
export function reasonText(reason: Reason, { tTask, locale }: Pick<VerificationWords, "tTask" | "locale">): string {
  switch (reason.reason) {
    case "gaps": {
      const percent = formatNumber(reason.percent, locale, 1);
      return tTask("reason.gaps", { percent, limit: formatNumber(reason.limit, locale) });
    }
    case "notReached":
      return tTask("reason.notReached");
    case "noTest":
      return tTask("reason.noTest", { test: tTask(`test.${reason.test}`) });
    default: {
      const text = (value: number) => formatReading(value, reason.measure, locale).text;
      const values = { label: reason.label, value: text(reason.value), limit: text(reason.limit) };
      return tTask(`reason.${reason.reason}`, values);
    }
  }
}

/** The task, the verdict with its reasons, and the figures with their formulas. */
export async function printUniformity({ document, content, words }: Pages): Promise<void> {
  const { verification } = content;
  if (!verification) return;
  const { tTask, locale, short, time } = words;
  const { result, limits } = verification;
  document.heading(tTask("section.result"));
  document.paragraph(tTask(`verdict.${result.verdict}`), { ink: VERDICT_INK[result.verdict] });
  for (const reason of result.reasons) document.paragraph(reasonText(reason, words));
  if (result.isStoppedEarly) document.paragraph(tTask("stoppedEarly", { reason: verification.stopReason }));
  document.paragraph(factsOf(verification, words));
  if (verification.remark) document.paragraph(`${tTask("field.remark")}: ${verification.remark}`);
  const measures = limits.humidity ? (["temperature", "humidity"] as const) : (["temperature"] as const);
  const row = (measure: VerifiedMeasure, span: "whole" | "steady", one: Figures | null) =>
    one
      ? [
          [
            `${tTask(`measure.${measure}`)}\n${tTask(`span.${span}`)}`,
            signed(one.deviationMaximum, measure, locale),
            signed(one.deviationMinimum, measure, locale),
            `± ${spread(one.fluctuation, measure, locale)}`,
            spread(one.uniformity, measure, locale),
            `${one.hottest.label}: ${formatReading(one.hottest.value, measure, locale).text}\n${short(one.hottest.at)}`,
            `${one.coldest.label}: ${formatReading(one.coldest.value, measure, locale).text}\n${short(one.coldest.at)}`,
          ],
        ]
      : [];
  const right = (name: string) => ({ title: tTask(`figure.${name}`), align: "right" as const });
  await document.table(
    [
      { title: tTask("field.measure"), width: 1.5 },
      ...["deviationMaximum", "deviationMinimum", "fluctuation", "uniformity"].map(right),
      { title: tTask("figure.hottest"), width: 1.6 },
      { title: tTask("figure.coldest"), width: 1.6 },
    ],
    [
      measures.flatMap((measure) => {
        const own = result[measure];
        return own ? [...row(measure, "whole", own.whole), ...row(measure, "steady", own.steady)] : [];
      }),
    ],
  );
  document.paragraph(
    result.reached
      ? tTask("reached", { duration: time(result.reached.minutes * MINUTE_MS), at: short(result.reached.at) })
      : tTask("reason.notReached"),
  );
  await document.table(
    [{ title: tTask("figure.name") }, { title: tTask("figure.formula"), width: 3 }],
    [
      ["deviation", "fluctuation", "uniformity"].map((name) => [
        tTask(name === "deviation" ? "figure.deviation" : `figure.${name}`),
        tTask(`formula.${name}`),
      ]),
    ],
  );
}

function factsOf(task: ReportVerification, { tTask, locale, short, time }: VerificationWords): string {
  const { limits, result, space } = task;
  const limit = (measure: VerifiedMeasure) => {
    const own = limits[measure];
    if (!own) return [];
    const text = (value: number) => formatReading(value, measure, locale).text;
    const set = own.setting === null ? "" : ` (${tTask("field.setting")} ${text(own.setting)})`;
    return [`${tTask(`measure.${measure}`)}: ${text(own.minimum)} … ${text(own.maximum)}${set}`];
  };
  return [
    task.number,
    `${tTask("field.object")}: ${tTask(`object.${task.object}`)}`,
    `${tTask("field.kind")}: ${tTask(`kind.${task.kind}`)}`,
    tTask(`load.${task.load}`),
    ...limit("temperature"),
    ...limit("humidity"),
    `${tTask("field.samplingSeconds")}: ${time(task.samplingSeconds * 1000)}`,
    `${tTask("field.samplingMode")}: ${tTask(`mode.${task.samplingMode}`)}`,
    `${short(result.from)} – ${short(result.to)}`,
    space
      ? tTask("size", {
          length: formatNumber(space.lengthMetres, locale, 0, 2),
          width: formatNumber(space.widthMetres, locale, 0, 2),
          height: formatNumber(space.heightMetres, locale, 0, 2),
        })
      : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** How long the space stayed within its limits with an open door, and without power. */
export async function printTests({ document, content, words }: Pages): Promise<void> {
  const { verification } = content;
  if (!verification) return;
  const { tTask, short, time } = words;
  document.heading(tTask("section.tests"));
  const { tests } = verification.result;
  if (tests.length === 0) return document.paragraph(tTask("noTests"));
  await document.table(
    [
      { title: tTask("field.test"), width: 1.6 },
      { title: tTask("field.from"), width: 1.4 },
      { title: tTask("field.to"), width: 1.4 },
      { title: tTask("field.minutesToLimit"), width: 1.8 },
      { title: tTask("field.backAt"), width: 1.4 },
    ],
    [
      tests.map(({ test, source, from, to, limit, watchedMinutes, backAt }) => [
        `${tTask(`test.${test}`)}\n${tTask(`source.${source}`)}`,
        short(from),
        to === null ? "" : short(to),
        limit
          ? `${time(limit.minutes * MINUTE_MS)} (${limit.label})`
          : tTask("withinFor", { duration: time(watchedMinutes * MINUTE_MS) }),
        backAt === null ? "" : short(backAt),
      ]),
    ],
  );
}

/** The points with their figures, the permanent probes against their neighbours, and where the worst point is. */
export async function printPoints({ document, content, words }: Pages): Promise<void> {
  const { verification } = content;
  if (!verification) return;
  const { tTask, locale } = words;
  const { result, points, required, ruleName, ruleSource } = verification;
  document.heading(tTask("section.points"));
  const counted = POINT_CLASSES.filter((one) => required[one] > 0 || points.some((p) => p.pointClass === one));
  document.paragraph(
    `${tTask("ruleUsed", { name: ruleName || NO_VALUE, source: ruleSource || NO_VALUE })} ${counted
      .map((one) => {
        const placed = points.filter(({ pointClass }) => pointClass === one).length;
        return tTask("countOf", { name: tTask(`class.${one}`), placed, required: required[one] });
      })
      .join(", ")}`,
  );
  const text = (value: number | undefined, measure: VerifiedMeasure) =>
    value === undefined ? "" : formatReading(value, measure, locale, [2]).text;
  const hasHumidity = result.humidity !== null;
  await document.table(
    [
      { title: tTask("field.label"), width: 0.7 },
      { title: tTask("field.pointClass"), width: 1.3 },
      { title: tTask("field.device"), width: 1.7 },
      { title: tTask("field.dueOn"), width: 1.1 },
      ...["lowest", "mean", "highest"].map((name) => ({ title: tTask(`field.${name}`), align: "right" as const })),
      ...(hasHumidity ? [{ title: tTask("measure.humidity"), align: "right" as const, width: 1.4 }] : []),
      { title: tTask("field.missing"), align: "right" as const, width: 0.8 },
    ],
    [
      result.points.map(({ label, pointClass, device, temperature, humidity }) => [
        ...[label, tTask(`class.${pointClass}`), device],
        points.find((point) => point.label === label)?.dueOn ?? "",
        text(temperature?.minimum, "temperature"),
        text(temperature?.mean, "temperature"),
        text(temperature?.maximum, "temperature"),
        ...(hasHumidity
          ? [humidity ? `${text(humidity.minimum, "humidity")} … ${text(humidity.maximum, "humidity")}` : ""]
          : []),
        temperature ? formatNumber(temperature.missing, locale) : NO_VALUE,
      ]),
    ],
  );
  if (result.permanent.length > 0) {
    document.heading(tTask("section.permanent"), 2);
    await document.table(
      [
        { title: tTask("field.device"), width: 2 },
        { title: tTask("field.label") },
        ...["compared", "meanDifference", "greatestDifference"].map((name) => ({
          title: tTask(`field.${name}`),
          align: "right" as const,
        })),
      ],
      [
        result.permanent.map((one) => [
          ...[one.device, one.label, formatNumber(one.compared, locale)],
          signed(one.meanDifference, "temperature", locale),
          signed(one.greatestDifference, "temperature", locale),
        ]),
      ],
    );
  }
  const { worst } = result;
  if (!worst) return;
  const answer = worst.isPermanentWorst === null ? "unknown" : worst.isPermanentWorst ? "yes" : "no";
  document.paragraph(
    tTask(`worst.${answer}`, {
      label: worst.label,
      distance: spread(worst.distance, "temperature", locale),
      permanent: worst.permanent?.label ?? "",
      own: spread(worst.permanent?.distance ?? null, "temperature", locale),
    }),
    { ink: answer === "yes" ? "normal" : "warning" },
  );
}

const MOMENTS = ["hottest", "coldest"] as const;

/** Coldest, mean and hottest of the space over time, and how warm it was where at the extreme moments. */
export function printHeat({ document, content, source, words }: Pages): void {
  const { verification } = content;
  const drawn = source.verification;
  if (!verification?.space || !drawn || drawn.ats.length < 2) return;
  const { tTask, locale, short } = words;
  const { result, limits, space } = verification;
  document.heading(tTask("section.heat"), 1, 260);
  document.drawing(spaceChart(drawn, content, { ...words, name: words.tTask("spaceName") }), CHART, tTask("chart"));
  const figures = figuresOf(result.temperature);
  if (!figures) return;
  for (const moment of MOMENTS) {
    const { at, label, value } = figures[moment];
    const place = drawn.ats.indexOf(at);
    const spots = drawn.points.flatMap(({ isInside, x, y, values }) => {
      const own = values[place];
      return isInside && own !== null && own !== undefined ? [{ x, y, value: own }] : [];
    });
    const text = formatReading(value, "temperature", locale).text;
    const title = tTask(`moment.${moment}`, { at: short(at), label, value: text });
    const size = pictureSize(space);
    document.heading(title, 2, 120 + (size.height / size.width) * 480);
    document.drawing(
      withPoints(planSvg(space, heatCells(spots, space, limits.temperature)), drawn, place, { size, locale }),
      size,
      title,
    );
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The points of a plan with their values at an instant. */
function withPoints(
  svg: string,
  { points }: VerificationSource,
  place: number,
  { size, locale }: { size: { width: number; height: number }; locale: string },
): string {
  const marks = points.map(({ label, x, y, values }) => {
    const value = values[place] ?? null;
    const [left, top] = [(x * size.width).toFixed(1), (y * size.height).toFixed(1)];
    const text = formatReading(value, "temperature", locale, [1]).number;
    return [
      `<circle cx="${left}" cy="${top}" r="6" fill="#ffffff" stroke="#14202a" stroke-width="2"/>`,
      `<text x="${left}" y="${(y * size.height - 11).toFixed(1)}" font-size="20" fill="#14202a" text-anchor="middle">${escaped(`${label} ${text}`)}</text>`,
    ].join("");
  });
  return svg.replace("</svg>", `${marks.join("")}</svg>`);
}

/** What is missing in the record of a verification, for the list of what was left out. */
export function gapRows({ result }: ReportVerification, { tTask, short, time }: VerificationWords): string[][] {
  return [
    ...result.gaps
      .slice(0, GAPS_LISTED)
      .map(({ label, measure, from, to }) => [
        ...[label, tTask(`measure.${measure}`), time(to - from), `${short(from)} – ${short(to)}`],
      ]),
    ...(result.gaps.length > GAPS_LISTED
      ? [["…", "", "", tTask("moreGaps", { count: result.gaps.length - GAPS_LISTED })]]
      : []),
  ];
}

/** Under which hash the readings are frozen, and whether they still were so. */
export function printFrozen({ document, content, words }: Pages): void {
  const { verification } = content;
  if (!verification?.dataSha256) return;
  const { tTask, stamp } = words;
  const { dataSha256, frozenAt, isIntact } = verification;
  document.paragraph(tTask("frozen", { hash: dataSha256, at: frozenAt === null ? "" : stamp(frozenAt) }), {
    isSmall: true,
  });
  document.paragraph(tTask(isIntact ? "check.intact" : "check.changed"), {
    isSmall: true,
    ink: isIntact ? "muted" : "critical",
  });
}
