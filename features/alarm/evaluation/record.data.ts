import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { Severity } from "@/db/enums";
import type { GeofenceRule } from "../condition/geofence.rules";
import type { RecordedExcursion } from "../condition/range.rules";
import type { ExceptionChange } from "./evaluation.schema";
import type { MachineKind } from "./machine.rules";
import type { NewException, Stored } from "./record.rules";
import type { ExcursionFacts, ExcursionStatistics } from "./statistics.rules";

// Storage of findings. Runs inside the ingest transaction or the sweep, as the system.

type StoredRow = {
  id: number;
  probeId: number | null;
  carrierId: number;
  conditionId: number;
  kind: RecordedKind;
  side: RecordedExcursion["side"];
  startedAt: number;
  raisedAt: number;
  endedAt: number | null;
  minimum: number | null;
  maximum: number | null;
  statistics: ExcursionStatistics | null;
  facts: Partial<Record<keyof (Counted & Foreseen), number> & Crossed>;
};

type Counted = Extract<ExcursionFacts, { outsideMinutes: number }>;
type Foreseen = Extract<ExcursionFacts, { predictedAt: number }>;

type Crossed = Extract<ExcursionFacts, { crossing: unknown }>;

type RecordedKind = MachineKind | GeofenceRule["kind"];

/** A condition at a probe, or at a carrier if the probe is null. */
type Condition = { probeId: number | null; carrierId: number; conditionId: number; kind: RecordedKind };

/**
 * The exceptions of a condition to compare: started within `from ≤ start < to`, or started from `since` on and lasting
 * into that span.
 */
export type Span = Condition & { from: number; to: number; since: number };

/** Live exceptions of these conditions. */
export const findExcursions = (tx: Db, spans: readonly Span[]): Promise<Stored[]> =>
  bySubject(spans, async (some, subject) => {
    const column = <K extends keyof Span>(key: K) => some.map((span) => span[key]);
    return tx.$client<StoredRow[]>`
      select ${columns(tx)}, (extract(epoch from e.ended_at) * 1000)::float8 as "endedAt"
        from unnest(${column(subject)}::bigint[], ${column("conditionId")}::bigint[], ${column("carrierId")}::bigint[],
                    ${column("kind")}::text[], ${column("from")}::float8[], ${column("to")}::float8[], ${column("since")}::float8[])
             as s(subject_id, condition_id, carrier_id, kind, from_ms, to_ms, since_ms)
        join exception e on ${isOf(tx, subject)} and e.condition_id = s.condition_id and e.carrier_id = s.carrier_id
         and e.withdrawn_at is null and e.kind = s.kind
         and e.started_at >= to_timestamp(s.since_ms / 1000) and e.started_at < to_timestamp(s.to_ms / 1000)
         and (e.started_at >= to_timestamp(s.from_ms / 1000) or e.ended_at is null or e.ended_at > to_timestamp(s.from_ms / 1000))
       order by e.started_at`;
  });

/** The open exceptions of these conditions. */
export const findOpen = (tx: Db, conditions: readonly Condition[]): Promise<Stored[]> =>
  bySubject(conditions, async (some, subject) => {
    const column = <K extends keyof Condition>(key: K) => some.map((condition) => condition[key]);
    return tx.$client<StoredRow[]>`
      select ${columns(tx)}, null as "endedAt"
        from unnest(${column(subject)}::bigint[], ${column("conditionId")}::bigint[], ${column("kind")}::text[])
             as s(subject_id, condition_id, kind)
        join exception e on ${isOf(tx, subject)} and e.condition_id = s.condition_id and e.kind = s.kind
         and e.withdrawn_at is null and e.ended_at is null`;
  });

type Subject = "probeId" | "carrierId";

/** Queries conditions at probes and at carriers separately, because each has its own index. */
async function bySubject<C extends Condition>(
  conditions: readonly C[],
  find: (some: readonly C[], subject: Subject) => Promise<StoredRow[]>,
): Promise<Stored[]> {
  const atProbes = conditions.filter(({ probeId }) => probeId !== null);
  const ofCarriers = conditions.filter(({ probeId }) => probeId === null);
  const rows = [
    ...(atProbes.length > 0 ? await find(atProbes, "probeId") : []),
    ...(ofCarriers.length > 0 ? await find(ofCarriers, "carrierId") : []),
  ];
  return rows.map(storedOf);
}

const isOf = ({ $client }: Db, subject: Subject) =>
  subject === "probeId" ? $client`e.probe_id = s.subject_id` : $client`e.carrier_id = s.subject_id`;

const columns = ({ $client }: Db) => $client`
  e.id::int, e.probe_id::int as "probeId", e.carrier_id::int as "carrierId", e.condition_id::int as "conditionId", e.kind, e.side,
  e.minimum, e.maximum, e.statistics, e.context as facts,
  (extract(epoch from e.started_at) * 1000)::float8 as "startedAt",
  (extract(epoch from e.raised_at) * 1000)::float8 as "raisedAt"`;

