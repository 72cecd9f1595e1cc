import "server-only";
import type { Db } from "@/db/client";
import { alarmCondition, alarmTrigger, notificationPlanRow } from "@/db/schema";
import { STANDARD_CHANNELS, type StandardCondition } from "./standard.rules";
import type { StandardTriggerInput, TriggerDto } from "./standard.schema";

type NewTrigger = Pick<StandardTriggerInput, "name" | "severity"> & { customerId: number; groupIds: readonly number[] };

/** Inserts a trigger with its conditions and one plan row for each group: by pop-up and mail, at once. */
export async function insertTrigger(
  tx: Db,
  { groupIds, ...values }: NewTrigger,
  conditions: readonly StandardCondition[],
): Promise<TriggerDto> {
  const [row] = await tx.insert(alarmTrigger).values(values).returning({
    id: alarmTrigger.id,
    customerId: alarmTrigger.customerId,
    name: alarmTrigger.name,
    severity: alarmTrigger.severity,
  });
  const made = row as TriggerDto;
  await tx.insert(alarmCondition).values(conditions.map((condition) => ({ triggerId: made.id, ...condition })));
  if (groupIds.length > 0)
    await tx.insert(notificationPlanRow).values(
      groupIds.map((contactGroupId) => ({
        triggerId: made.id,
        contactGroupId,
        channels: [...STANDARD_CHANNELS],
        afterMinutes: 0,
      })),
    );
  return made;
}
