import "server-only";
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { AcknowledgementChannel } from "@/db/enums";
import { carrier, device, exception, exceptionReason, userAccount } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import type { ExceptionDetailDto, ExceptionDto } from "./exception.schema";
import { storedKineticOf } from "./figures/figures.rules";
import { findNotices, findTrail } from "./figures/timeline.data";
import { typeOf } from "./kind.rules";
import { factsOf, isEndedSilent } from "./phrase.rules";

/** Matches exceptions of devices without a carrier for which a condition on `device` holds. */
export const isOfDevice = (which: SQL | undefined): SQL | undefined =>
  and(isNull(exception.carrierId), sql`${exception.deviceId} in (select ${device.id} from ${device} where ${which})`);

/**
 * Visibility by the node of the carrier, or of a device without a carrier. Exceptions of devices in stock are visible
 * to those who see the whole customer. The query must join the carrier.
 */
export function isVisible(scope: Scope): SQL | undefined {
  const atCarrier = inScope(scope, { customerId: exception.customerId, sceneId: carrier.sceneId });
  return scope.sceneIds === "all" ? atCarrier : or(atCarrier, isOfDevice(inScope(scope, device)));
}

const ROW = {
  id: exception.id,
  customerId: exception.customerId,
  kind: exception.kind,
  measure: exception.measure,
  side: exception.side,
  severity: exception.severity,
  probeId: exception.probeId,
  minimum: exception.minimum,
  maximum: exception.maximum,
  startedAt: exception.startedAt,
  raisedAt: exception.raisedAt,
  endedAt: exception.endedAt,
  peak: exception.peak,
  peakAt: exception.peakAt,
  mean: exception.mean,
  degreeMinutes: exception.degreeMinutes,
  meanKineticTemperature: exception.meanKineticTemperature,
  observedSeconds: exception.observedSeconds,
  figuresAt: exception.figuresAt,
  sampleCount: exception.sampleCount,
  isDetectedLate: exception.isDetectedLate,
  acknowledgedAt: exception.acknowledgedAt,
  // Before this was recorded, contacts could only use the link.
  acknowledgedVia: sql<AcknowledgementChannel | null>`case when ${exception.acknowledgedAt} is not null then
    coalesce(${exception.acknowledgedVia}, case when ${exception.acknowledgedByContact} is null then 'console' else 'link' end) end`,
  acknowledgementComment: exception.acknowledgementComment,
  status: exception.status,
  isClosed: exception.isClosed,
  measures: exception.measures,
  remark: exception.remark,
  analysisResult: exception.analysisResult,
  handledAt: exception.handledAt,
  withdrawnAt: exception.withdrawnAt,
  mergedIntoId: exception.mergedIntoId,
  removedAt: exception.removedAt,
};

export const REASON = {
  id: exceptionReason.id,
  customerId: exceptionReason.customerId,
  code: exceptionReason.code,
  name: exceptionReason.name,
};

const acknowledger = alias(userAccount, "acknowledger");
const handler = alias(userAccount, "handler");
const remover = alias(userAccount, "remover");

const iso = (instant: Date | null) => instant?.toISOString() ?? null;

/** The visible rows of these ids, in the order given. */
export async function findExceptions(db: Db, scope: Scope, ids: readonly number[], now: Date): Promise<ExceptionDto[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      row: ROW,
      context: exception.context,
      carrier: { id: carrier.id, name: carrier.name, type: carrier.type },
      sceneId: sql<number | null>`coalesce(${carrier.sceneId}, ${device.sceneId})::int`,
      device: { id: device.id, name: device.name, serialNumber: device.serialNumber, kind: device.kind },
      reason: REASON,
      acknowledgedBy: sql<string | null>`coalesce(${acknowledger.name}, ${exception.acknowledgedByContact})`,
      handledBy: handler.name,
      // A listed one may have been deleted before late readings changed it.
      removedBy: sql<string | null>`case when ${exception.removedAt} is not null then ${remover.name} end`,
      removalReason: sql<
        string | null
      >`case when ${exception.removedAt} is not null then ${exception.removalReason} end`,
    })
    .from(exception)
    .innerJoin(device, eq(device.id, exception.deviceId))
    .leftJoin(carrier, eq(carrier.id, exception.carrierId))
    .leftJoin(exceptionReason, eq(exceptionReason.id, exception.reasonId))
    .leftJoin(acknowledger, eq(acknowledger.id, exception.acknowledgedBy))
    .leftJoin(handler, eq(handler.id, exception.handledBy))
    .leftJoin(remover, eq(remover.id, exception.removedBy))
    .where(and(sql`${exception.id} = any(${sql.param([...ids])}::bigint[])`, isVisible(scope)))
    .prepare("exceptions_by_id")
    .execute();
  const paths = await findScenePaths(db, scope, [...new Set(rows.flatMap(({ sceneId }) => sceneId ?? []))]);
  const place = new Map(ids.map((id, index) => [id, index]));
  rows.sort((a, b) => (place.get(a.row.id) ?? 0) - (place.get(b.row.id) ?? 0));
  const lasting = ({ startedAt, endedAt, withdrawnAt }: (typeof rows)[number]["row"], until: Date) =>
    secondsBetween(startedAt, endedAt ?? withdrawnAt ?? until);
  return rows.map(({ row, sceneId, context, ...names }) => ({
    ...row,
    ...storedKineticOf({ ...row, durationSeconds: lasting(row, row.figuresAt ?? now) }),
    ...names,
    type: typeOf({ ...row, ...names }),
    ...factsOf(context),
    isEndedSilent: isEndedSilent(context, row.endedAt),
    scenePath: (sceneId && paths.get(sceneId)) || [],
    startedAt: row.startedAt.toISOString(),
    raisedAt: row.raisedAt.toISOString(),
    endedAt: iso(row.endedAt),
    durationSeconds: lasting(row, now),
    peakAt: iso(row.peakAt),
    figuresAt: iso(row.figuresAt),
    acknowledgedAt: iso(row.acknowledgedAt),
    handledAt: iso(row.handledAt),
    withdrawnAt: iso(row.withdrawnAt),
    removedAt: iso(row.removedAt),
  }));
}

