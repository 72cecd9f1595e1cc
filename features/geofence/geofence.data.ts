import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { geofence, geofenceTarget, historyHorizon } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility, visibilityOf } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { Store, SwitchableStore } from "@/lib/resource/crud";
import { containsPattern } from "@/lib/resource/list-query";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { judgeAgain } from "./crossing.data";
import { namedBy } from "./geofence.rules";
import {
  type GeofenceChoiceDto,
  type GeofenceChoiceQuery,
  type GeofenceDto,
  type GeofenceInput,
  type GeofenceListQuery,
  type GeofenceTarget,
  keyOf,
} from "./geofence.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Row = Omit<GeofenceDto, "createdAt"> & { createdAt: number };

/** All accounts of a customer see its geofences, since these concern the carriers of all nodes. */
function visible(sql: Sql, { scope }: Visibility): Fragment {
  const { customerIds } = scopeArrays(scope);
  return customerIds ? sql`f.customer_id = any(${customerIds}::bigint[])` : sql`true`;
}

/** Condition: the target `t` is visible. */
function isShown(sql: Sql, visibility: Visibility): Fragment {
  const { sceneIds } = scopeArrays(visibility.scope);
  const scene = sceneIds ? sql`t.scene_id = any(${sceneIds}::bigint[])` : sql`true`;
  return sql`case when t.carrier_id is null then ${scene} else ${isVisible(sql, visibility, "carrier", "tc")} end`;
}

/** Geofences with their targets and the carriers inside; `tail` filters, orders and limits. */
async function select(db: Db, visibility: Visibility, tail: (sql: Sql) => Fragment): Promise<GeofenceDto[]> {
  const sql = db.$client;
  const rows = await sql<Row[]>`
    select f.id::int, f.customer_id::int as "customerId", cu.name as "customerName", f.name, f.description, f.shape,
           f.longitude, f.latitude, f.radius_metres as "radiusMetres", f.points, f.is_enabled as "isEnabled",
           f.starts_transport as "startsTransport",
           round(date_part('epoch', f.created_at) * 1000) as "createdAt", f.version, coalesce(watched.targets, '[]') as targets,
           coalesce(watched.hidden, 0)::int as "hiddenTargets",
           (select count(*)::int from (
              select distinct on (e.carrier_id) e.carrier_id, e.kind from geofence_event e
               where e.geofence_id = f.id order by e.carrier_id, e.at desc) last
             join carrier c on c.id = last.carrier_id
            where last.kind = 'enter' and ${isVisible(sql, visibility, "carrier", "c")}) as "insideCount"
      from geofence f
      join customer cu on cu.id = f.customer_id
      left join lateral (
        select jsonb_agg(jsonb_build_object('kind', k.kind, 'id', k.id, 'name', k.name) order by k.kind desc, lower(k.name))
                 filter (where k.is_shown) as targets,
               count(*) filter (where not k.is_shown) as hidden
          from (select case when t.scene_id is null then 'carrier' else 'scene' end as kind,
                       coalesce(t.scene_id, t.carrier_id)::int as id, coalesce(ts.name, tc.name) as name,
                       ${isShown(sql, visibility)} as is_shown
                  from geofence_target t
                  left join carrier tc on tc.id = t.carrier_id
                  left join scene ts on ts.id = t.scene_id
                 where t.geofence_id = f.id) k) watched on true
     ${tail(sql)}`;
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: new Date(createdAt).toISOString() }));
}

async function get(db: Db, visibility: Visibility, id: number): Promise<GeofenceDto> {
  const [row] = await select(db, visibility, (sql) => sql`where f.id = ${id} and ${visible(sql, visibility)}`);
  if (!row) throw notFound("geofence", id);
  return row;
}

/** The row before the change, locked, so that concurrent changes are serialised. */
async function locked(ctx: OperationContext, id: number): Promise<GeofenceDto> {
  const visibility = visibilityOf(ctx);
  await ctx.db.$client`select from geofence f where f.id = ${id} and ${visible(ctx.db.$client, visibility)} for update`;
  const row = await get(ctx.db, visibility, id);
  resolveWriteTarget(ctx, { customerId: row.customerId });
  return row;
}

