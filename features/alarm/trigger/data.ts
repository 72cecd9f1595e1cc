import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alarmCondition, alarmTrigger, contactGroup, notificationPlanRow } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import type { StandardCondition } from "./rules";
import type { StandardTriggerInput, TriggerDto } from "./schema";

/** Whether the customer has this contact group, which stays as long as the transaction lasts. */
export async function holdGroup(tx: Db, scope: Scope, customerId: number, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: contactGroup.id })
    .from(contactGroup)
    .where(
      and(
        eq(contactGroup.id, id),
        eq(contactGroup.customerId, customerId),
        inScope(scope, { customerId: contactGroup.customerId }),
      ),
    )
    .for("share");
  return rows.length > 0;
}

type NewTrigger = Pick<StandardTriggerInput, "name" | "severity" | "contactGroupId"> & { customerId: number };

/** A trigger with its conditions and, where somebody is to be told, one row of its plan: by pop-up and mail, at once. */
export async function insertTrigger(
  tx: Db,
  { contactGroupId, ...values }: NewTrigger,
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
  if (contactGroupId !== null)
    await tx
      .insert(notificationPlanRow)
      .values({ triggerId: made.id, contactGroupId, channels: ["popup", "email"], afterMinutes: 0 });
  return made;
}
