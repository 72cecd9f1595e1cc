import "server-only";
import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Db } from "@/db/client";
import { type DeviceKind, type ExceptionKind, type ExceptionType, MEASURES } from "@/db/enums";
import { carrier, device, exception } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { isOfDevice, isVisible } from "./exception.data";
import { SEVERITY_RANK } from "./exception.rules";
import type { ExceptionListQuery, ExceptionSummaryDto } from "./exception.schema";
import { MEASURED } from "./kind.rules";

const isOpen = and(isNull(exception.endedAt), isNull(exception.withdrawnAt));

function matches(db: Db, text: string): SQL | undefined {
  const pattern = containsPattern(text);
  const carriers = db.select({ id: carrier.id }).from(carrier).where(sql`${carrier.name} ilike ${pattern}`);
  const devices = db
    .select({ id: device.id })
    .from(device)
    .where(sql`${device.name} ilike ${pattern} or ${device.serialNumber} ilike ${pattern}`);
  return or(inArray(exception.carrierId, carriers), inArray(exception.deviceId, devices));
}

/** The kinds of device whose lost connection is a separate type; all others count as sensors. */
const CONNECTED: Partial<Record<ExceptionType, DeviceKind>> = {
  "gateway-connect": "gateway",
  "display-connect": "display",
  "relay-connect": "relay",
};

/** `typeOf` of the kinds as SQL; a test ensures that both agree. */
function isOfType(db: Db, type: ExceptionType): SQL | undefined {
  const isKind = (kind: ExceptionKind) => eq(exception.kind, kind);
  const at = (kinds: readonly DeviceKind[]) =>
    inArray(
      exception.deviceId,
      db
        .select({ id: device.id })
        .from(device)
        .where(inArray(device.kind, [...kinds])),
    );
  const isConnection = or(isKind("no-data"), isKind("slow"));
  const isPower = or(isKind("blackout"), and(isKind("state"), sql`${exception.measure} is not distinct from 'power'`));
  const isBlackout = and(isPower, at(["gateway"]));
  if (type === "retained" || type === "geofence") return isKind(type);
  if (type === "gateway-blackout") return isBlackout;
  if (type === "sensor-connect") return and(isConnection, not(at(Object.values(CONNECTED))));
  const kind = CONNECTED[type];
  if (kind) return and(isConnection, at([kind]));
  const measures = MEASURES.filter((measure) => MEASURED[measure] === type);
  const ofMeasure = inArray(exception.measure, measures);
  return and(
    notInArray(exception.kind, ["no-data", "slow", "retained", "geofence"]),
    type === "device" ? or(ofMeasure, isNull(exception.measure)) : ofMeasure,
    not(isBlackout as SQL),
  );
}

/** At a node or in its subtree: a carrier, or a device without a carrier. */
function below(sceneId: number): SQL | undefined {
  const tree = sql`(
    with recursive tree as (
      select ${sceneId}::bigint as id union select scene.id from scene join tree on scene.parent_id = tree.id
    ) select id from tree)`;
  return or(sql`${carrier.sceneId} in ${tree}`, isOfDevice(sql`${device.sceneId} in ${tree}`));
}

/** The filters of the list. Open exceptions are included whatever the span. */
function filters(db: Db, scope: Scope, query: ExceptionListQuery): SQL | undefined {
  const { from, to } = query;
  const inSpan = and(
    from ? gte(exception.startedAt, new Date(from)) : undefined,
    to ? lt(exception.startedAt, new Date(to)) : undefined,
  );
  return and(
    isVisible(scope),
    query.withdrawn === "true" ? undefined : isNull(exception.withdrawnAt),
    query.removed === "true" ? undefined : isNull(exception.removedAt),
    query.state && (query.state === "open" ? isOpen : isNotNull(exception.endedAt)),
    query.acknowledged && (query.acknowledged === "yes" ? isNotNull : isNull)(exception.acknowledgedAt),
    query.status && eq(exception.status, query.status),
    query.severity && eq(exception.severity, query.severity),
    query.kind && eq(exception.kind, query.kind),
    query.type && isOfType(db, query.type),
    query.carrierType && eq(carrier.type, query.carrierType),
    query.carrierId ? eq(exception.carrierId, query.carrierId) : undefined,
    query.deviceId ? eq(exception.deviceId, query.deviceId) : undefined,
    query.sceneId ? below(query.sceneId) : undefined,
    query.ids ? inArray(exception.id, query.ids.split(",").map(Number)) : undefined,
    query.q ? matches(db, query.q) : undefined,
    inSpan && or(inSpan, isOpen),
  );
}

const severityRank = sql.join(
  [
    sql`case ${exception.severity}`,
    ...Object.entries(SEVERITY_RANK).map(([severity, rank]) => sql`when ${severity}::text then ${rank}::int`),
    sql`end`,
  ],
  sql` `,
);

/** The end, the withdrawal or now. */
const endOf = (now: Date) =>
  sql`coalesce(${exception.endedAt}, ${exception.withdrawnAt}, ${now.toISOString()}::timestamptz)`;

function order({ sort, dir }: ExceptionListQuery, now: Date): SQL[] {
  const by = {
    startedAt: sql`${exception.startedAt}`,
    severity: severityRank,
    durationSeconds: sql`${endOf(now)} - ${exception.startedAt}`,
    carrierName: sql`lower(coalesce(${carrier.name}, (select d.name from device d where d.id = ${exception.deviceId})))`,
  }[sort];
  const direction = dir === "asc" ? asc : desc;
  // Ties are ordered newest first; the id makes the order total, so that no row is on two pages.
  const newest = sort === "startedAt" ? [] : [desc(exception.startedAt)];
  return [direction(by), ...newest, direction(exception.id)];
}

/** The ids of one page, in the requested order, and the total count. */
export async function findExceptionIds(
  db: Db,
  scope: Scope,
  query: ExceptionListQuery,
  now: Date,
): Promise<Page<number>> {
  const where = filters(db, scope, query);
  const [page, [counted]] = await Promise.all([
    db
      .select({ id: exception.id })
      .from(exception)
      .leftJoin(carrier, eq(carrier.id, exception.carrierId))
      .where(where)
      .orderBy(...order(query, now))
      .limit(query.iDisplayLength)
      .offset(query.iDisplayStart),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(exception)
      .leftJoin(carrier, eq(carrier.id, exception.carrierId))
      .where(where),
  ]);
  return { items: page.map(({ id }) => id), total: counted?.total ?? 0 };
}

/** The pending counts within the list's criteria, except those that the tabs set themselves. */
export async function countExceptions(db: Db, scope: Scope, query: ExceptionListQuery): Promise<ExceptionSummaryDto> {
  const { state: _, acknowledged: __, status: ___, ...criteria } = query;
  const [counts] = await db
    .select({
      open: sql<number>`count(*) filter (where ${isOpen})::int`,
      unacknowledged: sql<number>`count(*) filter (where ${isNull(exception.acknowledgedAt)})::int`,
      unprocessed: sql<number>`count(*) filter (where ${eq(exception.status, "unprocessed")})::int`,
    })
    .from(exception)
    .leftJoin(carrier, eq(carrier.id, exception.carrierId))
    .where(filters(db, scope, criteria));
  return counts ?? { open: 0, unacknowledged: 0, unprocessed: 0 };
}