function storedOf({ minimum, maximum, kind, facts, ...row }: StoredRow): Stored {
  const stored = { ...row, limits: { minimum, maximum } };
  switch (kind) {
    case "range":
    case "state":
      return stored;
    case "cumulative": {
      const { outsideMinutes = 0, windowMinutes = 0, allowedMinutes = 0 } = facts;
      return { ...stored, facts: { outsideMinutes, windowMinutes, allowedMinutes } };
    }
    case "trend": {
      const { predictedAt = 0, predictedEarliest = 0, predictedLatest = 0, silentAt } = facts;
      const foreseen = { predictedAt, predictedEarliest, predictedLatest };
      return { ...stored, facts: silentAt === undefined ? foreseen : { ...foreseen, silentAt } };
    }
    case "geofence": {
      const { crossing = "enter", geofenceId = 0, geofenceName = "", longitude = 0, latitude = 0 } = facts;
      return { ...stored, facts: { crossing, geofenceId, geofenceName, longitude, latitude } };
    }
  }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The columns that an excursion fills. */
function columnsOf(excursion: RecordedExcursion) {
  const { statistics } = excursion;
  return {
    side: excursion.side,
    minimum: excursion.limits.minimum,
    maximum: excursion.limits.maximum,
    started_at: iso(excursion.startedAt),
    raised_at: iso(excursion.raisedAt),
    ended_at: iso(excursion.endedAt),
    statistics,
    peak: statistics?.peak ?? null,
    peak_at: iso(statistics?.peakAt ?? null),
    sample_count: statistics?.count ?? 0,
    context: excursion.facts ?? null,
  };
}

type ChangedRow = Omit<ExceptionChange, "change"> & { isOpen: boolean };

/** The columns published for a changed exception `e`. */
export const publishedColumns = (sql: Sql) => sql`
  e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity,
  case when e.carrier_id is null then (select d.scene_id::int from device d where d.id = e.device_id) end as "sceneId"`;

/** Ends open exceptions `e` that no condition covers any more. A blackout records that the power is not back. */
export function endUnfollowed(sql: Sql, now: number) {
  const end = sql`greatest(e.started_at, to_timestamp(${now}::float8 / 1000))`;
  return sql`
    ended_at = ${end},
    context = case when e.kind = 'blackout'
                   then e.context || jsonb_build_object('cutAt', (extract(epoch from ${end}) * 1000)::float8) else e.context end`;
}

/**
 * Ends exceptions `e` of a device at its removal from a carrier (epoch ms), which may be entered late: `which` selects
 * those there. What lasted is cut, and what began only then was never of that carrier and is withdrawn. What somebody
 * signed as closed stays, but ends if a late reading has opened it again.
 */
export async function endRemoved(
  tx: Db,
  which: postgres.PendingQuery<postgres.Row[]>,
  { at, now }: { at: number; now: number },
): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const removed = sql`to_timestamp(${at}::float8 / 1000)`;
  const isWithdrawn = sql`(e.started_at >= ${removed} and not e.is_closed)`;
  return sql<ExceptionChange[]>`
    update exception e
       set ended_at = case when ${isWithdrawn} then e.ended_at else greatest(e.started_at, ${removed}) end,
           withdrawn_at = case when ${isWithdrawn} then to_timestamp(${now}::float8 / 1000) end,
           context = case when e.kind = 'blackout'
                          then e.context || jsonb_build_object('cutAt', ${at}::float8) else e.context end
     where ${which} and e.withdrawn_at is null
       and (e.ended_at is null or (e.ended_at > ${removed} and not e.is_closed))
    returning ${publishedColumns(sql)}, case when e.withdrawn_at is null then 'closed' else 'withdrawn' end as change`;
}

/** Withdraws exceptions that late readings disproved or merged into another. */
export async function withdrawExcursions(
  tx: Db,
  rows: readonly { id: number; mergedIntoId: number | null }[],
  now: number,
): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const changed = await tx.$client<Omit<ExceptionChange, "change">[]>`
    update exception e set withdrawn_at = to_timestamp(${now}::float8 / 1000), merged_into_id = w.merged_into_id
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.mergedIntoId)}::bigint[]) as w(id, merged_into_id)
     where e.id = w.id
    returning ${publishedColumns(tx.$client)}`;
  return changed.map((row) => ({ ...row, change: "withdrawn" }));
}

/**
 * Updates exceptions to the present findings; a null severity leaves theirs unchanged. A deleted one whose start or end
 * changes is listed again: what was deleted was a shorter or another excursion.
 */
