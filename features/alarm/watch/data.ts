import "server-only";
import type { Db } from "@/db/client";
import type { Calendar } from "../calendar/rules";
import { silencedUntil } from "../evaluation/data";
import type { ExceptionChange } from "../evaluation/schema";

const TOLERANCE = "device.faultToleranceCoefficient";
/** Shipped value of that parameter. */
const SHIPPED_TOLERANCE = "3";

// The worker's side of the alarms: it acts as the system on every customer.

export type Waiting = { probeId: number; alarm: Record<string, unknown> };

/** Locks the probes whose excursions wait for a delay that is over at `until` (epoch ms), the longest first; those in use elsewhere come next time. */
export function lockDue(tx: Db, until: number, limit: number): Promise<Waiting[]> {
  return tx.$client<Waiting[]>`
    select probe_id::int as "probeId", alarm from probe_state
     where due_at <= to_timestamp(${until}::float8 / 1000) order by due_at limit ${limit} for update skip locked`;
}

/** A probe or gateway that has fallen silent or has an open no-data exception. Times in epoch milliseconds. */
export type SilenceFacts = {
  source: "gateway" | "probe";
  id: number;
  deviceId: number;
  customerId: number;
  carrierId: number | null;
  gatewayId: number | null;
  /** Of a gateway: one that tells of it, as long as none does that is kept with its open exception. */
  conditionId: number | null;
  severity: ExceptionChange["severity"];
  measure: string | null;
  /** Whether carrier, switch, silences and device let it raise; always for gateways. */
  mayRaise: boolean;
  calendar: Calendar | null;
  timeZone: string | null;
  lastReceivedAt: number | null;
  reportIntervalSeconds: number;
  coefficient: number;
  openExceptionId: number | null;
  openSince: number | null;
};

/** From so many candidates on it is no help to look at them one by one. */
const MOST_CANDIDATES = 50_000;

/**
 * The probes that may be silent: those that nobody heard for the shortest time that is allowed to any, and those with an
 * open exception. Null where they are so many that all may as well be looked at.
 */
async function findCandidates({ $client: sql }: Db, now: number): Promise<number[] | null> {
  const rows = await sql<{ id: number }[]>`
    select probe_id::int as id from probe_state
     where received_at < to_timestamp(${now}::float8 / 1000 - coalesce(
             (select min(report_interval_seconds) from device where kind <> 'gateway')
             * (select greatest(1, min(content::float8)) from (
                  select content from parameter where code = ${TOLERANCE} union all
                  select ${SHIPPED_TOLERANCE} where not exists (
                    select from parameter where code = ${TOLERANCE} and customer_id is null)) known), 0))
     union
    select probe_id::int from exception
     where kind = 'no-data' and probe_id is not null and ended_at is null and withdrawn_at is null
     limit ${MOST_CANDIDATES + 1}`;
  return rows.length > MOST_CANDIDATES ? null : rows.map(({ id }) => id);
}

/**
 * Every probe with a no-data condition, and every activated gateway, that has been silent for longer than its interval
 * × the fault tolerance coefficient of its customer or has an open exception. What was never heard is unknown and not listed. What was switched off was not
 * listened to: silence counts from the instant at which it came on again, which its trail keeps.
 */
