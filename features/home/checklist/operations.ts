import "server-only";
import { AppError } from "@/lib/errors";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { closeFor, findFacts } from "./data";
import { isJustDone, isShown, stepsOf } from "./rules";
import { type ChecklistDto, ChecklistQuery } from "./schema";

const NONE: ChecklistDto = { steps: null, isJustDone: false };

/** The account whose checklist it is: one that sets up the whole of its own customer. */
function ownerOf(ctx: OperationContext) {
  if (ctx.actor.type !== "user" || !holds(ctx, "newCarrier")) return null;
  const { customer, user, permissions } = ctx.actor.principal;
  return ctx.scope.sceneIds === "all" ? { customer, user, permissions } : null;
}

/** The setup checklist: the steps to show, with their states. */
export const getChecklist = defineOperation({
  name: "home.checklist",
  kind: "query",
  permission: SIGNED_IN,
  input: ChecklistQuery,
  async run(ctx): Promise<ChecklistDto> {
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
