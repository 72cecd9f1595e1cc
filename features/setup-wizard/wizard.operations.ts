import "server-only";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { assertOpen, audit, ownerOf, stateOf } from "./progress.service";
import { dropProgress, findProgress, lockProgress, saveProgress } from "./wizard.data";
import { StepInput, type WizardDto, WizardQuery } from "./wizard.schema";

/** Returns the progress of the user. */
export const getWizard = defineOperation({
  name: "setupWizard.get",
  kind: "query",
  permission: SIGNED_IN,
  input: WizardQuery,
  async run(ctx, { customerId }): Promise<WizardDto> {
    const owner = ownerOf(ctx, customerId);
    return (await stateOf(ctx.db, ctx, owner, await findProgress(ctx.db, owner))).wizard;
  },
});

/** Saves the present step, so that the user can resume there; the last page closes the wizard. */
export const saveWizard = defineOperation({
  name: "setupWizard.save",
  kind: "mutation",
  permission: SIGNED_IN,
  input: StepInput,
  async run(ctx, { customerId, step }): Promise<WizardDto> {
    const owner = ownerOf(ctx, customerId);
    const progress = await lockProgress(ctx.tx, owner);
    const { wizard, done } = await stateOf(ctx.tx, ctx, owner, progress);
    assertOpen(step, done);
    const next = { ...progress, step, finishedAt: step === "finish" ? (progress.finishedAt ?? ctx.now) : null };
    await saveProgress(ctx.tx, owner, next, ctx.now);
    ctx.audit({ customerId: owner.customerId, old: { step: wizard.step }, new: { step } });
    return (await stateOf(ctx.tx, ctx, owner, next)).wizard;
  },
  audit,
});

/** Restarts the wizard; created records remain. */
export const restartWizard = defineOperation({
  name: "setupWizard.restart",
  kind: "mutation",
  permission: SIGNED_IN,
  input: WizardQuery,
  async run(ctx, { customerId }): Promise<WizardDto> {
    const owner = ownerOf(ctx, customerId);
    const { step, draft } = await lockProgress(ctx.tx, owner);
    await dropProgress(ctx.tx, owner);
    ctx.audit({ customerId: owner.customerId, old: { step, ...draft } });
    return (await stateOf(ctx.tx, ctx, owner, await findProgress(ctx.tx, owner))).wizard;
  },
  audit,
});
