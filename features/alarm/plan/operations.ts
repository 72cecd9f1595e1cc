import "server-only";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { landing } from "@/lib/resource/table-store";
import { type GroupReachDto, GroupReachQuery } from "../trigger/schema";
import { findReach, holdGroups } from "./data";

type Named = { id: number | null; path: string };

/** Holds the contact groups that a plan names. Throws NOT_FOUND beside the field that names none of the customer's. */
export async function assertGroups(
  { db, scope }: OperationContext,
  customerId: number,
  named: readonly Named[],
): Promise<void> {
  const wanted = named.flatMap(({ id, path }) => (id === null ? [] : [{ id, path }]));
  if (wanted.length === 0) return;
  const ids = wanted.map(({ id }) => id);
  const known = await holdGroups(db, scope, customerId, ids);
  const lost = wanted.find(({ id }) => !known.has(id));
  if (!lost) return;
  const issue = { path: lost.path, rule: "reference", message: "refers to a record that does not exist" };
  throw new AppError("NOT_FOUND", `${lost.path}: contact group not found`, { issues: [issue] });
}

/** The contact groups that a plan can tell, and whom each of their levels reaches. */
export const listReach = defineOperation({
  name: "alarmTrigger.reach",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: GroupReachQuery,
  async run(ctx, input): Promise<GroupReachDto[]> {
    const { customerId } = landing(ctx, input);
    return findReach(ctx.db, ctx.scope, customerId);
  },
});
