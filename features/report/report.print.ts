import "server-only";
import { createTranslator } from "use-intl/core";
import type { Measure, ReportApproval, ReportSignature } from "@/db/enums";
import { whatOf } from "@/features/exception/phrase.rules";
import { isSwitch, KINETIC_REFUSALS, type KineticRefusal } from "@/features/observation/observation.rules";
import type { SignatureDto } from "@/features/signature/signature.schema";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { Locale } from "@/lib/i18n/routing";
import { PdfDocument } from "@/lib/pdf/document";
import type { SigningKey } from "@/lib/pdf/sign";
import { frameTexts } from "@/lib/pdf/table-document";
import { CSV_START, csvLine } from "@/lib/spreadsheet/csv";
import { formatDifference, formatNumber, formatReading, NO_VALUE } from "@/lib/units/format";
import { CELSIUS } from "@/lib/units/temperature";
import { valueLocale } from "@/lib/units/value-locale";
import { CHART, probeChart, rangeOf } from "./chart.print";
import { rangeText } from "./content.rules";
import { figuresOf, subjectOf } from "./head.print";
import { lotPages, printDecisions, printPlacements, printVerdicts } from "./lot.print";
import { outstandingOf } from "./report.rules";
import type { ProbeFigures, ReportContent, ReportSource } from "./report.schema";
import { REPORT_TYPE_RULES, sectionsOf } from "./sections.rules";
import { excursionPlace, printEvents, printHandovers, printJourney, transportWords } from "./transport.print";
import {
  gapRows,
  printFrozen,
  printHeat,
  printPoints,
  printTests,
  printUniformity,
  verificationWords,
} from "./verification.print";

type Words = (key: string, values?: Record<string, string | number>) => string;

type Print = {
  content: ReportContent;
  source: ReportSource;
  version: number;
  locale: Locale;
  signatures: readonly SignatureDto[];
  /** The drawn signatures as PNG, by the signature's id. */
  drawings?: ReadonlyMap<number, Buffer>;
  contentHash: string;
  /** The signatures that it wants. */
  wanted: readonly ReportSignature[];
  /** Where the document can be checked; null if the console's address is not known. */
  address: string | null;
  key: SigningKey;
  now: Date;
};

/** What a cell has in place of a mean kinetic temperature; the reason is below the table. */
const KINETIC_MARKS: Record<KineticRefusal, string> = { frozen: "*", incomplete: "**" };
const GAPS_PRINTED = 3;
/** The largest drawn signature, in points. */
const DRAWN = { width: 150, height: 50 };

