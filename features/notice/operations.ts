import "server-only";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import { findPlans, insertPlanned } from "./plan/data";
import { type PlanExcursion, scheduleOf } from "./plan/rules";
import { DELIVER_NOTICE } from "./schema";

/** Plans the notices of new exceptions in the caller's transaction: they leave if and only if it commits. */
export const planNotices = (tx: Db, exceptionIds: readonly number[]): Promise<void> => plan(tx, exceptionIds, false);

/**
 * Plans anew the notices of exceptions that were over and are open again, as late readings show: repeats and escalations
 * that were left out meanwhile come back. What was sent, or waits, stays as it is.
 */
export const replanNotices = (tx: Db, exceptionIds: readonly number[]): Promise<void> => plan(tx, exceptionIds, true);

async function plan(tx: Db, exceptionIds: readonly number[], isAgain: boolean): Promise<void> {
  if (exceptionIds.length === 0) return;
  const { excursions, plans } = await findPlans(tx, exceptionIds);
  const concerned = isAgain ? excursions.flatMap(reopened) : excursions;
  for (const [customerId, own] of grouped(concerned, (excursion) => excursion.customerId)) {
    const planned = own.flatMap((excursion) => {
      const plan = plans.get(excursion.triggerId);
      return plan ? scheduleOf(plan, excursion) : [];
    });
    await insertPlanned(tx, customerId, planned, DELIVER_NOTICE, isAgain);
  }
}

/** What was found late and is open now is no old news any more. */
const reopened = <E extends PlanExcursion>(excursion: E): E[] =>
  excursion.endedAt === null && excursion.acknowledgedAt === null ? [{ ...excursion, isDetectedLate: false }] : [];
