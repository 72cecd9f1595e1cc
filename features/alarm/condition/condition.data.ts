import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alarmCondition, geofence } from "@/db/schema";
import type { ConditionDto, ConditionInput } from "./condition.schema";
import { columnsOf } from "./condition.schema";

/** What is read of a condition; `columnsOf` gives what is written. */
const COLUMNS = {
  triggerId: alarmCondition.triggerId,
  id: alarmCondition.id,
  kind: alarmCondition.kind,
  measure: alarmCondition.measure,
  minimum: alarmCondition.minimum,
  maximum: alarmCondition.maximum,
  delaySeconds: alarmCondition.delaySeconds,
  delayMode: alarmCondition.delayMode,
  deadBand: alarmCondition.deadBand,
  severity: alarmCondition.severity,
  severitySteps: alarmCondition.severitySteps,
  outsideMinutes: alarmCondition.outsideMinutes,
  windowMinutes: alarmCondition.windowMinutes,
  horizonMinutes: alarmCondition.horizonMinutes,
  doorDelaySeconds: alarmCondition.doorDelaySeconds,
  crossing: alarmCondition.crossing,
  geofenceId: alarmCondition.geofenceId,
  geofenceName: geofence.name,
};

/** The conditions of triggers, each with the id of its trigger, the oldest first. */
export const findConditions = (
  db: Db,
  triggerIds: readonly number[],
): Promise<(ConditionDto & { triggerId: number })[]> =>
  db
    .select(COLUMNS)
    .from(alarmCondition)
    .leftJoin(geofence, eq(geofence.id, alarmCondition.geofenceId))
    .where(inArray(alarmCondition.triggerId, [...triggerIds]))
    .orderBy(asc(alarmCondition.id));

/** Inserts new conditions, updates known ones in place, deletes those in `removed`, which have no open exception. */
export async function saveConditions(
  tx: Db,
  triggerId: number,
  conditions: readonly ConditionInput[],
  removed: readonly number[] = [],
): Promise<void> {
  if (removed.length > 0) await tx.delete(alarmCondition).where(inArray(alarmCondition.id, [...removed]));
  for (const condition of conditions) {
    if (condition.id === undefined) await tx.insert(alarmCondition).values({ triggerId, ...columnsOf(condition) });
    else await tx.update(alarmCondition).set(columnsOf(condition)).where(eq(alarmCondition.id, condition.id));
  }
}
