import "server-only";
import type { Db } from "@/db/client";
import type { ExceptionChange, Watch } from "../evaluation/schema";
import type { MachineKind } from "../machine/rules";
import type { Excursion } from "../range/rules";
import type { StoredExcursion } from "../reconcile/rules";
import { type ExcursionFacts, type ExcursionStatistics, summarise } from "../statistics/rules";

// What the machines found, as it is kept. Runs inside the ingest transaction or the sweep, as the system.

type StoredRow = {
  id: number;
  probeId: number;
  conditionId: number;
  kind: MachineKind;
  side: Excursion["side"];
  startedAt: number;
  raisedAt: number;
  endedAt: number | null;
  minimum: number | null;
  maximum: number | null;
  statistics: ExcursionStatistics;
  facts: Partial<Record<keyof (Counted & Foreseen), number>>;
};

type Counted = Extract<ExcursionFacts, { outsideMinutes: number }>;
type Foreseen = Extract<ExcursionFacts, { predictedAt: number }>;

export type Stored = StoredExcursion<number> & { probeId: number; conditionId: number };

type Condition = { probeId: number; conditionId: number; kind: MachineKind };

/** What is to be compared of a condition: what began within `from ≤ start < to`, and what began since `since` and ran into that. */
export type Span = Condition & { from: number; to: number; since: number };

/** Live exceptions of these conditions at their probes. */
export async function findExcursions(tx: Db, spans: readonly Span[]): Promise<Stored[]> {
  const column = <K extends keyof Span>(key: K) => spans.map((span) => span[key]);
  const rows = await tx.$client<StoredRow[]>`
    select e.id::int, e.probe_id::int as "probeId", e.condition_id::int as "conditionId", e.kind, e.side, e.minimum, e.maximum, e.statistics,
           e.context as facts,
           (extract(epoch from e.started_at) * 1000)::float8 as "startedAt",
           (extract(epoch from e.raised_at) * 1000)::float8 as "raisedAt",
           (extract(epoch from e.ended_at) * 1000)::float8 as "endedAt"
      from unnest(${column("probeId")}::bigint[], ${column("conditionId")}::bigint[], ${column("kind")}::text[],
                  ${column("from")}::float8[], ${column("to")}::float8[], ${column("since")}::float8[])
           as s(probe_id, condition_id, kind, from_ms, to_ms, since_ms)
      join exception e on e.probe_id = s.probe_id and e.condition_id = s.condition_id and e.withdrawn_at is null and e.kind = s.kind
       and e.started_at >= to_timestamp(s.since_ms / 1000) and e.started_at < to_timestamp(s.to_ms / 1000)
       and (e.started_at >= to_timestamp(s.from_ms / 1000) or e.ended_at is null or e.ended_at > to_timestamp(s.from_ms / 1000))
     order by e.started_at`;
  return rows.map(storedOf);
}

/** The open exceptions of these conditions at their probes. */
export async function findOpen(tx: Db, conditions: readonly Condition[]): Promise<Stored[]> {
  const column = <K extends keyof Condition>(key: K) => conditions.map((condition) => condition[key]);
  const rows = await tx.$client<StoredRow[]>`
    select e.id::int, e.probe_id::int as "probeId", e.condition_id::int as "conditionId", e.kind, e.side, e.minimum, e.maximum, e.statistics,
           e.context as facts,
           (extract(epoch from e.started_at) * 1000)::float8 as "startedAt",
           (extract(epoch from e.raised_at) * 1000)::float8 as "raisedAt", null as "endedAt"
      from unnest(${column("probeId")}::bigint[], ${column("conditionId")}::bigint[], ${column("kind")}::text[])
           as s(probe_id, condition_id, kind)
      join exception e on e.probe_id = s.probe_id and e.condition_id = s.condition_id and e.kind = s.kind
       and e.withdrawn_at is null and e.ended_at is null`;
  return rows.map(storedOf);
}