export async function updateExcursions(
  tx: Db,
  rows: readonly { id: number; excursion: RecordedExcursion; severity: Severity | null }[],
): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ id, excursion, severity }) => ({ id, severity, ...columnsOf(excursion) }));
  const changed = await tx.$client<ChangedRow[]>`
    update exception e
       set severity = coalesce(n.severity, e.severity), side = n.side, minimum = n.minimum, maximum = n.maximum, started_at = n.started_at, raised_at = n.raised_at,
           ended_at = n.ended_at, statistics = n.statistics, peak = n.peak, peak_at = n.peak_at,
           sample_count = n.sample_count,
           removed_at = case when n.ended_at is not distinct from e.ended_at and n.started_at = e.started_at then e.removed_at end,
           context = case when n.context is null then e.context else e.context || n.context end
      from jsonb_populate_recordset(null::exception, ${JSON.stringify(values)}::text::jsonb) n
     where e.id = n.id
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity, e.ended_at is null as "isOpen"`;
  return changed.map(({ isOpen, ...row }) => ({ ...row, change: isOpen ? "updated" : "closed" }));
}

export type Pair = { probeId: number; conditionId: number };

/** Ends the open exceptions of pairs that no condition covers any more, because no reading would end them. */
export async function endOrphaned(tx: Db, pairs: readonly Pair[], now: number): Promise<ExceptionChange[]> {
  if (pairs.length === 0) return [];
  const ended = await tx.$client<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(e.started_at, to_timestamp(${now}::float8 / 1000))
      from unnest(${pairs.map((pair) => pair.probeId)}::bigint[], ${pairs.map((pair) => pair.conditionId)}::bigint[]) as f(probe_id, condition_id)
     where e.probe_id = f.probe_id and e.condition_id = f.condition_id and e.kind <> 'no-data' and e.ended_at is null and e.withdrawn_at is null
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/** What is no longer monitored: a whole customer, or some of its devices. */
export type Unwatched = { customerId: number; deviceIds?: readonly number[] };

/**
 * Ends all open exceptions of what is no longer monitored and clears the machine states. A condition still met when
 * monitoring resumes is raised and notified again. Locks the probes as the intake of readings does: concurrent readings
 * wait and then see that the devices are off.
 */
export async function endAllOf(tx: Db, { customerId, deviceIds }: Unwatched, now: number): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const among = deviceIds ? sql`and device_id = any(${[...deviceIds]}::bigint[])` : sql``;
  // Another device may report the carrier's position: the sweep ends exceptions that none covers.
  const found = deviceIds ? sql`${among} and kind <> 'geofence'` : sql``;
  const probes = sql`select id from probe where customer_id = ${customerId} ${among}`;
  await sql`select from probe_state where probe_id in (${probes}) order by probe_id for update`;
  await sql`
    update probe_state set alarm = '{}', due_at = null
     where probe_id in (${probes}) and (alarm <> '{}' or due_at is not null)`;
  const ended = await sql<Omit<ExceptionChange, "change">[]>`
    update exception e set ${endUnfollowed(sql, now)}
     where e.customer_id = ${customerId} ${found} and e.ended_at is null and e.withdrawn_at is null
    returning ${publishedColumns(sql)}`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/**
 * Inserts new exceptions with the door and power state of their carrier when they began: since when the door was open
 * or the power lost, by event time. Returns them in the order given.
 */
export async function insertExcursions(tx: Db, rows: readonly NewException[]): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ watch, excursion, severity, isDetectedLate, notifiableFrom }) => ({
    customer_id: watch.customerId,
    carrier_id: watch.carrierId,
    device_id: watch.deviceId,
    probe_id: watch.probeId,
    condition_id: watch.conditionId,
    kind: watch.rule.kind,
    measure: watch.rule.measure,
    severity,
    is_detected_late: isDetectedLate,
    ...columnsOf(excursion),
    context: { ...excursion.facts, ...(notifiableFrom !== null && { notifiableFrom }) },
  }));
  const inserted = await tx.$client<ChangedRow[]>`
    insert into exception (customer_id, carrier_id, device_id, probe_id, condition_id, kind, measure, severity, is_detected_late, context,
           side, minimum, maximum, started_at, raised_at, ended_at, statistics, peak, peak_at, sample_count)
    select n.customer_id, n.carrier_id, n.device_id, n.probe_id, n.condition_id, n.kind, n.measure, n.severity, n.is_detected_late,
           coalesce(state.context, '{}') || coalesce(n.context, '{}'), n.side, n.minimum, n.maximum, n.started_at, n.raised_at, n.ended_at,
           n.statistics, n.peak, n.peak_at, n.sample_count
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
             where m.carrier_id = n.carrier_id and (m.unmounted_at is null or m.unmounted_at > n.started_at)) held) state on true
    returning id::int, customer_id::int as "customerId", carrier_id::int as "carrierId", severity, ended_at is null as "isOpen"`;
  return inserted.map(({ isOpen, ...row }) => ({ ...row, change: isOpen ? "opened" : "closed" }));
}
