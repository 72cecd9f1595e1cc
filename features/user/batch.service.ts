import "server-only";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { assertOneCustomer, type Target } from "./batch.rules";
import { missing } from "./grant.rules";
import { type LockedUser, lockCustomersAndRoles, lockUsers } from "./user.data";

export type LockedTarget = Target & { account: LockedUser };
export type Context = OperationContext & { afterCommit: (work: () => Promise<void>) => void };
/** The audit values of an action on one account. */
type Trace = { old?: Record<string, unknown>; new?: Record<string, unknown> };
/** The result of an action for each account, in the order of the accounts. */
export type Done<T> = { account: LockedUser; trace: Trace; result: T }[];
export type Action<T> = (ctx: Context, targets: readonly LockedTarget[]) => Promise<Done<T>>;

type Named = { id: number; path: string };
/** `alone`: concurrent calls for the same customer are serialised, because they depend on each other's result. */
type Manner = { alone?: boolean };

/** Locks the accounts and the rows that they depend on. All must belong to one customer. */
async function lockTargets(
  { db, scope }: Context,
  named: readonly Named[],
  { alone }: Manner,
): Promise<LockedTarget[]> {
  const ids = named.map(({ id }) => id);
  await lockCustomersAndRoles(db, ids, { alone });
  const rows = await lockUsers(db, scope, ids);
  const targets = rows.map((account) => ({ account, path: named.find(({ id }) => id === account.id)?.path ?? "id" }));
  const lost = named.find(({ id }) => !rows.some((account) => account.id === id));
  if (lost) throw lost.path === "id" ? notFound("user", lost.id) : missing(lost.path, "user");
  assertOneCustomer(targets);
  return targets;
}

const one = (id: number) => [{ id, path: "id" }];
const several = (ids: readonly number[]) => ids.map((id, index) => ({ id, path: `ids.${index}` }));

/** Performs an action on all accounts or none. Each account gets its own audit row, named after the single action. */
export async function doAll<T>(
  ctx: Context,
  ids: readonly number[],
  operation: string,
  action: Action<T>,
  manner: Manner = {},
) {
  const done = await action(ctx, await lockTargets(ctx, several(ids), manner));
  const entries = done.map(({ account, trace }) => ({
    ...{ operation, entity: "user", entityId: String(account.id), customerId: account.customerId },
    ...trace,
  }));
  await writeAuditOfEach(ctx.db, ctx, entries);
  return { done, customerId: (done[0] as Done<T>[number]).account.customerId };
}

/** Performs an action on one account. Its audit row is that of the operation. */
export async function doOne<T>(ctx: Context, id: number, action: Action<T>, manner: Manner = {}) {
  const [done] = await action(ctx, await lockTargets(ctx, one(id), manner));
  const { account, trace, result } = done as Done<T>[number];
  return { result, change: { customerId: account.customerId, ...trace } };
}
