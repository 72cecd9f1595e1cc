import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alarmCondition } from "@/db/schema";
import type { ConditionInput } from "./schema";

type Values = Omit<typeof alarmCondition.$inferInsert, "id" | "triggerId">;

/** Every column, so that a change of a condition leaves nothing of what it was; `id` is its identity, no value. */
function valuesOf({ id: _, ...condition }: ConditionInput): Values {
  const rest = { minimum: null, maximum: null, delaySeconds: 0, deadBand: 0, doorDelaySeconds: 0 };
  const none = { outsideMinutes: null, windowMinutes: null, horizonMinutes: null };
  // What is over before its time was never a state that lasted.
  const delayMode = condition.kind === "state" ? ("ignore-delay" as const) : ("normal-delay" as const);
  return { ...rest, ...none, delayMode, ...condition };
}

/** Makes new conditions, changes known ones in place, and deletes those of `removed`, which have nothing open any more. */
export async function saveConditions(
  tx: Db,
  triggerId: number,
  conditions: readonly ConditionInput[],
  removed: readonly number[] = [],
): Promise<void> {
  if (removed.length > 0) await tx.delete(alarmCondition).where(inArray(alarmCondition.id, [...removed]));
  for (const condition of conditions) {
    if (condition.id === undefined) await tx.insert(alarmCondition).values({ triggerId, ...valuesOf(condition) });
    else await tx.update(alarmCondition).set(valuesOf(condition)).where(eq(alarmCondition.id, condition.id));
  }
}