export async function findSilent(db: Db, now: number): Promise<SilenceFacts[]> {
  const sql = db.$client;
  // Of many probes few are silent: what tells of each is joined for these alone.
  const candidates = await findCandidates(db, now);
  const among = candidates ? sql`and p.id = any(${candidates}::bigint[])` : sql``;
  const at = sql`to_timestamp(${now}::float8 / 1000)`;
  const mayRaise = sql`
             d.use = 'activated' and c.status in ('running', 'defrost')
               and (c.alarm_switch = 'on' or (c.alarm_switch = 'paused' and c.alarm_paused_until <= to_timestamp(${now}::float8 / 1000)))`;
  // A gateway has no trigger of its own: whoever a sensor behind it tells is told, also while no sensor is silent yet,
  // and once there is somebody where all behind it was held back at first.
  const behind = sql`(
    select min(ac.id) from device d
      join probe p on p.device_id = d.id
      join mounting m on m.probe_id = p.id and m.unmounted_at is null
      join carrier c on c.id = m.carrier_id
      join alarm_trigger t on t.id = c.alarm_trigger_id and t.is_enabled
      join alarm_condition ac on ac.trigger_id = t.id and ac.kind = 'no-data' and ac.measure = p.measure
     where d.gateway_id = silent.id and ${mayRaise} and ${silencedUntil(sql, sql`c.id`, at)} is null)`;
  return sql<SilenceFacts[]>`
    with facts as (
      select 'probe' as source, p.id, p.device_id, c.customer_id, c.id as carrier_id, d.gateway_id, ac.id as condition_id, coalesce(ac.severity, t.severity) as severity, p.measure, t.calendar, cu.time_zone,
             ${mayRaise} as may_raise,
             ps.received_at, d.kind, d.report_interval_seconds, e.id as open_id, e.started_at as open_since, e.condition_id as told_by
        from alarm_condition ac
        join alarm_trigger t on t.id = ac.trigger_id and t.is_enabled
        join carrier c on c.alarm_trigger_id = t.id
        join customer cu on cu.id = c.customer_id
        join mounting m on m.carrier_id = c.id and m.unmounted_at is null
        join probe p on p.id = m.probe_id and p.measure = ac.measure
        join device d on d.id = p.device_id
        join probe_state ps on ps.probe_id = p.id
        left join exception e on e.probe_id = p.id and e.kind = 'no-data' and e.ended_at is null and e.withdrawn_at is null
       where ac.kind = 'no-data' ${among}
      union all
      select 'gateway', g.id, g.id, g.customer_id, null, null, null, 'major', null, null, null, true, g.last_seen_at, g.kind, g.report_interval_seconds, e.id, e.started_at, e.condition_id
        from device g
        left join exception e on e.device_id = g.id and e.probe_id is null and e.kind = 'no-data' and e.ended_at is null and e.withdrawn_at is null
       where g.kind = 'gateway' and g.use = 'activated'),
    judged as (
      select facts.*, greatest(1, coalesce(own.content, shipped.content, ${SHIPPED_TOLERANCE})::float8) as coefficient
        from facts
        left join parameter own on own.customer_id = facts.customer_id and own.code = ${TOLERANCE}
        left join parameter shipped on shipped.customer_id is null and shipped.code = ${TOLERANCE})
    select source, id::int, device_id::int as "deviceId", customer_id::int as "customerId", carrier_id::int as "carrierId",
           gateway_id::int as "gatewayId", (case when source = 'gateway' and told_by is null then ${behind} else condition_id end)::int as "conditionId",
           severity, measure, may_raise and (open_id is not null or ${silencedUntil(sql, sql`carrier_id`, at)} is null) as "mayRaise", calendar, time_zone as "timeZone",
           (extract(epoch from last_received_at) * 1000)::float8 as "lastReceivedAt", report_interval_seconds as "reportIntervalSeconds", coefficient,
           open_id::int as "openExceptionId", (extract(epoch from open_since) * 1000)::float8 as "openSince"
      from (
        select facts.*, greatest(received_at, case when open_id is null then (
                 select max(a.at) from audit a
                  where a.entity in ('device', facts.kind) and a.entity_id = facts.device_id::text and a.at > facts.received_at
                    and a.new_values->>'use' = 'activated') end) as last_received_at
          from judged as facts
         where open_id is not null
            or received_at < to_timestamp(${now}::float8 / 1000 - report_interval_seconds * coefficient)) silent
     where open_id is not null
        or last_received_at < to_timestamp(${now}::float8 / 1000 - report_interval_seconds * coefficient)`;
}

export type NewSilence = Pick<
  SilenceFacts,
  "deviceId" | "customerId" | "carrierId" | "conditionId" | "severity" | "measure"
