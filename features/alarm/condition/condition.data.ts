import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alarmCondition } from "@/db/schema";
import type { ConditionInput } from "./condition.schema";
import { columnsOf } from "./condition.schema";

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
