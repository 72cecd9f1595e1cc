import "server-only";
import { MEASURES, type Side } from "@/db/enums";
import { DEFAULT_TOLERANCE, isStopped, valueState } from "@/features/carrier/monitoring/monitoring.rules";
import type { Run } from "@/features/observation/beyond.rules";
import { observeEachRuns, withThreshold } from "@/features/observation/beyond.service";
import { isSwitch, paceSeconds } from "@/features/observation/observation.rules";
import { readParameters } from "@/features/parameter/parameter.operations";
import {
  type ProbeRecord,
  type RecordedProbe,
  readRecordedSeries,
  readRecords,
} from "@/features/telemetry/history/record.service";
import { observationsOf } from "@/features/telemetry/history/statistics.operations";
import type { Span } from "@/features/telemetry/ingest/probe.rules";
import { customerScope } from "@/lib/auth/scope";
import { dayKey } from "@/lib/datetime/zone";
import type { OperationContext } from "@/lib/operation/context";
import { type LatestValue, readCertificates, readLatest, readState, readSubject } from "./page.data";
import type { PageDto, PageRun, PageSeries, PageValue } from "./page.schema";
import { hashOf, openProbes } from "./proof.service";
import { isPresent, LIVE_MS } from "./share.rules";
import type { SharedRow } from "./visit.data";

type Caller = Pick<OperationContext, "db" | "now" | "scope">;

/** One value for every pixel and a half of a phone; rows that fit a table on it. */
const CHART_POINTS = 220;
const TABLE_POINTS = 48;
const RUNS_LISTED = 50;

/** The period of a code at an instant. */
export const periodOf = ({ kind, fromAt, toAt }: SharedRow, now: number): Span => ({
  from: kind === "page" ? (fromAt?.getTime() ?? now) : now - LIVE_MS,
  to: Math.min(kind === "page" ? (toAt?.getTime() ?? now) : now, now),
});

type SideRun = Run & { side: Side; index: number };

/** Every time that a probe was beyond one of its limits, in order of time. */
async function runsOf(ctx: Caller, probes: readonly RecordedProbe[], range: Span): Promise<SideRun[]> {
  const asked = probes.flatMap((probe, index) => {
    if (isSwitch(probe.measure)) return [];
    const sides = [
      ["above", probe.maximum],
      ["below", probe.minimum],
    ] as const;
    return sides.flatMap(([side, limit]) =>
      limit === null
        ? []
        : withThreshold(observationsOf(probe, range), { side, limit }).map((span) => ({ span, side, index })),
    );
  });
  const found = await observeEachRuns(
    ctx,
    asked.map(({ span }) => span),
  );
  return asked
    .flatMap(({ side, index }, place) => (found[place] ?? []).map((run) => ({ ...run, side, index })))
    .sort((a, b) => a.from - b.from);
}

/** The present values, and since when each probe is in its state. */
function valuesOf(
  probes: readonly RecordedProbe[],
  latest: readonly LatestValue[],
  runs: readonly SideRun[],
  { now, tolerance }: { now: number; tolerance: number },
): PageValue[] {
  return probes.flatMap((probe, index) => {
    const found = latest.find(({ probeId }) => probeId === probe.probeId);
    if (!found?.isMounted) return [];
    const { value, at } = found;
    const { minimum, maximum } = isSwitch(probe.measure) ? { minimum: null, maximum: null } : probe;
    const state = valueState({ value, at, minimum, maximum, staleAfterSeconds: paceSeconds(probe) * tolerance }, now);
    const last = runs.findLast((run) => run.index === index);
    const isOut = state === "above" || state === "below";
    const since = state === "normal" ? (last?.to ?? null) : isOut && last?.isRunning ? last.from : null;
    return [{ probe: index, value, at, state, since }];
  });
}

const figuresOf = (record: ProbeRecord, index: number) => ({
  probe: index,
  count: record.count,
  minimum: record.minimum,
  minimumAt: record.minimumAt,
  maximum: record.maximum,
  maximumAt: record.maximumAt,
  mean: record.mean,
  meanKineticTemperature: record.meanKineticTemperature,
  kineticRefusal: record.kineticRefusal,
  passRate: record.passRate,
  completeness: record.completeness,
});