/** Rejects a target that is not visible or belongs to another customer. */
async function checkTargets(ctx: OperationContext, customerId: number, targets: readonly GeofenceTarget[]) {
  const sql = ctx.db.$client;
  const ids = (kind: GeofenceTarget["kind"]) => targets.filter((target) => target.kind === kind).map(({ id }) => id);
  const found = await sql<GeofenceTarget[]>`
    select 'scene' as kind, id::int from scene where id = any(${ids("scene")}::bigint[]) and customer_id = ${customerId}
    union all
    select 'carrier', c.id::int from carrier c
     where c.id = any(${ids("carrier")}::bigint[]) and c.customer_id = ${customerId} and ${isVisible(sql, visibilityOf(ctx), "carrier", "c")}`;
  const known = new Set(found.map(keyOf));
  const missing = targets.findIndex((target) => !known.has(keyOf(target)));
  if (missing < 0) return;
  const issue = { path: `targets.${missing}`, rule: "reference", message: "refers to a record that does not exist" };
  throw new AppError("NOT_FOUND", `${issue.path}: not found`, { issues: [issue] });
}

const columnsOf = (input: GeofenceInput) => {
  const isCircle = input.shape === "circle";
  return {
    name: input.name,
    description: input.description,
    shape: input.shape,
    longitude: isCircle ? (input.longitude ?? null) : null,
    latitude: isCircle ? (input.latitude ?? null) : null,
    radiusMetres: isCircle ? (input.radiusMetres ?? null) : null,
    points: isCircle ? null : (input.points ?? null),
    isEnabled: input.isEnabled,
    startsTransport: input.startsTransport,
  };
};

/** Targets that the actor cannot see are left as they are. */
async function saveTargets(ctx: OperationContext, geofenceId: number, targets: readonly GeofenceTarget[]) {
  const sql = ctx.db.$client;
  await sql`
    delete from geofence_target t
     where t.geofence_id = ${geofenceId}
       and (t.carrier_id is null
            or exists (select from carrier c where c.id = t.carrier_id and ${isVisible(sql, visibilityOf(ctx), "carrier", "c")}))`;
  if (targets.length === 0) return;
  await ctx.db.insert(geofenceTarget).values(targets.map(({ kind, id }) => ({ geofenceId, [`${kind}Id`]: id })));
}

/**
 * Names of the alarm triggers with a condition on this geofence. The row is locked, so a trigger cannot start to use it
 * meanwhile.
 */
async function findNamingTriggers(db: Db, id: number): Promise<string[]> {
  const rows = await db.$client<{ name: string }[]>`
    select name from alarm_trigger t
     where exists (select from alarm_condition ac where ac.trigger_id = t.id and ac.geofence_id = ${id})
     order by lower(name), id`;
  return rows.map(({ name }) => name);
}

/**
 * The instant from which positions are evaluated: the oldest retained one. Events of deleted positions have no evidence
 * left.
 */
async function lookBack({ db }: Pick<OperationContext, "db">, customerId: number): Promise<Date> {
  const [row] = await db
    .select({ cleared: historyHorizon.positionsCleared })
    .from(historyHorizon)
    .where(eq(historyHorizon.customerId, customerId));
  return row?.cleared ?? new Date(0);
}

const isAnother = (old: GeofenceDto, values: ReturnType<typeof columnsOf>): boolean =>
  (["shape", "longitude", "latitude", "radiusMetres", "points"] as const).some(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(values[field]),
  );