/** The PDF of a report, signed by the installation. */
export async function printReport(print: Print): Promise<Buffer> {
  const { content, source, version, locale, signatures, contentHash, wanted, address, key, now } = print;
  const { drawings } = print;
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "report" }) as unknown as Words;
  const tKinetic = createTranslator({ locale, messages, namespace: "common.kinetic" }) as unknown as Words;
  const tWhat = createTranslator({ locale, messages, namespace: "exception" }) as unknown as Words;
  const tSignature = createTranslator({ locale, messages, namespace: "signature" }) as unknown as Words;
  const texts = await frameTexts(locale);
  const { timeZone } = content;
  const values = valueLocale(locale, content.temperatureUnit ?? CELSIUS);
  const place = { locale: values, timeZone };
  const stamp = (at: number | string) => formatStamp(new Date(at), place);
  const short = (at: number) => stamp(at).slice(0, 16);
  const percent = (rate: number | null) => (rate === null ? NO_VALUE : `${formatNumber(rate * 100, locale, 2)} %`);
  const value = (one: ProbeFigures, number: number | null) => formatReading(number, one.measure, values).text;
  const limits = (one: ProbeFigures) =>
    one.lower === null && one.upper === null
      ? NO_VALUE
      : `${formatReading(one.lower, one.measure, values).number} … ${value(one, one.upper)}`;
  const measureOf = (measure: Measure) => t(`measure.${measure}`);
  const title = `${t(`type.${content.type}`)}: ${content.name}`;
  const document = new PdfDocument({
    title,
    customer: content.customer,
    locale,
    madeAt: now,
    author: content.author,
    subtitle: [rangeText(content), subjectOf(content, t), t("print.version", { version })],
    made: texts.made(new Date(content.generatedAt), content.author, timeZone),
    page: texts.page,
    check: {
      address,
      lines: [...(address ? [t("print.check", { address })] : []), t("print.hash", { hash: contentHash })],
    },
  });

  const head: Record<ReturnType<typeof sectionsOf>[number], () => Promise<void> | void> = {
    statistics: () => printStatistics(),
    passRate: () => printPassRate(),
    charts: () => printCharts(),
    excursions: () => printExcursions(),
    calibration: () => printCalibration(),
    data: () => attachData(),
    verdict: () => printVerdicts(lots),
    placements: () => printPlacements(lots),
    decisions: () => printDecisions(lots),
    journey: () => printJourney(ride),
    crossings: () => printEvents(ride),
    handover: () => printHandovers(ride),
    uniformity: () => printUniformity(mapped),
    tests: () => printTests(mapped),
    points: () => printPoints(mapped),
    heat: () => printHeat(mapped),
  };
  const lots = await lotPages(document, content, values);
  const words = transportWords(messages, values, timeZone);
  const ride = { document, content, source, words };
  const mapped = { document, content, source, words: verificationWords(messages, values, timeZone) };
  document.figures(figuresOf(content, { t, percent, words, mapped: mapped.words }));
  for (const section of sectionsOf(content.type, content.sections)) await head[section]();
  if (REPORT_TYPE_RULES[content.type].about !== "lots") await printQuality();
  await printFormulas();
  printFrozen(mapped);
  await printSignatures();
  return document.finish(key);

  async function printStatistics(): Promise<void> {
    document.heading(t("section.statistics"));
    if (content.probes.length === 0) return document.paragraph(t("print.noReadings"));
    await document.table(
      [
        { title: t("print.point"), width: 2.2 },
        { title: t("print.device"), width: 1.5 },
        { title: t("print.measure"), width: 1.2 },
        { title: t("print.limits"), width: 1.7 },
        ...["readings", "minimum", "mean", "maximum", "mkt"].map((name) => ({
          title: t(`print.${name}`),
          align: "right" as const,
        })),
      ],
      [
        content.probes.map((one) => [
          one.carrier,
          one.channel ? `${one.device} · ${one.channel}` : one.device,
          measureOf(one.measure),
          isSwitch(one.measure) ? "" : limits(one),
          formatNumber(one.count, locale),
          ...(isSwitch(one.measure)
            ? ["", "", ""]
            : [value(one, one.minimum), value(one, one.mean), value(one, one.maximum)]),
          kineticText(one),
        ]),
      ],
    );
    for (const why of KINETIC_REFUSALS)
      if (content.probes.some(({ kineticRefusal }) => kineticRefusal === why))
        document.paragraph(`${KINETIC_MARKS[why]} ${tKinetic(why)}`, { isSmall: true });
  }

  function kineticText({ meanKineticTemperature, kineticRefusal, ...one }: ProbeFigures): string {
    if (kineticRefusal) return `${NO_VALUE} ${KINETIC_MARKS[kineticRefusal]}`;
    return meanKineticTemperature === null ? "" : formatReading(meanKineticTemperature, one.measure, values).text;
  }

  async function printPassRate(): Promise<void> {
    const limited = content.probes.filter((one) => one.withinSeconds !== null);
    if (limited.length === 0 && content.transport) return;
    document.heading(t("section.passRate"));
    await document.table(
      [
        { title: t("print.point"), width: 2.2 },
        { title: t("print.device"), width: 1.5 },
        { title: t("print.measure"), width: 1.2 },
        { title: t("print.limits"), width: 1.7 },
        ...["passRate", "within", "observed", "completeness"].map((name) => ({
          title: t(`print.${name}`),
          align: "right" as const,
        })),
      ],
      [
        limited.map((one) => [
          one.carrier,
          one.device,
          measureOf(one.measure),
          limits(one),
          percent(one.passRate),
          formatDuration((one.withinSeconds ?? 0) * 1000, locale),
          formatDuration(one.observedSeconds * 1000, locale),
          percent(one.completeness),
        ]),
      ],
    );
  }

  function printCharts(): void {
    const drawn = content.probes.flatMap((one) => {
      const svg = probeChart(one, { content, source, locale: values });
      return svg ? [{ one, svg }] : [];
    });
    if (drawn.length === 0) return;
    document.heading(t("section.charts"), 1, 260);
    for (const { one, svg } of drawn) {
      const name = `${one.carrier} · ${measureOf(one.measure)} · ${one.device}`;
      document.heading(name, 2, 175);
      document.drawing(
        svg,
        CHART,
        t("print.chart", { name, range: rangeText({ ...content, ...rangeOf(one, content) }) }),
      );
    }
  }

  async function printExcursions(): Promise<void> {
    document.heading(t("section.excursions"));
    if (content.excursions.length === 0) return document.paragraph(t("print.noExcursions"));
    await document.table(
      [
        { title: t("print.point"), width: 1.7 },
        { title: t("print.what"), width: 1.8 },
        { title: t("print.severity") },
        { title: t("print.from"), width: 1.4 },
        { title: t("print.duration"), align: "right" },
        { title: t("print.peak"), align: "right" },
        { title: t("print.degreeMinutes"), align: "right", width: 1.15 },
        { title: t("print.handling"), width: 1.4 },
      ],
      [
        content.excursions.map((one) => [
          excursionPlace(one, content.transport, words),
          whatOf({ ...one, device: { kind: one.deviceKind }, crossing: null }, tWhat as never),
          tWhat(`severity.${one.severity}`),
          short(one.startedAt),
          one.endedAt === null ? t("print.open") : formatDuration(one.endedAt - one.startedAt, locale),
          one.measure === null ? "" : formatReading(one.peak, one.measure, values).text,
          one.degreeMinutes === null
            ? ""
            : formatDifference(one.degreeMinutes, one.measure ?? "door", values, [1]).number,
          handlingOf(one),
        ]),
      ],
    );
    if (content.unlistedExcursions > 0)
      document.paragraph(t("print.moreExcursions", { count: content.unlistedExcursions }));
  }

  function handlingOf(one: ReportContent["excursions"][number]): string {
    const done = one.isHandled ? t("print.handled") : one.acknowledgedAt === null ? t("print.unseen") : t("print.seen");
    const reason = one.reasonCode ? tWhat(`reason.${one.reasonCode}`) : one.reason;
    return reason ? t("print.because", { handling: done, reason }) : done;
  }

  async function printCalibration(): Promise<void> {
    document.heading(t("section.calibration"));
    await document.table(
      [
        { title: t("print.point"), width: 1.8 },
        { title: t("print.device"), width: 1.8 },
        { title: t("print.certificate"), width: 1.4 },
        { title: t("print.laboratory"), width: 1.6 },
        { title: t("print.calibrated") },
        { title: t("print.due") },
        { title: t("print.state") },
      ],
      [
        content.calibrations.map((one) => [
          one.carrier,
          `${one.device} (${one.serialNumber})`,
          one.certificate ?? "",
          one.laboratory ?? "",
          one.calibratedOn ?? "",
          one.dueOn ?? "",
          t(one.dueOn === null ? "print.none" : one.isLapsed ? "print.lapsed" : "print.valid"),
        ]),
      ],
    );
  }

  function attachData(): void {
    const columns = [
      "time",
      "point",
      "device",
      "measure",
      "unit",
      "value",
      ...(source.isWhole ? [] : ["lowest", "highest"]),
    ];
    const csv = CSV_START + csvLine(columns.map((name) => t(`print.${name}`))) + source.csv;
    const description = t(source.isWhole ? "print.readingsFile" : "print.intervalsFile");
    document.attach({ name: "data.csv", type: "text/csv", description, content: Buffer.from(csv, "utf8") });
    document.paragraph(`data.csv: ${description}`, { isSmall: true });
  }

  /** What does not count in the figures, and what counts although it is uncertain. */
  async function printQuality(): Promise<void> {
    document.heading(t("section.quality"));
    const lapsed = content.calibrations.filter(({ isLapsed }) => isLapsed);
    const without = content.carriers.filter(
      ({ id }) => !content.probes.some((one) => one.carrierId === id && one.count > 0),
    );
    const rows = [
      ...(content.verification ? gapRows(content.verification, mapped.words) : []),
      ...(content.probes.length > 0 ? without.map(({ name }) => [name, "", t("print.noReadings"), ""]) : []),
      ...content.probes
        .filter((one) => one.gapSeconds > 0)
        .map((one) => [one.carrier, one.device, t("print.gaps", { count: one.gapCount }), gapText(one)]),
      ...content.probes
        .filter((one) => one.invalidReadings > 0)
        .map((one) => [
          one.carrier,
          one.device,
          t("print.invalid", { count: one.invalidReadings }),
          t("print.invalidWhy"),
        ]),
      ...lapsed.map((one) => [
        one.carrier,
        `${one.device} (${one.serialNumber})`,
        t(one.dueOn === null ? "print.uncalibrated" : "print.lapsedCalibration"),
        one.dueOn === null ? t("print.counted") : t("print.dueOn", { day: one.dueOn }),
      ]),
    ];
    if (rows.length === 0) return document.paragraph(t("print.faultless"));
    await document.table(
      [
        { title: t("print.point"), width: 1.5 },
        { title: t("print.device"), width: 1.5 },
        { title: t("print.finding"), width: 1.6 },
        { title: t("print.detail"), width: 3 },
      ],
      [rows],
    );
  }

  function gapText(one: ProbeFigures): string {
    const longest = one.gaps
      .toSorted((a, b) => b.to - b.from - (a.to - a.from))
      .slice(0, GAPS_PRINTED)
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to }) => `${short(from)} – ${short(to)}`);
    return `${formatDuration(one.gapSeconds * 1000, locale)}: ${longest.join("; ")}${one.gapCount > longest.length ? " …" : ""}`;
  }

  async function printFormulas(): Promise<void> {
    if (content.probes.length === 0) return;
    document.heading(t("section.formulas"));
    await document.table(
      [
        { title: t("print.figure") },
        { title: t("print.formula"), width: 2.4 },
        { title: t("print.source"), width: 1.6 },
      ],
      [
        ["mean", "mkt", "passRate", "completeness", "degreeMinutes", "gap"].map((name) => [
          t(`formula.${name}.name`),
          t(`formula.${name}.formula`),
          t(`formula.${name}.source`),
        ]),
      ],
    );
  }

  async function printSignatures(): Promise<void> {
    document.heading(t("section.signatures"));
    const own = signatures.filter((one) => one.version === version);
    const last = own.at(-1)?.meaning as ReportApproval | undefined;
    const open = outstandingOf(wanted, last ?? "unsigned").map((one) => tSignature(`meaning.${one}`));
    if (own.length === 0) document.paragraph(t("print.unsigned"));
    if (open.length > 0) document.paragraph(t("print.outstanding", { meanings: open.join(", ") }));
    if (own.length === 0) return;
    await document.table(
      [
        { title: t("print.meaning") },
        { title: t("print.signer"), width: 1.5 },
        { title: t("print.at"), width: 2 },
        { title: t("print.reason"), width: 1.6 },
        { title: t("print.content"), width: 1.4 },
      ],
      [
        own.map((one) => [
          tSignature(`meaning.${one.meaning}`),
          `${one.printedName} (${one.account})`,
          stamp(one.at),
          one.reason ?? "",
          tSignature(`state.${one.state}`),
        ]),
      ],
    );
    for (const { id, meaning, printedName } of own) {
      const drawing = drawings?.get(id);
      if (!drawing) continue;
      const values = { name: printedName, meaning: tSignature(`meaning.${meaning}`) };
      document.paragraph(t("print.drawn", values));
      document.picture(drawing, DRAWN, t("print.drawn", values));
    }
  }
}