function verdictOf(probes: readonly RecordedProbe[], records: readonly ProbeRecord[], runs: readonly SideRun[]) {
  const limited = records.filter(
    (record, index) => record.withinSeconds !== null && !isSwitch((probes[index] as RecordedProbe).measure),
  );
  const observedSeconds = limited.reduce((sum, record) => sum + record.observedSeconds, 0);
  const within = limited.reduce((sum, record) => sum + (record.withinSeconds ?? 0), 0);
  const listed = runs.toReversed().map(
    ({ index, side, from, to, extreme, isRunning }): PageRun => ({
      probe: index,
      side,
      from,
      to,
      extreme,
      isRunning,
    }),
  );
  return {
    hasLimits: limited.length > 0,
    observedSeconds,
    outsideSeconds: Math.max(0, observedSeconds - within),
    runs: listed.slice(0, RUNS_LISTED),
    more: Math.max(0, listed.length - RUNS_LISTED),
  };
}

async function seriesOf(ctx: Caller, probes: readonly RecordedProbe[], range: Span, timeZone: string, points: number) {
  const { series, bucketSeconds } = await readRecordedSeries(ctx, probes, range, { points, timeZone });
  const lines = probes.flatMap(({ probeId }, probe): PageSeries[] => {
    const found = series.find((one) => one.probeId === probeId);
    return found ? [{ probe, at: found.at, min: found.min, mean: found.mean, max: found.max }] : [];
  });
  return { series: lines, bucketSeconds };
}

async function certificatesOf(ctx: Caller, probes: readonly RecordedProbe[], day: string, isNamed: boolean) {
  const ids = [...new Set(probes.map(({ deviceId }) => deviceId))];
  const rows = await readCertificates(ctx.db, ctx.scope, ids, day);
  return rows.map(({ deviceId, ...row }) => ({
    ...row,
    serialNumber: isNamed ? (probes.find((one) => one.deviceId === deviceId)?.serialNumber ?? null) : null,
    isLapsed: row.dueOn === null || row.dueOn < day,
  }));
}

/** All that the page of a code says at an instant. Throws NOT_FOUND if its customer has lost what it is about. */
async function readPage({ db, now }: Pick<Caller, "db" | "now">, row: SharedRow): Promise<PageDto> {
  const ctx = { db, now, scope: customerScope(row.customerId) };
  const at = now.getTime();
  const range = periodOf(row, at);
  const { timeZone, temperatureUnit, fields, kind, carrierId } = row;
  const has = (field: (typeof fields)[number]) => fields.includes(field);
  const [subject, opened] = await Promise.all([readSubject(db, ctx.scope, row), openProbes(ctx, row, range)]);
  const all = opened.toSorted((a, b) => MEASURES.indexOf(a.measure) - MEASURES.indexOf(b.measure));
  const ids = all.map(({ probeId }) => probeId);
  const [latest, records] = await Promise.all([
    readLatest(db, ctx.scope, ids, carrierId),
    readRecords(ctx, all, range),
  ]);
  // Readings of a sensor that is not there any longer are shown where there are any.
  const isShown = ({ probeId }: RecordedProbe, index: number) =>
    (records[index]?.count ?? 0) > 0 ||
    latest.some((one) => one.probeId === probeId && one.isMounted && one.at !== null);
  const probes = all.filter(isShown);
  const shown = records.filter((_, index) => isShown(all[index] as RecordedProbe, index));
  const present = isPresent({ kind, to: row.toAt?.getTime() ?? null }, at);
  const day = dayKey(new Date(range.to), timeZone);
  const drawn = (points: number) => seriesOf(ctx, probes, range, timeZone, points);
  const [runs, parameters, chart, table, certificates, sha256] = await Promise.all([
    has("excursions") || (present && has("value")) ? runsOf(ctx, probes, range) : [],
    readParameters(db, row.customerId),
    has("chart") ? drawn(CHART_POINTS) : null,
    has("table") ? drawn(TABLE_POINTS) : null,
    has("calibration") ? certificatesOf(ctx, probes, day, has("device")) : null,
    has("proof") ? hashOf(ctx, all, range) : null,
  ]);
  const tolerance = Number(parameters["device.faultToleranceCoefficient"] ?? DEFAULT_TOLERANCE);
  const readings = shown.reduce((sum, { count }) => sum + count, 0);
  return {
    ...{ kind, name: row.name, subject: subject.name, timeZone, temperatureUnit, at, ...range, fields },
    carrierType: subject.carrierType,
    deviceKind: subject.deviceKind,
    owner: has("owner") ? row.ownerName : null,
    path: has("place") ? subject.path : null,
    serialNumber: has("device") ? serialNumbersOf(subject.serialNumber, probes) : null,
    isOpenEnded: present,
    expiresAt: row.expiresAt?.getTime() ?? null,
    probes: probes.map(({ measure, probeId, minimum, maximum }) => {
      const alike = probes.filter((one) => one.measure === measure);
      const number = alike.length > 1 ? alike.findIndex((one) => one.probeId === probeId) + 1 : null;
      const isLimited = has("range") && !isSwitch(measure);
      return { measure, number, minimum: isLimited ? minimum : null, maximum: isLimited ? maximum : null };
    }),
    isStopped: subject.carrierStatus !== null && isStopped(subject.carrierStatus),
    values: present && has("value") ? valuesOf(probes, latest, runs, { now: at, tolerance }) : null,
    verdict: has("excursions") ? verdictOf(probes, shown, runs) : null,
    figures: has("figures") ? shown.map(figuresOf) : null,
    chart,
    table,
    certificates,
    // Named for each reader, because this page is shared by readers of all languages.
    position: has("position") && present && subject.position ? { name: null, ...subject.position } : null,
    proof:
      sha256 === null
        ? null
        : {
            sha256,
            readings,
            stored: row.dataSha256 === null ? null : row.dataSha256 === sha256 ? "same" : "changed",
            madeAt: row.createdAt.getTime(),
          },
  };
}