> & {
  probeId: number | null;
  startedAt: number;
  heldBack: number[];
};

/** Of these devices those that are in use; they stay so until the transaction ends. */
export async function holdWorking(tx: Db, deviceIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.$client<{ id: number }[]>`
    select id::int from device where id = any(${[...deviceIds]}::bigint[]) and use = 'activated' order by id for share`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Holds probes, as arriving readings do, and after them the conditions, as who takes those away does: what is asked of
 * either from here on stays so until the transaction ends. The devices are held before.
 */
export async function holdWatched(tx: Db, { probeIds, conditionIds }: Record<"probeIds" | "conditionIds", number[]>) {
  await tx.$client`select from probe_state where probe_id = any(${probeIds}::bigint[]) order by probe_id for update`;
  await tx.$client`select from alarm_condition where id = any(${conditionIds}::bigint[]) order by id for key share`;
}

/**
 * Opens no-data exceptions. Another worker may have been quicker: only those really made are returned. None is made of
 * a probe that its condition does not follow any more, for nothing would end it; a gateway's needs no condition.
 */
export async function openSilences(tx: Db, rows: readonly NewSilence[], now: number): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const changed: ExceptionChange[] = [];
  for (const row of rows) {
    const isFollowed =
      row.probeId === null
        ? sql`true`
        : sql`exists (
            select from mounting m
              join carrier c on c.id = m.carrier_id
              join alarm_trigger t on t.id = c.alarm_trigger_id and t.is_enabled
              join alarm_condition ac on ac.trigger_id = t.id and ac.id = ${row.conditionId}
             where m.probe_id = ${row.probeId} and m.carrier_id = ${row.carrierId} and m.unmounted_at is null)`;
    const made = await sql<Omit<ExceptionChange, "change">[]>`
      insert into exception (customer_id, carrier_id, device_id, probe_id, condition_id, kind, measure, severity, started_at, raised_at, context)
      select ${row.customerId}, ${row.carrierId}, ${row.deviceId}, ${row.probeId}, (select id from alarm_condition where id = ${row.conditionId}),
             'no-data', ${row.measure}, ${row.severity}, to_timestamp(${row.startedAt}::float8 / 1000), to_timestamp(${now}::float8 / 1000),
             ${JSON.stringify(contextOf(row))}::text::jsonb
       where ${isFollowed}
      on conflict do nothing
      returning id::int, customer_id::int as "customerId", carrier_id::int as "carrierId", severity`;
    changed.push(...made.map((one) => ({ ...one, change: "opened" as const })));
  }
  return changed;
}

export type Untold = { id: number; conditionId: number | null; heldBack: number[] };

/** Gives open silences that nobody was told of their conditions, unless these are gone. Returns those that got theirs. */
export async function giveConditions(tx: Db, rows: readonly Untold[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const given = await tx.$client<{ id: number }[]>`
    update exception e set condition_id = ac.id, context = coalesce(e.context, '{}') || n.context
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.conditionId)}::bigint[],
                  ${rows.map((row) => JSON.stringify(contextOf(row)))}::text[]::jsonb[]) as n(id, condition_id, context)
      join alarm_condition ac on ac.id = n.condition_id
     where e.id = n.id and e.condition_id is null and e.ended_at is null and e.withdrawn_at is null
    returning e.id::int`;
  return given.map(({ id }) => id);
}

const contextOf = ({ heldBack }: Pick<NewSilence, "heldBack">) => (heldBack.length > 0 ? { heldBack } : {});

/** Closes no-data exceptions at the moment when something arrived again. */
export async function closeSilences(
  tx: Db,
  rows: readonly { id: number; endedAt: number }[],
): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const changed = await tx.$client<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(to_timestamp(n.ended_at / 1000), e.started_at)
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.endedAt)}::float8[]) as n(id, ended_at)
     where e.id = n.id and e.ended_at is null
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity`;
  return changed.map((one) => ({ ...one, change: "closed" }));
}
