import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ForwardEvent } from "@/db/enums";
import { forwardEvent, forwardState } from "@/db/schema";
import type { ForwardStateDto } from "../forward.schema";
import { conditionOf } from "./rules";
import type { ForwardEventDto, TrafficHour } from "./schema";

/** Instants in epoch ms. */
type Row = {
  id: number;
  waiting: number;
  waitingSince: number | null;
  connectedAt: number | null;
  lastSuccessAt: number | null;
  errorCode: string | null;
  errorDetail: string | null;
  errorAt: number | null;
  failures: number;
  nextTryAt: number;
  replayFrom: number | null;
  replayUntil: number | null;
  replayCursor: number | null;
};

const isoOf = (at: number) => new Date(at).toISOString();
const text = (at: number | null) => (at === null ? null : isoOf(at));

/** Maximum number of batches of a kind that are counted. */
const COUNTED_BATCHES = 5000;

/** States of these targets. The caller has checked the scope. */
export async function findStates(
  db: Db,
  targets: readonly { id: number; isEnabled: boolean }[],
  now: Date,
): Promise<Map<number, ForwardStateDto>> {
  const ids = targets.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const ms = (column: string) => db.$client.unsafe(`(extract(epoch from ${column}) * 1000)::float8`);
  const rows = await db.$client<Row[]>`
    select s.target_id::int as id, coalesce(w.waiting, 0)::int as waiting, ${ms("w.since")} as "waitingSince",
           ${ms("s.connected_at")} as "connectedAt", ${ms("s.last_success_at")} as "lastSuccessAt",
           s.error_code as "errorCode", s.error_detail as "errorDetail", ${ms("s.error_at")} as "errorAt", s.failures,
           ${ms("s.next_try_at")} as "nextTryAt", ${ms("s.replay_from")} as "replayFrom",
           ${ms("s.replay_until")} as "replayUntil", ${ms("s.replay_cursor")} as "replayCursor"
      from forward_state s
      join forward_target t on t.id = s.target_id
      left join lateral (
        select sum(b.size) as waiting, min(b.created_at) as since
          from (values ('readings', t.sends_readings), ('exceptions', t.sends_exceptions)) k (kind, is_sent)
         cross join lateral (
           (select size, created_at from forward_batch
             where customer_id = t.customer_id and kind = k.kind and position > s.cursor
             order by position limit ${COUNTED_BATCHES})
           union all
           (select size, created_at from forward_batch
             where customer_id = t.customer_id and kind = k.kind and position is null limit ${COUNTED_BATCHES})) b
         where t.is_enabled and k.is_sent) w on true
     where s.target_id = any(${ids}::bigint[])`;
  const enabled = new Map(targets.map(({ id, isEnabled }) => [id, isEnabled]));
  return new Map(rows.map((row) => [row.id, stateOf(row, enabled.get(row.id) ?? false, now)]));
}

function stateOf(row: Row, isEnabled: boolean, now: Date): ForwardStateDto {
  const { replayFrom, replayUntil, replayCursor } = row;
  const isReplaying = replayCursor !== null;
  return {
    condition: conditionOf({ ...row, isEnabled, isReplaying }, now.getTime()),
    waiting: row.waiting,
    waitingSince: text(row.waitingSince),
    connectedAt: text(row.connectedAt),
    lastSuccessAt: text(row.lastSuccessAt),
    errorCode: row.errorCode,
    errorDetail: row.errorDetail ?? "",
    errorAt: text(row.errorAt),
    failures: row.failures,
    nextTryAt: row.failures > 0 ? text(row.nextTryAt) : null,
    replay:
      replayFrom !== null && replayUntil !== null && replayCursor !== null
        ? { from: isoOf(replayFrom), until: isoOf(replayUntil), at: isoOf(replayCursor) }
        : null,
  };
}

/** Hourly traffic of a target since an instant, without empty hours. */
export async function findTraffic(db: Db, targetId: number, since: Date): Promise<TrafficHour[]> {
  const rows = await db.$client<(Omit<TrafficHour, "hour"> & { hour: number })[]>`
    select (extract(epoch from hour) * 1000)::float8 as hour, messages::float8, readings::float8, exceptions::float8, bytes::float8, failures::float8
      from forward_hour where target_id = ${targetId} and hour >= ${since.toISOString()}::timestamptz order by hour`;
  return rows.map((row) => ({ ...row, hour: isoOf(row.hour) }));
}

const SHOWN_EVENTS = 100;

/** Latest events of a target, newest first. */
export async function findEvents(db: Db, targetId: number): Promise<ForwardEventDto[]> {
  const rows = await db
    .select()
    .from(forwardEvent)
    .where(eq(forwardEvent.targetId, targetId))
    .orderBy(desc(forwardEvent.id))
    .limit(SHOWN_EVENTS);
  return rows.map(({ id, kind, errorCode, detail, at }) => ({ id, kind, errorCode, detail, at: at.toISOString() }));
}

export const insertEvent = (
  db: Db,
  targetId: number,
  kind: ForwardEvent,
  { errorCode = null, detail = "" }: { errorCode?: string | null; detail?: string } = {},
) => db.insert(forwardEvent).values({ targetId, kind, errorCode, detail });

/** SQL: the earlier of an instant and the progress of a replay, if one is active. */
const earlier = (from: Date) => sql`least(${forwardState.replayCursor}, ${from.toISOString()}::timestamptz)`;

/** Starts a replay of what was measured between two instants, beside new data. An active replay is extended. */
export const startReplay = (db: Db, targetId: number, from: Date, until: Date) =>
  db
    .update(forwardState)
    .set({
      replayFrom: earlier(from),
      replayUntil: sql`greatest(${forwardState.replayUntil}, ${until.toISOString()}::timestamptz)`,
      replayCursor: earlier(from),
      replayTo: null,
      replayParts: 0,
    })
    .where(eq(forwardState.targetId, targetId));