function storedOf({ minimum, maximum, kind, facts, ...row }: StoredRow): Stored {
  const stored = { ...row, limits: { minimum, maximum } };
  if (kind === "cumulative") {
    const { outsideMinutes = 0, windowMinutes = 0, allowedMinutes = 0 } = facts;
    return { ...stored, facts: { outsideMinutes, windowMinutes, allowedMinutes } };
  }
  if (kind !== "trend") return stored;
  const { predictedAt = 0, predictedEarliest = 0, predictedLatest = 0 } = facts;
  return { ...stored, facts: { predictedAt, predictedEarliest, predictedLatest } };
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The columns that an excursion fills. */
function columnsOf(excursion: Excursion) {
  const { peak, peakAt, mean, degreeMinutes, meanKineticTemperature } = summarise(excursion.statistics);
  return {
    side: excursion.side,
    minimum: excursion.limits.minimum,
    maximum: excursion.limits.maximum,
    started_at: iso(excursion.startedAt),
    raised_at: iso(excursion.raisedAt),
    ended_at: iso(excursion.endedAt),
    statistics: excursion.statistics,
    peak,
    peak_at: iso(peakAt),
    mean,
    degree_minutes: degreeMinutes,
    mean_kinetic_temperature: meanKineticTemperature,
    sample_count: excursion.statistics.count,
    context: excursion.facts ?? null,
  };
}

type ChangedRow = Omit<ExceptionChange, "change"> & { isOpen: boolean };

/** Withdraws what late readings disproved, or merged into another. */
export async function withdrawExcursions(
  tx: Db,
  rows: readonly { id: number; mergedIntoId: number | null }[],
  now: number,
): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const changed = await tx.$client<ChangedRow[]>`
    update exception e set withdrawn_at = to_timestamp(${now}::float8 / 1000), merged_into_id = w.merged_into_id
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.mergedIntoId)}::bigint[]) as w(id, merged_into_id)
     where e.id = w.id
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity, false as "isOpen"`;
  return changed.map(({ isOpen: _, ...row }) => ({ ...row, change: "withdrawn" }));
}

/** Brings exceptions up to what the readings say now. */
export async function updateExcursions(
  tx: Db,
  rows: readonly { id: number; excursion: Excursion }[],
): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ id, excursion }) => ({ id, ...columnsOf(excursion) }));
  const changed = await tx.$client<ChangedRow[]>`
    update exception e
       set side = n.side, minimum = n.minimum, maximum = n.maximum, started_at = n.started_at, raised_at = n.raised_at,
           ended_at = n.ended_at, statistics = n.statistics, peak = n.peak, peak_at = n.peak_at, mean = n.mean,
           degree_minutes = n.degree_minutes, mean_kinetic_temperature = n.mean_kinetic_temperature, sample_count = n.sample_count,
           context = case when n.context is null then e.context else e.context || n.context end
      from jsonb_populate_recordset(null::exception, ${JSON.stringify(values)}::text::jsonb) n
     where e.id = n.id
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity, e.ended_at is null as "isOpen"`;
  return changed.map(({ isOpen, ...row }) => ({ ...row, change: isOpen ? "updated" : "closed" }));
}

export type Pair = { probeId: number; conditionId: number };

