import "server-only";
import { AppError, conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { findReach, lockGroups, withRota } from "./plan.data";
import { type GroupReachDto, GroupReachQuery } from "./trigger.schema";

type Named = { id: number | null; path: string; isOnDuty?: boolean };

/**
 * Locks the contact groups of a plan. Throws NOT_FOUND with the path of a group that the customer does not have, and
 * CONFLICT if a row notifies who is on duty in a group without a rota.
 */
export async function assertGroups(
  { db, scope }: OperationContext,
  customerId: number,
  named: readonly Named[],
): Promise<void> {
  const wanted = named.flatMap(({ id, path, isOnDuty = false }) => (id === null ? [] : [{ id, path, isOnDuty }]));
  if (wanted.length === 0) return;
  const ids = wanted.map(({ id }) => id);
  const known = await lockGroups(db, scope, customerId, ids);
  const lost = wanted.find(({ id }) => !known.has(id));
  if (lost) {
    const issue = { path: lost.path, rule: "reference", message: "refers to a record that does not exist" };
    throw new AppError("NOT_FOUND", `${lost.path}: contact group not found`, { issues: [issue] });
  }
  const rotas = await withRota(db, ids);
  const bare = wanted.find(({ id, isOnDuty }) => isOnDuty && !rotas.has(id));
  if (bare) throw conflict(bare.path, "noRota", "the group has no on-call rota");
}

/** The contact groups available to a plan, and whom each of their levels reaches. */
export const listReach = defineOperation({
  name: "alarmTrigger.reach",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: GroupReachQuery,
  async run(ctx, input): Promise<GroupReachDto[]> {
    const { customerId } = resolveWriteTarget(ctx, input);
    return findReach(ctx.db, ctx.scope, customerId);
  },
});