const secondsBetween = (from: Date, to: Date) => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));

/** The ancestors of each node, from the top down, as far as they are in scope. */
async function findScenePaths(
  db: Db,
  scope: Scope,
  sceneIds: number[],
): Promise<Map<number, ExceptionDto["scenePath"]>> {
  if (sceneIds.length === 0) return new Map();
  const { customerIds, sceneIds: shown } = scopeArrays(scope);
  const rows = await db.$client<{ leaf: number; path: ExceptionDto["scenePath"] }[]>`
    with recursive up as (
      select id as leaf, id, parent_id, name, 0 as height from scene
       where id = any(${sceneIds}::bigint[]) and (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))
      union all
      select up.leaf, s.id, s.parent_id, s.name, up.height + 1 from scene s join up on s.id = up.parent_id
       where ${shown}::bigint[] is null or s.id = any(${shown}::bigint[])
    )
    select leaf::int, json_agg(json_build_object('id', id, 'name', name) order by height desc) as path from up group by leaf`;
  return new Map(rows.map(({ leaf, path }) => [leaf, path]));
}

/** The details besides the row itself; undefined if the row is not in scope. */
export async function findException(
  db: Db,
  scope: Scope,
  id: number,
  now: Date,
): Promise<ExceptionDetailDto | undefined> {
  const [found] = await findExceptions(db, scope, [id], now);
  if (!found) return undefined;
  const [context, notices, trail] = await Promise.all([
    findContext(db, found),
    findNotices(db, found),
    findTrail(db, found),
  ]);
  return { ...found, context, notices, trail };
}

type Shown = Pick<ExceptionDto, "id" | "customerId">;

async function findContext(db: Db, shown: Shown): Promise<ExceptionDetailDto["context"]> {
  const [row] = await db.select({ context: exception.context }).from(exception).where(eq(exception.id, shown.id));
  const { doorOpenSince, powerLostSince, affected = [], rises = [], retainedReadings = null } = row?.context ?? {};
  const at = (milliseconds?: number) => (milliseconds === undefined ? null : new Date(milliseconds).toISOString());
  const silent =
    affected.length === 0
      ? []
      : await db
          .select({ id: device.id, name: device.name, serialNumber: device.serialNumber })
          .from(device)
          .where(and(inArray(device.id, affected), eq(device.customerId, shown.customerId)))
          .orderBy(device.name);
  return {
    doorOpenSince: at(doorOpenSince),
    powerLostSince: at(powerLostSince),
    affected: silent,
    retainedReadings,
    rises: rises.map((rise) => ({ at: new Date(rise.at).toISOString(), severity: rise.severity })),
  };
}

/** Whether this carrier or device is in scope. */
export async function seesCarrier(db: Db, scope: Scope, id: number): Promise<boolean> {
  const shown = inScope(scope, { customerId: carrier.customerId, sceneId: carrier.sceneId });
  const rows = await db
    .select({ id: carrier.id })
    .from(carrier)
    .where(and(eq(carrier.id, id), shown));
  return rows.length > 0;
}

/** A device is visible throughout its customer; which of its exceptions are visible depends on their location. */
export async function seesDevice(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { customerIds } = scopeArrays(scope);
  const shown = customerIds ? inArray(device.customerId, customerIds) : undefined;
  const rows = await db
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.id, id), shown));
  return rows.length > 0;
}
