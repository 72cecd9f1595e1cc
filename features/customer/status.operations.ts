import "server-only";
import type { ActivationStatus } from "@/db/enums";
import { endWatch, publishExceptions } from "@/features/alarm/evaluation/evaluation.service";
import { followCustomer as carriersFollow } from "@/features/carrier/status/status.operations";
import { followCustomer as devicesFollow } from "@/features/device/activation.operations";
import { accountGrantorOf } from "@/features/user/grant.operations";
import { writeAudit, writeAudits } from "@/lib/audit/write-audit";
import { endSessionsOf, publishSessionsEnded } from "@/lib/auth/end-sessions";
import { notFound } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { lockCustomers } from "./customer.data";
import {
  type Action,
  assertHoldsPeople,
  assertMay,
  type CustomerFacts,
  type Deputy,
  type Target,
} from "./customer.rules";
import { type Concerned, findPeople, findUserIds, switchPeople } from "./status.data";
import { CustomerIds, type StatusChangeDto, type SwitchedCounts } from "./status.schema";

type Verb = "cancel" | "activate";
type Tools = OperationContext & { tx: Db; afterCommit: (work: () => Promise<void>) => void };

/** The acting user, or null. No operation that uses it accepts API keys of a customer. */
export const deputyOf = ({ actor }: OperationContext): Deputy => (actor.type === "user" ? actor.principal : null);

const CONCERNED: Record<Exclude<Action, "edit">, Concerned> = {
  cancel: "active",
  activate: "cancelledWith",
  remove: "all",
};

/** Throws FORBIDDEN if an affected account has codes or places that the actor lacks. The customers must be locked. */
export async function assertMayReach(
  ctx: OperationContext,
  action: keyof typeof CONCERNED,
  targets: readonly Target[],
): Promise<void> {
  const ids = targets.map(({ customer }) => customer.id);
  assertHoldsPeople(action, targets, await findPeople(ctx.db, ids, CONCERNED[action]), accountGrantorOf(ctx));
}

/**
 * Cancels or activates a locked customer with all dependent records, each with its own audit row. Open pages of its
 * users close after the commit.
 */
export async function applyStatus(
  ctx: Tools,
  operation: string,
  customerId: number,
  status: ActivationStatus,
): Promise<SwitchedCounts> {
  const event = status === "active" ? "resume" : "suspend";
  const ended = event === "suspend" ? await endWatch(ctx.tx, { customerId }, ctx.now.getTime()) : [];
  const { roles, users } = await switchPeople(ctx.tx, customerId, status);
  const carriers = await carriersFollow(ctx.tx, customerId, event);
  const devices = await devicesFollow(ctx.tx, customerId, event);
  const exceptions = ended.map(({ id }) => ({ id, old: { endedAt: null }, new: { endedAt: ctx.now } }));
  const touched = { role: roles, user: users, device: devices, carrier: carriers, exception: exceptions };
  const lines = Object.entries(touched).flatMap(([entity, rows]) =>
    rows.map(({ id, ...change }) => ({ operation, entity, entityId: String(id), ...change })),
  );
  await writeAudits(ctx.tx, ctx, customerId, lines);
  if (status === "cancelled") {
    const sessions = await endSessionsOf(ctx.tx, await findUserIds(ctx.tx, customerId), "cancelled", ctx.now);
    ctx.afterCommit(() => publishSessionsEnded(sessions, "cancelled"));
    ctx.afterCommit(() => publishExceptions(ended));
  }
  return { roles: roles.length, users: users.length, devices: devices.length, carriers: carriers.length };
}

/** Locks the customers and checks that all may change. Otherwise throws, naming those that may not. */
async function lockTargets(
  ctx: Tools,
  ids: readonly number[],
  path: (index: number) => string,
  status: ActivationStatus,
) {
  const rows = await lockCustomers(ctx.tx, ctx.scope, ids);
  const targets = ids.map((id, index): Target => {
    const customer = rows.find((row) => row.id === id);
    if (!customer) throw notFound("customer", id);
    return { path: path(index), customer };
  });
  const action = status === "active" ? "activate" : "cancel";
  assertMay(action, targets, deputyOf(ctx));
  await assertMayReach(ctx, action, targets);
  return rows;
}

const change = async (
  ctx: Tools,
  verb: Verb,
  { id }: CustomerFacts,
  status: ActivationStatus,
): Promise<StatusChangeDto> => ({
  id,
  status,
  ...(await applyStatus(ctx, `customer.${verb}`, id, status)),
});

const single = (verb: Verb, status: ActivationStatus) =>
  defineOperation({
    name: `customer.${verb}`,
    kind: "mutation",
    permission: "editCustomer",
    input: ById,
    async run(ctx, { id }): Promise<StatusChangeDto> {
      const [customer] = await lockTargets(ctx, [id], () => "id", status);
      const result = await change(ctx, verb, customer as CustomerFacts, status);
      const { id: _, ...values } = result;
      ctx.audit({ customerId: id, old: { status: customer?.status }, new: values });
      return result;
    },
    audit: { entity: "customer", id: ({ id }) => id },
  });

/** All or none. Every customer gets its own audit row. */
const batch = (verb: Verb, status: ActivationStatus) =>
  defineOperation({
    name: `customer.${verb}Batch`,
    kind: "mutation",
    permission: "editCustomer",
    input: CustomerIds,
    async run(ctx, { ids }): Promise<{ ids: number[] }> {
      // Processed in the order of their ids, so that concurrent batches do not deadlock.
      for (const customer of await lockTargets(ctx, ids, (index) => `ids.${index}`, status)) {
        const { id, ...values } = await change(ctx, verb, customer, status);
        await writeAudit(ctx.tx, ctx, {
          operation: `customer.${verb}`,
          entity: "customer",
          entityId: String(id),
          customerId: id,
          old: { status: customer.status },
          new: values,
        });
      }
      return { ids };
    },
    audit: { entity: "customerBatch", id: ({ ids }) => ids.join(",") },
  });

/** Cancels a customer with its roles, accounts, devices and carriers. The sessions of its users end immediately. */
export const cancelCustomer = single("cancel", "cancelled");
/** Activates exactly what the cancellation had cancelled. */
export const activateCustomer = single("activate", "active");
export const cancelCustomers = batch("cancel", "cancelled");
export const activateCustomers = batch("activate", "active");