const serialNumbersOf = (own: string | null, probes: readonly RecordedProbe[]) =>
  own ?? ([...new Set(probes.map(({ serialNumber }) => serialNumber))].join(", ") || null);

/**
 * A page is examined again after this time, or later if making it takes long: its readers are strangers, and many. It is
 * made again if its subject has reported or changed since, and once a minute in any case, for time alone makes a sensor
 * silent, and a limit, a name or a corrected value is not looked for.
 */
const KEEP = { leastMs: 10_000, mostMs: 300_000, factor: 20, unchangedMs: 60_000 } as const;
const MOST_KEPT = 500;

type Made = { at: number; state: string; page: PageDto };
type Kept = { from: number; until: number; made: Promise<Made> };
const recent = new Map<number, Kept>();

/** Forgets the pages made lately, for tests. */
export const forgetPages = (): void => recent.clear();

/** The page made before if nothing has happened since, or a new one. */
async function renew(ctx: Pick<Caller, "db" | "now">, row: SharedRow, before?: Kept): Promise<Made> {
  const at = ctx.now.getTime();
  // Before the page is read: what comes in meanwhile makes the next one.
  const [state, last] = await Promise.all([readState(ctx.db, row), before?.made.catch(() => undefined)]);
  if (last && last.state === state && at >= last.at && at - last.at < KEEP.unchangedMs) return last;
  return { at, state, page: await readPage(ctx, row) };
}

/** The page of a code as of at most a few seconds ago; those who ask at once share one. The code is checked before. */
export async function pageOf(ctx: Pick<Caller, "db" | "now">, row: SharedRow): Promise<PageDto> {
  const now = ctx.now.getTime();
  const known = recent.get(row.id);
  if (known && now >= known.from && now < known.until) return (await known.made).page;
  const started = performance.now();
  const kept: Kept = { from: now, until: now + KEEP.mostMs, made: renew(ctx, row, known) };
  recent.set(row.id, kept);
  if (recent.size > MOST_KEPT) recent.delete(recent.keys().next().value as number);
  try {
    const { page } = await kept.made;
    const wanted = (performance.now() - started) * KEEP.factor;
    kept.until = now + Math.min(KEEP.mostMs, Math.max(KEEP.leastMs, wanted));
    return page;
  } catch (error) {
    recent.delete(row.id);
    throw error;
  }
}