export const geofenceStore: Store<GeofenceDto, GeofenceInput, GeofenceListQuery> & SwitchableStore<GeofenceDto> = {
  entity: "geofence",
  customerOf: ({ customerId }) => customerId,
  async find(ctx, { q, shape, isEnabled, customerId, sort, dir, iDisplayStart, iDisplayLength }) {
    const visibility = visibilityOf(ctx);
    const where = (sql: Sql) => sql`where ${visible(sql, visibility)}
      and ${q ? sql`(f.name ilike ${containsPattern(q)} or f.description ilike ${containsPattern(q)})` : sql`true`}
      and ${shape ? sql`f.shape = ${shape}` : sql`true`}
      and ${isEnabled === undefined ? sql`true` : sql`f.is_enabled = ${isEnabled}`}
      and ${customerId ? sql`f.customer_id = ${customerId}` : sql`true`}`;
    const items = await select(ctx.db, visibility, (sql) => {
      const direction = dir === "asc" ? sql`asc` : sql`desc`;
      const key = sort === "name" ? sql`lower(f.name)` : sql`f.created_at`;
      return sql`${where(sql)} order by ${key} ${direction}, f.id limit ${iDisplayLength} offset ${iDisplayStart}`;
    });
    const sql = ctx.db.$client;
    const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from geofence f ${where(sql)}`;
    return { items, total: counted?.total ?? 0 };
  },
  get: (ctx, id) => get(ctx.db, visibilityOf(ctx), id),
  async insert(ctx, input) {
    const { customerId } = resolveWriteTarget(ctx, { customerId: input.customerId });
    await lockActiveCustomer(ctx.db, customerId);
    await checkTargets(ctx, customerId, input.targets);
    const values = { ...columnsOf(input), customerId, judgedFrom: await lookBack(ctx, customerId) };
    const [row] = await ctx.db.insert(geofence).values(values).returning({ id: geofence.id });
    const id = row?.id as number;
    await saveTargets(ctx, id, input.targets);
    await judgeAgain(ctx.db, id);
    return get(ctx.db, visibilityOf(ctx), id);
  },
  inputOf: ({ targets, ...fence }) => ({ ...fence, targets: targets.map(({ name: _, ...target }) => target) }),
  /** Targets belong to the geofence's customer. If the shape changes, all retained positions are evaluated. */
  async update(ctx, id, input) {
    const old = await locked(ctx, id);
    const { customerId } = old;
    if (input.customerId !== undefined && input.customerId !== customerId) {
      const issue = { path: "customerId", rule: "fixed", message: "a geofence stays with its customer" };
      throw new AppError("CONFLICT", `customerId: ${issue.message}`, { issues: [issue] });
    }
    await checkTargets(ctx, customerId, input.targets);
    const values = columnsOf(input);
    const judgedFrom = isAnother(old, values) ? { judgedFrom: await lookBack(ctx, customerId) } : {};
    await save(ctx, id, { ...values, ...judgedFrom });
    await saveTargets(ctx, id, input.targets);
    await judgeAgain(ctx.db, id);
    return { old, new: await get(ctx.db, visibilityOf(ctx), id) };
  },
  /**
   * Deletes the events too; the user has confirmed. Rejected while a trigger uses the geofence, since its alarms would
   * end silently.
   */
  async remove(ctx, id) {
    const old = await locked(ctx, id);
    const triggers = await findNamingTriggers(ctx.db, id);
    if (triggers.length > 0) throw namedBy(triggers);
    await ctx.db.$client`delete from geofence where id = ${id}`;
    return old;
  },
  async switch(ctx, id, isEnabled) {
    const old = await locked(ctx, id);
    await save(ctx, id, { isEnabled });
    if (isEnabled) await judgeAgain(ctx.db, id);
    return { old, new: await get(ctx.db, visibilityOf(ctx), id) };
  },
};

const save = ({ db }: OperationContext, id: number, values: Partial<typeof geofence.$inferInsert>) =>
  db.update(geofence).set(values).where(eq(geofence.id, id));

/** Maximum number of options of each kind. */
const OFFERED = 12;

/** Nodes and carriers that a geofence may watch, by name. */
export function findChoices(db: Db, visibility: Visibility, query: GeofenceChoiceQuery): Promise<GeofenceChoiceDto[]> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const within = (column: string) => (sceneIds ? sql`${sql(column)} = any(${sceneIds}::bigint[])` : sql`true`);
  const own = sql`${customerIds ? sql`x.customer_id = any(${customerIds}::bigint[])` : sql`true`}
    and ${query.customerId ? sql`x.customer_id = ${query.customerId}` : sql`true`}
    and ${query.q ? sql`x.name ilike ${containsPattern(query.q)}` : sql`true`}`;
  return sql<GeofenceChoiceDto[]>`
    select k.kind, k.id::int, k.customer_id::int as "customerId", cu.name as "customerName", k.name, k.place
      from ((select 1 as position, 'carrier' as kind, x.id, x.customer_id, x.name, p.name as place
               from carrier x left join scene p on p.id = x.scene_id
              where ${own} and ${isVisible(sql, visibility, "carrier", "x")}
                and (x.type = 'vehicle' or exists (select from carrier_state s where s.carrier_id = x.id and s.position_at is not null))
              order by lower(x.name), x.id limit ${OFFERED})
            union all
            (select 2, 'scene', x.id, x.customer_id, x.name, p.name
               from scene x left join scene p on p.id = x.parent_id and ${within("p.id")}
              where ${own} and ${within("x.id")} order by lower(x.name), x.id limit ${OFFERED})) k
      join customer cu on cu.id = k.customer_id
     order by k.position, lower(k.name), k.id`;
}

/** The enabled geofences of a customer, to draw beside a track. */
export const findInForce = (db: Db, visibility: Visibility, customerId: number): Promise<GeofenceDto[]> =>
  select(
    db,
    visibility,
    (sql) =>
      sql`where f.customer_id = ${customerId} and f.is_enabled and ${visible(sql, visibility)} order by lower(f.name), f.id`,
  );
