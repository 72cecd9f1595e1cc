import "server-only";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import { findPlans, insertPlanned } from "./plan/data";
import { scheduleOf } from "./plan/rules";
import { DELIVER_NOTICE } from "./schema";

/** Plans the notices of new exceptions in the caller's transaction: they leave if and only if it commits. */
export async function planNotices(tx: Db, exceptionIds: readonly number[]): Promise<void> {
  if (exceptionIds.length === 0) return;
  const { excursions, plans } = await findPlans(tx, exceptionIds);
  for (const [customerId, own] of grouped(excursions, (excursion) => excursion.customerId)) {
    const planned = own.flatMap((excursion) => {
      const plan = plans.get(excursion.triggerId);
      return plan ? scheduleOf(plan, excursion) : [];
    });
    await insertPlanned(tx, customerId, planned, DELIVER_NOTICE);
  }
}
