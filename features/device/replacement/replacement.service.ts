import "server-only";
import type { OldDeviceDisposition } from "@/db/enums";
import { endExceptionsOfRemovedDevice } from "@/features/alarm/connection/operations";
import {
  editableDevice,
  type editablePlace,
  endMounting,
  mountProbes,
  openPlace,
} from "@/features/carrier/mounting/mounting.operations";
import { assertUsable } from "@/features/carrier/mounting/mounting.rules";
import { channelOf, measureOf, probeKey } from "@/features/telemetry/ingest/channel.rules";
import { writeAudit, writeAuditOfEach } from "@/lib/audit/write-audit";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import type { Db, OperationContext } from "@/lib/operation/context";
import { nextUse } from "../activation.rules";
import { assertNotRecorded, stopWatching } from "../deactivation.service";
import { saveDevices } from "../device.data";
import { configStatusAfter, publicSettings, refusal } from "../device.rules";
import { beginBinding, currentBinding, stepBinding } from "./binding.operations";
import { findFacts, findMountedKeys, lockTogether, redirect, type SwitchRecord } from "./switch.data";
import { counterpartOf, namesAfter, settingsAfter } from "./switch.rules";

type Device = Awaited<ReturnType<typeof editableDevice>>;
type Carrier = Awaited<ReturnType<typeof editablePlace>>;
type Ended = Awaited<ReturnType<typeof endMounting>>["ended"];
/** What must be published to open consoles. */
export type Moved = { carriers: Carrier[]; ended: Ended };

/** Locks the two devices of a switch, and those that forward through the old one, in the order of their ids. */
export async function lockPair(tx: Db, ctx: OperationContext, oldDeviceId: number, newDeviceId: number) {
  await lockTogether(tx, ctx.scope, oldDeviceId, newDeviceId);
  const old = await editableDevice(tx, ctx, oldDeviceId, "oldDeviceId");
  return { old, next: await editableDevice(tx, ctx, newDeviceId, "newDeviceId") };
}

/** Moves the devices behind one gateway to another, with an audit row for each. */
async function redirectAll(tx: Db, ctx: OperationContext, { old, next, reason }: HandOver): Promise<number> {
  if (old.kind !== "gateway") return 0;
  const behind = await redirect(tx, old.id, next.id);
  const entries = behind.map(({ id, kind, customerId }) => ({
    ...{ operation: `${kind}.update`, entity: kind, entityId: String(id), customerId, reason },
    ...{ old: { gatewayId: old.id }, new: { gatewayId: next.id } },
  }));
  await writeAuditOfEach(tx, ctx, entries);
  return behind.length;
}

/** Puts the new device in the place of the old one, at one instant. */
export async function carryOut(
  tx: Db,
  ctx: OperationContext,
  row: SwitchRecord,
  disposition: OldDeviceDisposition,
): Promise<Moved> {
  const { reason } = row;
  await lockActiveCustomer(tx, row.customerId, "carrierId");
  const carrier = await openPlace(tx, ctx, row.carrierId, "carrierId");
  const { old, next } = await lockPair(tx, ctx, row.oldDeviceId, row.newDeviceId);
  assertUsable(next, "newDeviceId");
  if (disposition === "deactivate") await assertNotRecorded(tx, [{ id: old.id, path: "oldDeviceId" }]);
  const mountedKeys = await findMountedKeys(tx, old.id, carrier.id);
  const binding = await currentBinding(tx, old.id);
  const isBound = binding?.deviceId === old.id && binding.carrierId === carrier.id;
  if (mountedKeys.length === 0 && !isBound)
    throw refusal("oldDeviceId", "notMounted", "the old device is not mounted here any more", "CONFLICT");
  const ended: Ended = [];
  let sensor: Device | null = null;
  if (binding) {
    const step = await stepBinding(tx, ctx, binding, {
      event: isBound ? "unbind" : "fallOff",
      reason,
      path: "oldDeviceId",
    });
    ended.push(...step.ended);
    if (isBound) sensor = step.parties.sensor;
  }
  ended.push(...(await endMounting(tx, ctx, { device: old, carrier, at: ctx.now, reason })).ended);
  if (isBound) await beginBinding(tx, ctx, { carrier, device: next, sensor });
  await mountCommon(tx, ctx, { row, carrier, next, mountedKeys });
  await handOver(tx, ctx, { old, next, disposition, reason });
  // Other open exceptions of the old device do not end with its mounting, for example the silence of a gateway at a
  // node.
  if (disposition === "deactivate") ended.push(...(await stopWatching(tx, ctx, [old], reason)));
  else ended.push(...(await endExceptionsOfRemovedDevice(tx, ctx, old, { at: ctx.now, reason })));
  return { carriers: [carrier], ended };
}

