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
import { dayKey, zoneOffsetMs } from "@/lib/datetime/zone";
import type { OperationContext } from "@/lib/operation/context";
import { csvText, isoWithOffset } from "@/lib/spreadsheet/csv";
import { unitOf } from "@/lib/units/format";
import { gatherLots } from "./lot.service";
import { findCalibrations, findCarriers, findCustomer, findExcursions, type ReportRow } from "./report.data";
import type { ProbeFigures, ReportContent, ReportSource } from "./report.schema";
import { hasLots, REPORT_TYPE_RULES } from "./sections.rules";
import { isWholeAttached, SERIES_POINTS } from "./size.rules";

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

/** The rows of a probe: each reading, or the values of each interval of its series. */
async function csvOf(
  ctx: Caller,
  { probe, series, isWhole }: { probe: RecordedProbe; series: Series | undefined; isWhole: boolean },
  range: { from: number; to: number },
  timeZone: string,
): Promise<string> {
  const { carrierName, serialNumber, measure } = probe;
  const fixed = [carrierName ?? "", serialNumber, measure, unitOf(measure)].map(csvText).join(",");
  const stamp = (at: number) => isoWithOffset(at, zoneOffsetMs(new Date(at), timeZone));
  if (!isWhole)
    return (series?.at ?? [])
      .map(
        (at, index) => `${stamp(at)},${fixed},${series?.mean[index]},${series?.min[index]},${series?.max[index]}\r\n`,
      )
      .join("");
  let text = "";
  for await (const rows of streamRecorded(ctx.db, probe, range))
    for (const { at, value } of rows) text += `${stamp(at)},${fixed},${value}\r\n`;
  return text;
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
  const { type, name, customerId, carrierIds, sections, timeZone, author } = row;
  const { needsReadings, isOnLots } = REPORT_TYPE_RULES[type];
  const range = { from: row.fromAt.getTime(), to: Math.min(row.toAt.getTime(), now.getTime()) };
  const [customer, carriers] = [await findCustomer(db, scope, customerId), await findCarriers(db, scope, carrierIds)];
  const ids = carriers.map(({ id }) => id);
  const has = (section: (typeof sections)[number]) => sections.includes(section);
  const probes: ProbeFigures[] = [];
  const source: ReportSource = { bucketSeconds: {}, series: [], csv: "", isWhole: true };
  if (needsReadings) {
    const all = await openRecorded(ctx, ids, range);
    const count = await countRecorded(db, all, range);
    if (count === 0) return null;
    source.isWhole = isWholeAttached(count);
    for (let first = 0; first < ids.length; first += PART) {
      ctx.signal.throwIfAborted();
      await progress(first / ids.length);
      const part = all.filter(
        ({ carrierId }) => carrierId !== null && ids.slice(first, first + PART).includes(carrierId),
      );
      const records = await readRecords(ctx, part, range);
      probes.push(...part.map((probe, index) => figuresOf(probe, records[index] as ProbeRecord)));
      if (!has("charts") && !has("data")) continue;
      for (const id of new Set(part.map(({ carrierId }) => carrierId as number))) {
        const own = part.filter(({ carrierId }) => carrierId === id);
        const drawn = await readRecordedSeries(ctx, own, range, { points: SERIES_POINTS, timeZone });
        source.bucketSeconds[id] = drawn.bucketSeconds;
        if (has("charts")) source.series.push(...drawn.series);
        if (!has("data")) continue;
        for (const probe of own) {
          const series = drawn.series.find(({ probeId }) => probeId === probe.probeId);
          source.csv += await csvOf(ctx, { probe, series, isWhole: source.isWhole }, range, timeZone);
        }
      }
    }
  }
  const excursions = has("excursions") ? await findExcursions(db, scope, ids, range) : { items: [], total: 0 };
  // The calibration is always looked up: a lapsed one is among what is said against the figures.
  const until = dayKey(new Date(range.to - 1), timeZone);
  const calibrations = isOnLots ? [] : await findCalibrations(db, scope, ids, { ...range, until });
  if (type === "calibration" && calibrations.length === 0) return null;
  const lots = hasLots(sections) ? await gatherLots(ctx, row, { carrierIds: ids, ...range }) : {};
  const content: ReportContent = {
    type,
    name,
    customer: customer.name,
    ...range,
    timeZone,
    sections,
    author,
    generatedAt: now.getTime(),
    carriers: carriers.map(({ customerId: _, ...carrier }) => carrier),
    probes,
    excursions: excursions.items,
    unlistedExcursions: excursions.total - excursions.items.length,
    calibrations,
    ...lots,
    dataSha256: createHash("sha256").update(JSON.stringify(source)).digest("hex"),
  };
  return { content, source };
}
