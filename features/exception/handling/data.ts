import "server-only";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Severity } from "@/db/enums";
import { carrier, exception, exceptionReason } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, REASON } from "../exception.data";
import type { ReasonDto } from "../exception.schema";
import type { Life } from "./rules";
import { NOTIFY_ACKNOWLEDGED } from "./schema";

export type LockedException = Life & {
  id: number;
  label: string;
  customerId: number;
  carrierId: number | null;
  sceneId: number | null;
  severity: Severity;
} & Pick<typeof exception.$inferSelect, "reasonId" | "measures" | "remark" | "analysisResult">;

/** The visible rows of these ids, locked until the transaction ends, ordered by id. */
export function lockExceptions(tx: Db, scope: Scope, ids: readonly number[]): Promise<LockedException[]> {
  return tx
    .select({
      id: exception.id,
      label: sql<string>`coalesce(${carrier.name}, (select d.name from device d where d.id = ${exception.deviceId}))`,
      customerId: exception.customerId,
      carrierId: exception.carrierId,
      sceneId: sql<number | null>`case when ${exception.carrierId} is null then (
        select d.scene_id::int from device d where d.id = ${exception.deviceId}) end`,
      severity: exception.severity,
      endedAt: exception.endedAt,
      acknowledgedAt: exception.acknowledgedAt,
      withdrawnAt: exception.withdrawnAt,
      removedAt: exception.removedAt,
      status: exception.status,
      isClosed: exception.isClosed,
      reasonId: exception.reasonId,
      measures: exception.measures,
      remark: exception.remark,
      analysisResult: exception.analysisResult,
    })
    .from(exception)
    .leftJoin(carrier, eq(carrier.id, exception.carrierId))
    .where(and(inArray(exception.id, [...ids]), isVisible(scope)))
    .orderBy(exception.id)
    .for("update", { of: exception });
}

type People = Partial<
  Pick<
    typeof exception.$inferInsert,
    | "acknowledgedAt"
    | "acknowledgedBy"
    | "acknowledgedByContact"
    | "acknowledgedByContactId"
    | "acknowledgedVia"
    | "acknowledgementComment"
    | "status"
    | "isClosed"
    | "reasonId"
    | "measures"
    | "remark"
    | "analysisResult"
    | "handledBy"
    | "handledAt"
    | "removedAt"
    | "removedBy"
    | "removalReason"
  >
>;

/** Stores user actions on rows that `lockExceptions` has found in scope. */
export async function saveExceptions(tx: Db, locked: readonly LockedException[], values: People): Promise<void> {
  await tx
    .update(exception)
    .set(values)
    .where(
      inArray(
        exception.id,
        locked.map((row) => row.id),
      ),
    );
}

/** Queues, with the commit, messages about the acknowledgement to everyone who was notified of these. */
export async function queueAcknowledged(tx: Db, exceptionIds: readonly number[]): Promise<void> {
  await tx.$client`
    select graphile_worker.add_job(${NOTIFY_ACKNOWLEDGED.name}::text,
             payload := json_build_object('exceptionIds', ${exceptionIds as number[]}::bigint[]),
             max_attempts := ${NOTIFY_ACKNOWLEDGED.maximumAttempts}::int)`;
}

/** The shipped reasons, and those of customers in scope. */
export function findReasons(db: Db, scope: Scope, filter: { customerId?: number; id?: number }): Promise<ReasonDto[]> {
  const { customerIds } = scopeArrays(scope);
  const { customerId } = exceptionReason;
  const own = and(
    customerIds ? inArray(customerId, customerIds) : undefined,
    filter.customerId ? eq(customerId, filter.customerId) : undefined,
  );
  return db
    .select(REASON)
    .from(exceptionReason)
    .where(and(own && or(isNull(customerId), own), filter.id ? eq(exceptionReason.id, filter.id) : undefined))
    .orderBy(sql`${customerId} nulls first`, exceptionReason.id);
}