type Replacement = {
  row: SwitchRecord;
  carrier: Carrier;
  next: Device;
  mountedKeys: Awaited<ReturnType<typeof findMountedKeys>>;
};

/**
 * Mounts the new probes in place of the old ones, by measure. Measures that the new device lacks are left without a
 * probe.
 */
async function mountCommon(
  tx: Db,
  ctx: OperationContext,
  { row, carrier, next, mountedKeys }: Replacement,
): Promise<void> {
  if (mountedKeys.length === 0) return;
  const { probes } = (await findFacts(tx, row, ctx.now)).new;
  const takers = mountedKeys.flatMap(
    (key) => counterpartOf({ measure: measureOf(key), channel: channelOf(key) }, probes) ?? [],
  );
  const measures = [...new Set(takers.map(({ measure, channel }) => probeKey(measure, channel)))];
  if (measures.length === 0)
    throw refusal("newDeviceId", "noCommonMeasure", "it measures nothing that the old device watches here", "CONFLICT");
  await mountProbes(tx, ctx, { device: next, carrier, measures, at: ctx.now, path: "newDeviceId" });
}

type HandOver = { old: Device; next: Device; disposition: OldDeviceDisposition; reason: string };

/** Transfers name and parameters. The old device moves to stock, and is disabled if so chosen. */
async function handOver(tx: Db, ctx: OperationContext, change: HandOver): Promise<void> {
  const { old, next, disposition, reason } = change;
  const behind = await redirectAll(tx, ctx, change);
  const names = namesAfter(old, next);
  const settings = settingsAfter(old, next);
  const isConfigured = JSON.stringify(settings) === JSON.stringify(next.settings);
  const onNext = {
    name: names.new,
    settings,
    use: nextUse(next.use, "enable") ?? next.use,
    configStatus: isConfigured ? next.configStatus : configStatusAfter(settings, next.appliedSettings),
  };
  const onOld = {
    name: names.old,
    sceneId: null,
    use: disposition === "deactivate" ? (nextUse(old.use, "disable") ?? old.use) : old.use,
  };
  await saveDevices(tx, ctx.scope, [next.id], onNext);
  await saveDevices(tx, ctx.scope, [old.id], onOld);
  const auditSwitched = (
    device: Device,
    change: Partial<Device>,
    other: Device,
    more: Record<string, unknown> = {},
  ) => {
    const before = Object.fromEntries(Object.keys(change).map((key) => [key, device[key as keyof Device]]));
    const shown = (values: Record<string, unknown>) =>
      values.settings ? { ...values, settings: publicSettings(values.settings as Device["settings"]) } : values;
    return writeAudit(tx, ctx, {
      operation: "device.switch",
      entity: device.kind,
      entityId: String(device.id),
      customerId: device.customerId,
      old: shown(before),
      new: { ...shown(change), switchedWith: other.serialNumber, ...more },
      reason,
    });
  };
  await auditSwitched(old, onOld, next);
  await auditSwitched(next, onNext, old, behind > 0 ? { behind } : {});
}
