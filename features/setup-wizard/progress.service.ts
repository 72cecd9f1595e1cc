import "server-only";
import { refusal } from "@/features/device/device.rules";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import { type Db, holds, type OperationContext } from "@/lib/operation/context";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import {
  findCarrier,
  findCustomer,
  findGateway,
  findMountedDevice,
  lockProgress,
  type Owner,
  type Progress,
  saveProgress,
} from "./wizard.data";
import { type Done, type Draft, furthestStep, mayOpenStep, type Step, stepAfter } from "./wizard.rules";
import type { WizardDto } from "./wizard.schema";

/** How the audit trail identifies a customer's wizard. */
export const audit = { entity: "setupWizard", id: ({ customerId }: { customerId: number }) => customerId };

/** Owner of the progress: a user with access to a whole customer. */
export function ownerOf(ctx: OperationContext, wanted: number | undefined): Owner {
  if (!holds(ctx, "newCarrier") || ctx.actor.type !== "user") throw new AppError("FORBIDDEN", "missing newCarrier");
  const { customerId } = resolveWriteTarget(ctx, { customerId: wanted });
  return { userId: ctx.actor.principal.user.id, customerId };
}

/** The results of the steps that still exist and are visible. */
export async function stateOf(db: Db, ctx: OperationContext, owner: Owner, progress: Progress) {
  const { customerId } = owner;
  const visibility = visibilityOf(ctx);
  const { mode, gatewayId, carrierId, deviceId } = progress.draft;
  const known = await findCustomer(db, ctx.scope, customerId);
  if (!known) throw notFound("customer", customerId);
  const gateway = gatewayId ? await findGateway(db, visibility, customerId, gatewayId) : null;
  const carrier = carrierId ? await findCarrier(db, visibility, customerId, carrierId) : null;
  const device = deviceId && carrier ? await findMountedDevice(db, visibility, customerId, deviceId, carrier.id) : null;
  const done: Done = {
    access: mode === "direct" || gateway !== null,
    carrier: carrier !== null,
    index: (carrier?.ranges.length ?? 0) > 0,
    device: (device?.probes.length ?? 0) > 0,
  };
  const furthest = furthestStep(done);
  const wizard: WizardDto = {
    step: mayOpenStep(progress.step, done) ? progress.step : furthest,
    furthest,
    isFinished: progress.finishedAt !== null && furthest === "finish",
    customerId,
    customerName: known.name,
    mode: mode ?? null,
    gateway,
    carrier,
    device,
    hasScenes: known.hasScenes,
    hasCustomerToken: known.hasToken,
  };
  return { wizard, done };
}

/** Throws CONFLICT for a step that cannot be opened yet. */
export function assertOpen(step: Step, done: Done): void {
  if (!mayOpenStep(step, done)) throw refusal("step", "stepOrder", "an earlier step is to be done first", "CONFLICT");
}

export type StepContext = OperationContext & { tx: Db };

/** Locks the progress, runs a step on the draft, and advances to the next step. */
export async function advance(
  ctx: StepContext,
  wanted: number | undefined,
  step: Step,
  work: (owner: Owner, wizard: WizardDto, draft: Draft) => Promise<Draft>,
): Promise<WizardDto> {
  const owner = ownerOf(ctx, wanted);
  const progress = await lockProgress(ctx.tx, owner);
  const { wizard, done } = await stateOf(ctx.tx, ctx, owner, progress);
  assertOpen(step, done);
  const draft = await work(owner, wizard, progress.draft);
  const next = { step: stepAfter(step), draft, finishedAt: progress.finishedAt };
  await saveProgress(ctx.tx, owner, next, ctx.now);
  return (await stateOf(ctx.tx, ctx, owner, next)).wizard;
}
