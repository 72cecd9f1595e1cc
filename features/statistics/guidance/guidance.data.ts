import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { DeviceKind, ExceptionType, Measure } from "@/db/enums";
import { guidanceText } from "@/db/schema";
import { KINDS_WITH_FIGURES, typeOf } from "@/features/exception/kind.rules";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import type { Range } from "../period.rules";
import type { Occurrence } from "./guidance.rules";
import type { GuidanceQuery, GuidanceTextInput } from "./guidance.schema";

/** How long before the start an open door counts. */
const DOOR_BEFORE_MINUTES = 10;

type Row = Omit<Occurrence, "type"> & { measure: Measure | null; deviceKind: DeviceKind };

/** The newest exceptions of visible carriers that began in the range, withdrawn ones excepted. */
export async function findOccurrences(
  db: Db,
  scope: Scope,
  { sceneId, carrierType, carrierId }: Pick<GuidanceQuery, "sceneId" | "carrierType" | "carrierId">,
  { from, to }: Range,
  limit: number,
): Promise<Occurrence[]> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  const rows = await sql<Row[]>`
    with found as materialized (
      select e.*, c.name as carrier_name
        from exception e join carrier c on c.id = e.carrier_id
       where e.started_at >= to_timestamp(${from} / 1000.0) and e.started_at < to_timestamp(${to} / 1000.0)
         and e.withdrawn_at is null and ${atCustomers(sql, sql`e.customer_id`, arrays)}
         ${arrays.sceneIds ? sql`and c.scene_id = any(${arrays.sceneIds}::bigint[])` : sql``}
         ${carrierType ? sql`and c.type = ${carrierType}` : sql``}
         ${carrierId ? sql`and c.id = ${carrierId}` : sql``}
         ${
           sceneId
             ? sql`and c.scene_id in (
                 with recursive tree as (
                   select ${sceneId}::bigint as id union select n.id from scene n join tree on n.parent_id = tree.id)
                 select id from tree)`
             : sql``
         }
       order by e.started_at desc limit ${limit})
    select e.id::int, e.kind, e.measure, e.side, d.kind as "deviceKind", e.carrier_id::int as "carrierId",
           e.carrier_name as "carrierName", e.probe_id::int as "probeId",
           d.serial_number || case when coalesce(p.channel, '') = '' then '' else ' · ' || p.channel end as "probeName",
           round(date_part('epoch', e.started_at) * 1000) as "startedAt",
           round(date_part('epoch', e.ended_at) * 1000) as "endedAt",
           e.reason_id::int as "reasonId", x.code as "reasonCode", x.name as "reasonName",
           case when o.doors = 0 then null else e.context ? 'doorOpenSince' or o.is_open end as "isDoorOpen",
           e.context ? 'powerLostSince' as "isPowerLost",
           case when e.side = 'above' then e.peak - e.maximum when e.side = 'below' then e.minimum - e.peak end as excess,
           coalesce(r.rivals, 0)::int as rivals
      from found e
      join device d on d.id = e.device_id
      left join probe p on p.id = e.probe_id
      left join exception_reason x on x.id = e.reason_id
     cross join lateral (
       select count(*) as doors,
              coalesce(bool_or(exists (
                select from readings_between(q.id, e.started_at - ${DOOR_BEFORE_MINUTES}::int * interval '1 minute',
                                             coalesce(e.ended_at, e.started_at + interval '1 hour')) a
                 where a.value >= 0.5)) filter (where e.kind = any(${KINDS_WITH_FIGURES}::text[])), false) as is_open
         from mounting m join probe q on q.id = m.probe_id and q.measure = 'door'
        where m.carrier_id = e.carrier_id and m.mounted_at <= e.started_at
          and (m.unmounted_at is null or m.unmounted_at > e.started_at)) o
      left join lateral (
        select count(*) as rivals from mounting m join probe q on q.id = m.probe_id and q.measure = e.measure
         where m.carrier_id = e.carrier_id and m.mounted_at <= e.started_at
           and (m.unmounted_at is null or m.unmounted_at > e.started_at)) r on true
     order by e.started_at desc`;
  return rows.map(({ measure, deviceKind, ...row }) => ({
    ...row,
    type: typeOf({ kind: row.kind, measure, device: { kind: deviceKind } }),
  }));
}

/** The platform's texts in a language. */
export async function findTexts(db: Db, locale: string): Promise<Partial<Record<ExceptionType, string>>> {
  const rows = await db
    .select({ type: guidanceText.type, text: guidanceText.text })
    .from(guidanceText)
    .where(eq(guidanceText.locale, locale));
  return Object.fromEntries(rows.map(({ type, text }) => [type, text]));
}

/** Stores a text, or deletes it if it is empty; returns the one before. */
export async function saveText(
  tx: Db,
  { type, locale, content: text }: GuidanceTextInput,
  now: Date,
): Promise<string | null> {
  const where = and(eq(guidanceText.type, type), eq(guidanceText.locale, locale));
  const [old] = await tx.select({ text: guidanceText.text }).from(guidanceText).where(where).for("update");
  if (text === "") await tx.delete(guidanceText).where(where);
  else
    await tx
      .insert(guidanceText)
      .values({ type, locale, text, updatedAt: now })
      .onConflictDoUpdate({
        target: [guidanceText.type, guidanceText.locale],
        set: { text, updatedAt: now },
      });
  return old?.text ?? null;
}
