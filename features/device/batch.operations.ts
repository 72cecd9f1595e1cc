import "server-only";
import { DEVICE_KINDS } from "@/db/enums";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { batchRefusal, customerRefusal } from "./batch.rules";
import { DeviceBatchEdit, type DeviceChanges } from "./batch.schema";
import { type LockedDevice, lockFacts } from "./change.data";
import { assertMoves, publishDevices, retype } from "./change.operations";
import { changed } from "./change.rules";
import { saveDevices } from "./device.data";
import { refusal, type Settings, settingIssues } from "./device.rules";
import { assertMay } from "./list.operations";
import { typesOf } from "./registration.operations";
import { auditSnapshot } from "./registration.rules";

export type LockedTarget = { path: string; device: LockedDevice };
type AuditChange = { old?: Record<string, unknown>; new?: Record<string, unknown> };

const row = ({ path, device }: LockedTarget) => ({ ...device, path, measures: [] });

/**
 * Locks and returns the devices in the order of the input. All must be of one customer and of kinds that the actor may
 * change.
 */
export async function lockTargets(
  ctx: OperationContext,
  ids: readonly number[],
  verb: "edit" | "remove",
): Promise<[LockedTarget, ...LockedTarget[]]> {
  const devices = new Map((await lockFacts(ctx.db, ctx.scope, DEVICE_KINDS, ids)).map((one) => [one.id, one]));
  const targets = ids.map((id, index): LockedTarget => {
    const device = devices.get(id);
    if (!device) throw refusal(`ids.${index}`, "unknown", "no such device", "NOT_FOUND");
    return { path: `ids.${index}`, device };
  });
  assertMay(ctx, verb, new Set(targets.map(({ device }) => device.kind)));
  const refused = customerRefusal(targets.map(row));
  if (refused) throw refused;
  return targets as [LockedTarget, ...LockedTarget[]];
}

/** Writes one audit row per device, under the name of the operation. */
export async function auditEach(
  ctx: OperationContext,
  verb: string,
  done: readonly { device: LockedDevice; change: AuditChange }[],
): Promise<void> {
  const entries = done.map(({ device: { id, kind, customerId }, change }) => ({
    ...{ operation: `${kind}.${verb}`, entity: kind, entityId: String(id), customerId },
    ...change,
  }));
  await writeAuditOfEach(ctx.db, ctx, entries);
}

/** How the audit trail identifies a batch of devices. */
export const AUDIT_BATCH = { entity: "deviceBatch", id: ({ ids }: { ids: number[] }) => ids.join(",") };

async function edit(
  ctx: OperationContext,
  { path, device }: LockedTarget,
  changes: DeviceChanges,
): Promise<AuditChange> {
  const typeCode = changes.typeCode ?? device.typeCode;
  const settings = changes.settings && ({ ...device.settings, ...changes.settings } as Settings);
  const [fault] = settingIssues(device.kind, typeCode, settings ?? {});
  if (fault) throw refusal(path, fault.rule, `${fault.path}: ${fault.message}`);
  if (changes.gatewayId != null && device.kind === "gateway")
    throw refusal(path, "forwardsNone", "a gateway forwards through none");
  if (device.unitId !== null && typeCode.toLowerCase() !== device.typeCode.toLowerCase())
    throw refusal(path, "seconded", "it was seconded, and others know it by its type", "CONFLICT");
  const next = changed(device, { ...changes, settings }, () => path);
  await assertMoves(ctx, device, changes, (field) => `changes.${field}`);
  const { description, gatewayId, reportIntervalSeconds, utcOffsetHours } = changes;
  const values = {
    ...next,
    typeCode: await retype(ctx, device, typeCode, "changes.typeCode"),
    ...(description !== undefined && { description }),
    ...(gatewayId !== undefined && { gatewayId }),
    ...(reportIntervalSeconds !== undefined && { reportIntervalSeconds }),
    ...(utcOffsetHours !== undefined && { utcOffsetHours }),
  };
  await saveDevices(ctx.db, ctx.scope, [device.id], values);
  return { old: auditSnapshot(device), new: auditSnapshot({ ...device, ...values }) };
}

/** Applies the same change to several compatible devices. One refused row refuses the batch, and the error names it. */
export const editDevices = defineOperation({
  name: "device.editBatch",
  kind: "mutation",
  permission: "editDevice",
  input: DeviceBatchEdit,
  async run(ctx, { ids, changes }): Promise<{ ids: number[] }> {
    const targets = await lockTargets(ctx, ids, "edit");
    const types = await typesOf(
      ctx,
      targets.map(({ device }) => device.typeCode),
    );
    const measuresOf = (code: string) => types.get(code.toLowerCase())?.measures ?? [];
    const refused = batchRefusal(targets.map((one) => ({ ...row(one), measures: measuresOf(one.device.typeCode) })));
    if (refused) throw refused;
    const done = [];
    for (const one of targets) done.push({ device: one.device, change: await edit(ctx, one, changes) });
    await auditEach(ctx, "update", done);
    ctx.audit({ customerId: targets[0].device.customerId });
    await publishDevices(ctx, ids);
    return { ids };
  },
  audit: AUDIT_BATCH,
});
