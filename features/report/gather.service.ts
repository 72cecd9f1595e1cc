import "server-only";
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Series } from "@/features/telemetry/history/history.schema";
import {
  countRecorded,
  openRecorded,
  type ProbeRecord,
  type RecordedProbe,
  readRecordedSeries,
  readRecords,
  streamRecorded,
} from "@/features/telemetry/history/record.service";
import { dayKey } from "@/lib/datetime/zone";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { csvWriter, stamper } from "@/lib/spreadsheet/csv";
import { shownCell, unitOf } from "@/lib/units/format";
import { CELSIUS } from "@/lib/units/temperature";
import { type ValueLocale, valueLocale } from "@/lib/units/value-locale";
import { gatherLots } from "./lot.service";
import { findCalibrations, findCarriers, findCustomer, findExcursions, type ReportRow } from "./report.data";
import type { ProbeFigures, ReportContent, ReportSource } from "./report.schema";
import { hasLots, REPORT_TYPE_RULES } from "./sections.rules";
import { isWholeAttached, SERIES_POINTS } from "./size.rules";
import { gatherTransport, type OpenedTransport, openRides } from "./transport.service";
import { gatherVerification } from "./verification.service";

export const packSource = (source: ReportSource): Buffer => gzipSync(JSON.stringify(source));
export const unpackSource = (bytes: Uint8Array): ReportSource => JSON.parse(gunzipSync(bytes).toString("utf8"));

/** Carriers read at once: a part lasts about a second. */
const PART = 5;

type Progress = (share: number) => Promise<void>;
type Caller = OperationContext & { signal: AbortSignal };

const figuresOf = (probe: RecordedProbe, record: ProbeRecord): ProbeFigures => ({
  probeId: probe.probeId,
  carrierId: probe.carrierId ?? 0,
  carrier: probe.carrierName ?? "",
  device: probe.serialNumber,
  measure: probe.measure,
  channel: probe.channel,
  lower: probe.minimum,
  upper: probe.maximum,
  count: record.count,
  minimum: record.minimum,
  minimumAt: record.minimumAt,
  maximum: record.maximum,
  maximumAt: record.maximumAt,
  mean: record.mean,
  meanKineticTemperature: record.meanKineticTemperature,
  kineticRefusal: record.kineticRefusal,
  askedSeconds: record.askedSeconds,
  observedSeconds: record.observedSeconds,
  withinSeconds: record.withinSeconds,
  completeness: record.completeness,
  passRate: record.passRate,
  aboveDegreeMinutes: record.aboveDegreeMinutes,
  belowDegreeMinutes: record.belowDegreeMinutes,
  invalidReadings: record.invalidReadings,
  gapCount: record.gapCount,
  gapSeconds: record.gapSeconds,
  gaps: record.gaps,
});

/** Zone and unit of what is written. */
type Written = { timeZone: string; values: ValueLocale };

/** The rows of a probe: each reading, or the values of each interval of its series. */
async function csvOf(
  ctx: Caller,
  { probe, series, isWhole }: { probe: RecordedProbe; series: Series | undefined; isWhole: boolean },
  range: { from: number; to: number },
  { timeZone, values }: Written,
): Promise<string> {
  const { carrierName, serialNumber, measure } = probe;
  const fixed = [carrierName, serialNumber, measure, unitOf(measure, values)];
  const stamp = stamper(timeZone);
  const shown = (value: number | undefined) => shownCell(value ?? null, measure, values);
  const write = csvWriter(1 + fixed.length + (isWhole ? 1 : 3));
  if (!isWhole)
    return (series?.at ?? [])
      .map((at, index) => {
        const figures = [series?.mean[index], series?.min[index], series?.max[index]];
        return write([stamp(at), ...fixed, ...figures.map(shown)]);
      })
      .join("");
  let text = "";
  for await (const rows of streamRecorded(ctx.db, probe, range))
    for (const { at, value } of rows) text += write([stamp(at), ...fixed, shown(value)]);
  return text;
}

/** Probes that are read together over one range; `key` is that of their buckets. */
type Part = { probes: RecordedProbe[]; range: { from: number; to: number }; key: number | null; ride?: number };

/** The probes of a report in parts: those of some carriers over the whole range, or of each ride of a transport. */
async function partsOf(
  ctx: Caller,
  ids: readonly number[],
  range: { from: number; to: number },
  opened: OpenedTransport | null,
): Promise<Part[]> {
  const parts: Part[] = [];
  if (opened) {
    for (const [ride, { carrierId, ...own }] of opened.rides.entries())
      parts.push({ probes: await openRecorded(ctx, [carrierId], own), range: own, key: ride, ride });
    return parts;
  }
  const all = await openRecorded(ctx, ids, range);
  for (let first = 0; first < ids.length; first += PART) {
    const own = ids.slice(first, first + PART);
    const probes = all.filter(({ carrierId }) => carrierId !== null && own.includes(carrierId));
    parts.push({ probes, range, key: null });
  }
  return parts;
}

