import "server-only";
import { and, asc, count, eq, ilike, is, or, type SQL, sql } from "drizzle-orm";
import { PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { Measure, NoticeChannel } from "@/db/enums";
import { alarmTrigger, device, notificationPlanRow, zone } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { ofCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { type Visibility, visibleDevices } from "@/lib/auth/visibility";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { ChoiceQuery, GatewayChoiceDto, NamedChoice, TriggerChoiceDto, ZoneChoiceDto } from "./choice.schema";
import type { SceneChoice } from "./monitoring/monitoring.schema";

type Columns = Record<string, PgColumn | SQL.Aliased<unknown>>;
type Named = PgTable & { id: PgColumn; name: PgColumn; customerId: PgColumn };

/** One page of rows, ordered by name. */
async function choose<T>(db: Db, table: Named, columns: Columns, query: ChoiceQuery, where?: SQL) {
  const all = and(
    where,
    query.customerId === undefined ? undefined : eq(table.customerId, query.customerId),
    query.q ? or(...searched(columns).map((column) => ilike(column, containsPattern(query.q ?? "")))) : undefined,
  );
  const items = await db
    .select(columns)
    .from(table as PgTable)
    .where(all)
    .orderBy(asc(sql`lower(${table.name})`), asc(table.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db
    .select({ total: count() })
    .from(table as PgTable)
    .where(all);
  return { items: items as T[], total: counted?.total ?? 0 };
}

const searched = ({ name, serialNumber, mac }: Columns): PgColumn[] =>
  [name, serialNumber, mac].filter((column) => is(column, PgColumn));

export const findTriggers = (db: Db, scope: Scope, query: ChoiceQuery): Promise<Page<TriggerChoiceDto>> => {
  const { id, name, severity, isEnabled, customerId } = alarmTrigger;
  const channels = sql<NoticeChannel[]>`array(
    select distinct unnest(r.channels) from ${notificationPlanRow} r where r.trigger_id = ${alarmTrigger}.id order by 1)`;
  const columns = { id, name, severity, isEnabled, channels: channels.as("channels") };
  return choose(db, alarmTrigger, columns, query, ofCustomers(scope, customerId));
};

export const findZones = (
  db: Db,
  scope: Scope,
  query: ChoiceQuery & { measure?: Measure | undefined },
): Promise<Page<ZoneChoiceDto>> => {
  const { id, name, measure, minimum, maximum, customerId } = zone;
  const ofMeasure = query.measure === undefined ? undefined : eq(measure, query.measure);
  return choose(
    db,
    zone,
    { id, name, measure, minimum, maximum },
    query,
    and(ofCustomers(scope, customerId), ofMeasure),
  );
};

const seenGateways = (visibility: Visibility) => and(eq(device.kind, "gateway"), visibleDevices(visibility, device));

export const findGateways = (db: Db, visibility: Visibility, query: ChoiceQuery): Promise<Page<GatewayChoiceDto>> => {
  const { id, name, serialNumber, mac } = device;
  return choose(db, device, { id, name, serialNumber, mac }, query, seenGateways(visibility));
};

/** The records named by the criteria in the URL, as far as they are visible. */
export async function findChosen(
  db: Db,
  visibility: Visibility,
  { alarmTriggerId, gatewayId }: { alarmTriggerId?: number | undefined; gatewayId?: number | undefined },
): Promise<{ trigger: NamedChoice | null; gateway: NamedChoice | null }> {
  const first = async (table: typeof alarmTrigger | typeof device, id: number | undefined, where: SQL | undefined) => {
    if (id === undefined) return null;
    const { id: idColumn, name } = table;
    const [row] = await db
      .select({ id: idColumn, name })
      .from(table)
      .where(and(eq(idColumn, id), where));
    return row ?? null;
  };
  const [trigger, gateway] = await Promise.all([
    first(alarmTrigger, alarmTriggerId, ofCustomers(visibility.scope, alarmTrigger.customerId)),
    first(device, gatewayId, seenGateways(visibility)),
  ]);
  return { trigger, gateway };
}

/** Maximum nodes offered as a filter. Beyond that, only the topmost are offered. */
const MAXIMUM_CHOICES = 300;

/** The nodes of the scope in tree order; only the topmost ones if there are too many. */
export async function findSceneChoices(db: Db, scope: Scope): Promise<SceneChoice[]> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  return db.$client<SceneChoice[]>`
    with recursive visible as (
      select id, parent_id, name, sort_order from scene
       where (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or id = any(${sceneIds}::bigint[]))),
    tree as (
      select v.id, v.name, 0 as depth, array[(v.sort_order, v.name, v.id)] as way from visible v
       where v.parent_id is null or v.parent_id not in (select id from visible)
      union all
      select v.id, v.name, tree.depth + 1, tree.way || (v.sort_order, v.name, v.id)
        from tree join visible v on v.parent_id = tree.id),
    upper_nodes as (select * from tree order by depth, way limit ${MAXIMUM_CHOICES})
    select id::int, name, depth from upper_nodes order by way`;
}
