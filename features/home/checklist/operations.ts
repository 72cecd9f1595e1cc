import "server-only";
import { isChannelConfigured } from "@/features/notice/delivery/channel.service";
import type { Principal } from "@/lib/auth/principal";
import { AppError } from "@/lib/errors";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { closeFor, findFacts, findPlatformFacts } from "./data";
import { isJustDone, isShown, platformStepsOf, stepsOf } from "./rules";
import { type ChecklistDto, ChecklistQuery } from "./schema";

const NONE: ChecklistDto = { steps: null, isJustDone: false };

/** The account whose checklist it is: one that sets up the whole of its own customer. */
function ownerOf(ctx: OperationContext) {
  if (ctx.actor.type !== "user" || !holds(ctx, "newCarrier")) return null;
  const { customer, user, permissions } = ctx.actor.principal;
  return ctx.scope.sceneIds === "all" ? { customer, user, permissions } : null;
}

/** The steps of whoever sets up the installation, as long as it has no carrier. */
async function platformChecklist(ctx: OperationContext, principal: Principal): Promise<ChecklistDto> {
  const facts = await findPlatformFacts(ctx.db, principal.user.id);
  if (!facts) return NONE;
  // Every other account had to change its first password to come in.
  const hasOwnPassword = !principal.isRoot || facts.hasChangedPassword;
  const hasMail = isChannelConfigured("email");
  const steps = platformStepsOf({ hasOwnPassword, hasCustomer: facts.hasCustomer, hasMail }, principal.permissions);
  const isDone = steps.every((step) => step.isDone);
  return { steps: isDone ? null : steps, isJustDone: isDone };
}

/** The setup checklist: the steps to show, with their states. */
export const getChecklist = defineOperation({
  name: "home.checklist",
  kind: "query",
  permission: SIGNED_IN,
  input: ChecklistQuery,
  async run(ctx): Promise<ChecklistDto> {
    if (ctx.actor.type === "user" && ctx.scope.customerIds === "all" && holds(ctx, "newCustomer"))
      return platformChecklist(ctx, ctx.actor.principal);
    const owner = ownerOf(ctx);
    const facts = owner && (await findFacts(ctx.db, owner.user.id, owner.customer.id));
    if (!owner || !facts) return NONE;
    const steps = isShown(facts, ctx.now.getTime()) ? stepsOf(facts, owner.permissions) : null;
    return { steps, isJustDone: isJustDone(facts) };
  },
});

/** Closes the checklist of the account for good. */
export const closeChecklist = defineOperation({
  name: "home.closeChecklist",
  kind: "mutation",
  permission: SIGNED_IN,
  input: ChecklistQuery,
  async run(ctx): Promise<{ id: number }> {
    if (ctx.actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const { id } = ctx.actor.principal.user;
    const { customerId, old } = await closeFor(ctx.tx, id, ctx.now);
    ctx.audit({ customerId, old: { checklistClosedAt: old }, new: { checklistClosedAt: old ?? ctx.now } });
    return { id };
  },
  audit: { entity: "user", id: ({ id }) => id },
});