/** Reads one part of a report into its figures and its source. */
async function readPart(
  ctx: Caller,
  { probes, range, key, ride }: Part,
  { sections, timeZone, values }: Pick<ReportRow, "sections"> & Written,
  into: { probes: ProbeFigures[]; source: ReportSource },
): Promise<void> {
  const { source } = into;
  const [hasCharts, hasData] = [sections.includes("charts"), sections.includes("data")];
  const ofRide = ride === undefined ? {} : { ride };
  const records = await readRecords(ctx, probes, range);
  into.probes.push(
    ...probes.map((probe, index) => ({ ...figuresOf(probe, records[index] as ProbeRecord), ...ofRide })),
  );
  if (!hasCharts && !hasData) return;
  const ids = [...new Set(probes.map(({ carrierId }) => carrierId as number))];
  const read = ids.map(async (id) => {
    const own = probes.filter(({ carrierId }) => carrierId === id);
    return { id, own, drawn: await readRecordedSeries(ctx, own, range, { points: SERIES_POINTS, timeZone }) };
  });
  for (const { id, own, drawn } of await Promise.all(read)) {
    source.bucketSeconds[key ?? id] = drawn.bucketSeconds;
    if (hasCharts) source.series.push(...drawn.series.map((series) => ({ ...series, ...ofRide })));
    if (!hasData) continue;
    for (const probe of own) {
      const series = drawn.series.find(({ probeId }) => probeId === probe.probeId);
      source.csv += await csvOf(ctx, { probe, series, isWhole: source.isWhole }, range, { timeZone, values });
    }
  }
}

/** The exceptions of a report: of its carriers in its range, or of those of a transport while each had the goods. */
async function excursionsOf(
  { db, scope }: Caller,
  ids: readonly number[],
  range: { from: number; to: number },
  opened: OpenedTransport | null,
): ReturnType<typeof findExcursions> {
  if (!opened) return findExcursions(db, scope, ids, range);
  const found = new Map<number, ReportContent["excursions"][number]>();
  let unlisted = 0;
  for (const { carrierId, ...own } of opened.rides) {
    const { items, total } = await findExcursions(db, scope, [carrierId], own);
    unlisted += total - items.length;
    for (const one of items) found.set(one.id, one);
  }
  const items = [...found.values()].sort((a, b) => a.startedAt - b.startedAt || a.id - b.id);
  return { items, total: items.length + unlisted };
}

/** The range of a report: up to now, or of a transport as long as it lasts. */
function rangeOf({ fromAt, toAt }: ReportRow, opened: OpenedTransport | null, now: number) {
  if (!opened) return { from: fromAt.getTime(), to: Math.min(toAt.getTime(), now) };
  return { from: opened.dto.loadedAt ?? fromAt.getTime(), to: opened.dto.closedAt ?? now };
}

/**
 * Everything a report says, read in parts; `progress` is told the share that is done, and may throw to stop. Null if
 * there is nothing to say: no reading in the range.
 */
export async function gatherReport(
  ctx: Caller,
  row: ReportRow,
  progress: Progress,
): Promise<{ content: ReportContent; source: ReportSource } | null> {
  const { db, scope, now } = ctx;
  const { type, name, customerId, carrierIds, transportId, verificationId, sections, timeZone, author } = row;
  const { readings, about } = REPORT_TYPE_RULES[type];
  const opened = transportId === null ? null : await openRides(ctx, transportId);
  const range = rangeOf(row, opened, now.getTime());
  const [customer, carriers] = [await findCustomer(db, scope, customerId), await findCarriers(db, scope, carrierIds)];
  // The attachment has numbers with a decimal point in any language; only the unit matters.
  const values = valueLocale(DEFAULT_LOCALE, customer.temperatureUnit);
  const ids = carriers.map(({ id }) => id);
  const probes: ProbeFigures[] = [];
  const source: ReportSource = { bucketSeconds: {}, series: [], csv: "", isWhole: true };
  if (readings !== "none") {
    const parts = await partsOf(ctx, ids, range, opened);
    let count = 0;
    for (const part of parts) count += await countRecorded(db, part.probes, part.range);
    if (count === 0 && readings === "required") return null;
    source.isWhole = isWholeAttached(count);
    for (const [index, part] of parts.entries()) {
      ctx.signal.throwIfAborted();
      await progress(index / parts.length);
      await readPart(ctx, part, { sections, timeZone, values }, { probes, source });
    }
  }
  const excursions = sections.includes("excursions")
    ? await excursionsOf(ctx, ids, range, opened)
    : { items: [], total: 0 };
  // The calibration is always looked up: a lapsed one is among what is said against the figures.
  const until = dayKey(new Date(range.to - 1), timeZone);
  const calibrations = about === "lots" ? [] : await findCalibrations(db, scope, ids, { ...range, until });
  if (type === "calibration" && calibrations.length === 0) return null;
  const lotIds = opened ? opened.dto.lots.map(({ id }) => id) : about === "lots" ? row.lotIds : null;
  const lots = hasLots(sections) ? await gatherLots(ctx, lotIds, { carrierIds: ids, ...range }) : {};
  const gathered = opened && (await gatherTransport(ctx, opened, excursions.items));
  if (gathered) Object.assign(source, { tracks: gathered.tracks, drawings: gathered.drawings });
  const verified =
    verificationId === null
      ? null
      : await gatherVerification(ctx, verificationId, sections.includes("data") ? values : null);
  if (verified) Object.assign(source, verified.source);
  const content: ReportContent = {
    type,
    name,
    customer: customer.name,
    ...range,
    timeZone,
    // Left out for °C, so that the hashes of earlier reports stay as they are.
    ...(customer.temperatureUnit !== CELSIUS && { temperatureUnit: customer.temperatureUnit }),
    sections,
    author,
    generatedAt: now.getTime(),
    carriers: carriers.map(({ customerId: _, ...carrier }) => carrier),
    probes,
    excursions: excursions.items,
    unlistedExcursions: excursions.total - excursions.items.length,
    calibrations,
    ...lots,
    ...(gathered && { transport: gathered.transport }),
    ...(verified && { verification: verified.verification }),
    dataSha256: createHash("sha256").update(JSON.stringify(source)).digest("hex"),
  };
  return { content, source };
}