/** Ends the open exceptions of pairs that no condition follows any more: nothing would ever end them. */
export async function endForsaken(tx: Db, pairs: readonly Pair[], now: number): Promise<ExceptionChange[]> {
  if (pairs.length === 0) return [];
  const ended = await tx.$client<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(e.started_at, to_timestamp(${now}::float8 / 1000))
      from unnest(${pairs.map((pair) => pair.probeId)}::bigint[], ${pairs.map((pair) => pair.conditionId)}::bigint[]) as f(probe_id, condition_id)
     where e.probe_id = f.probe_id and e.condition_id = f.condition_id and e.kind <> 'no-data' and e.ended_at is null and e.withdrawn_at is null
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/** What nobody watches any more: a customer with all it has, or some of its devices. */
export type Unwatched = { customerId: number; deviceIds?: readonly number[] };

/**
 * Ends all open exceptions of what nobody watches any more, and forgets what the machines remember: what is still so
 * once it is watched again is raised anew, and told. Locks the probes as arriving readings do: those that come
 * meanwhile wait, and then see that the devices are off.
 */
export async function endAllOf(tx: Db, { customerId, deviceIds }: Unwatched, now: number): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const among = deviceIds ? sql`and device_id = any(${[...deviceIds]}::bigint[])` : sql``;
  const probes = sql`select id from probe where customer_id = ${customerId} ${among}`;
  await sql`select from probe_state where probe_id in (${probes}) order by probe_id for update`;
  await sql`
    update probe_state set alarm = '{}', due_at = null
     where probe_id in (${probes}) and (alarm <> '{}' or due_at is not null)`;
  const ended = await sql<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(e.started_at, to_timestamp(${now}::float8 / 1000))
     where e.customer_id = ${customerId} ${among} and e.ended_at is null and e.withdrawn_at is null
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/** `tellableFrom`: when what was held back ceased to be so (epoch ms); null: it is news. */
export type NewException = {
  watch: Watch;
  excursion: Excursion;
  isDetectedLate: boolean;
  tellableFrom: number | null;
};

/**
 * Records new exceptions with the door and power of their carrier as they stood when it began: since when the door had
 * been open or the power lost, by event time. Returns them in the order given.
 */
export async function insertExcursions(tx: Db, rows: readonly NewException[]): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ watch, excursion, isDetectedLate, tellableFrom }) => ({
    customer_id: watch.customerId,
    carrier_id: watch.carrierId,
    device_id: watch.deviceId,
    probe_id: watch.probeId,
    condition_id: watch.conditionId,
    kind: watch.rule.kind,
    measure: watch.rule.measure,
    severity: watch.severity,
    is_detected_late: isDetectedLate,
    ...columnsOf(excursion),
    context: { ...excursion.facts, ...(tellableFrom !== null && { tellableFrom }) },
  }));
  const inserted = await tx.$client<ChangedRow[]>`
    insert into exception (customer_id, carrier_id, device_id, probe_id, condition_id, kind, measure, severity, is_detected_late, context,
           side, minimum, maximum, started_at, raised_at, ended_at, statistics, peak, peak_at, mean, degree_minutes,
           mean_kinetic_temperature, sample_count)
    select n.customer_id, n.carrier_id, n.device_id, n.probe_id, n.condition_id, n.kind, n.measure, n.severity, n.is_detected_late,
           coalesce(state.context, '{}') || coalesce(n.context, '{}'), n.side, n.minimum, n.maximum, n.started_at, n.raised_at, n.ended_at,
           n.statistics, n.peak, n.peak_at, n.mean, n.degree_minutes, n.mean_kinetic_temperature, n.sample_count
      from jsonb_populate_recordset(null::exception, ${JSON.stringify(values)}::text::jsonb) n
      left join lateral (
        select jsonb_strip_nulls(jsonb_build_object(
                 'doorOpenSince', min(since) filter (where measure = 'door'),
                 'powerLostSince', min(since) filter (where measure = 'power'))) as context
          from (
            select p.measure, (extract(epoch from began.at) * 1000)::bigint as since
              from mounting m
              join probe p on p.id = m.probe_id and p.measure in ('door', 'power')
             cross join lateral state_held_since(p.id, m.mounted_at, n.started_at, case p.measure when 'door' then 1 else 0 end) began
             where m.carrier_id = n.carrier_id and m.unmounted_at is null) held) state on true
    returning id::int, customer_id::int as "customerId", carrier_id::int as "carrierId", severity, ended_at is null as "isOpen"`;
  return inserted.map(({ isOpen, ...row }) => ({ ...row, change: isOpen ? "opened" : "closed" }));
}
