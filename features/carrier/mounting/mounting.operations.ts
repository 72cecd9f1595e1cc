import "server-only";
import type { DeviceKind } from "@/db/enums";
import { endExceptionsOfRemovedDevice } from "@/features/alarm/connection/operations";
import type { ExceptionChange } from "@/features/alarm/evaluation/evaluation.schema";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import { writeAudit } from "@/lib/audit/write-audit";
import { assertNoneCancelled, lockOwner } from "@/lib/auth/lock-customer";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { nameOrRedacted } from "@/lib/auth/visible-name";
import { AppError } from "@/lib/errors";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { type Db, holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { permit, publishChange } from "../access.service";
import { type CarrierRecord, lockOne } from "../carrier.data";
import { missing } from "../carrier.rules";
import {
  carrierTypeOf,
  deviceKindOf,
  endMountings,
  findMountings,
  findTies,
  insertMountings,
  type LockedDevice,
  lockDevice,
  lockProbes,
  moveToNode,
} from "./mounting.data";
import {
  assertCome,
  assertEnds,
  assertFree,
  assertInService,
  assertUsable,
  isMountedKind,
  refused,
} from "./mounting.rules";
import { type MountedDto, MountInput, type MountingDto, MountingListQuery, UnmountInput } from "./mounting.schema";

export type Place = Pick<CarrierRecord, "id" | "customerId" | "sceneId" | "name">;
export type MountedDevice = Pick<LockedDevice, "id" | "customerId" | "kind" | "serialNumber">;

/** Locks a carrier on which devices can be mounted. Throws NOT_FOUND, FORBIDDEN, or CONFLICT if it is retired. */
export async function openPlace(tx: Db, ctx: OperationContext, id: number, path = "id"): Promise<CarrierRecord> {
  const carrier = await editablePlace(tx, ctx, id, path);
  assertInService(carrier.status, path);
  return carrier;
}

/** Locks a carrier that the actor may edit, whatever its status. Throws NOT_FOUND or FORBIDDEN. */
export async function editablePlace(tx: Db, ctx: OperationContext, id: number, path = "id"): Promise<CarrierRecord> {
  const carrier = await lockOne(tx, ctx.scope, id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "NOT_FOUND" ? missing(path, "carrier") : error;
  });
  permit(ctx, "edit", carrier.type);
  return carrier;
}

/** Locks a device that the actor may edit. Throws NOT_FOUND or FORBIDDEN; `path` is the input field. */
export async function editableDevice(
  tx: Db,
  ctx: OperationContext,
  id: number,
  path = "deviceId",
): Promise<LockedDevice> {
  const device = await lockDevice(tx, ctx.scope, id, path);
  permitKind(ctx, "edit", device.kind);
  return device;
}

function permitKind(ctx: OperationContext, action: "view" | "edit", kind: DeviceKind): void {
  const code = `${action}${DEVICE_SUBJECT[kind]}` as const;
  if (!holds(ctx, code)) throw new AppError("FORBIDDEN", `missing ${code}`);
}

type Mounting = {
  device: MountedDevice & Pick<LockedDevice, "sceneId">;
  carrier: Place;
  /** Keys of probes; a measure alone selects all its probes. */
  measures?: readonly string[] | undefined;
  at: Date;
  /** The input field that names the device. */
  path?: string;
};

/**
 * Mounts probes of a locked device on a locked carrier from `at` on, in the caller's transaction: all unmounted ones,
 * or those of `measures`. Throws CONFLICT for a probe that is mounted elsewhere, and INVALID for one that the device
 * lacks. Probes already mounted on this carrier are left unchanged.
 */
export async function mountProbes(
  tx: Db,
  ctx: OperationContext,
  { device, carrier, measures, at, path = "deviceId" }: Mounting,
): Promise<ProbeKey[]> {
  if (device.customerId !== carrier.customerId) throw missing(path, "device");
  assertCome(at.getTime(), ctx.now.getTime());
  const probes = await lockProbes(tx, visibilityOf(ctx), device.id);
  const isNamed = ({ measure, key }: (typeof probes)[number], name: string) => name === key || name === measure;
  const absent = measures?.find((name) => !probes.some((probe) => isNamed(probe, name)));
  if (absent) throw refused("measures", "noProbe", `the device has no probe for ${absent}`, "INVALID");
  const free = probes.filter(
    (probe) =>
      (measures ?? [probe.key]).some((name) => isNamed(probe, name)) &&
      !probe.periods.some(({ to, carrierId }) => to === null && carrierId === carrier.id),
  );
  for (const probe of free) assertFree(probe.periods, at.getTime(), path);
  if (free.length === 0) return [];
  await insertMountings(tx, carrier, { probeIds: free.map(({ id }) => id), at });
  const node = await moveToCarrier(tx, device, carrier);
  const mounted = free.map(({ key }) => key);
  const snapshot = auditSnapshot(carrier, mounted, "mountedAt", at);
  await auditDevice(tx, ctx, "device.mount", device, { old: { ...node?.old }, new: { ...snapshot, ...node?.new } });
  return mounted;
}

/** Moves a locked device to the node of its carrier. Returns the changed field; null if it was there already. */
async function moveToCarrier(tx: Db, device: Mounting["device"], { sceneId }: Place) {
  const isMoved = await moveToNode(tx, device.id, sceneId);
  return isMoved ? { old: { sceneId: device.sceneId }, new: { sceneId } } : null;
}

/** Moves a locked device that is bound as a whole to the node of its carrier, in the caller's transaction. */
export async function moveBoundDevice(
  tx: Db,
  ctx: OperationContext,
  { device, carrier }: Pick<Mounting, "device" | "carrier">,
): Promise<void> {
  const node = await moveToCarrier(tx, device, carrier);
  if (!node) return;
  const { id: carrierId, name: carrierName } = carrier;
  await auditDevice(tx, ctx, "device.bind", device, { old: node.old, new: { ...node.new, carrierId, carrierName } });
}

/** The audit snapshot of mounting and unmounting devices. */
const auditSnapshot = (carrier: Place, measures: readonly ProbeKey[], when: "mountedAt" | "unmountedAt", at: Date) => ({
  carrierId: carrier.id,
  carrierName: carrier.name,
  measures,
  [when]: at.toISOString(),
});

type AuditedChange = { old?: Record<string, unknown>; new?: Record<string, unknown>; reason?: string };
const auditDevice = (tx: Db, ctx: OperationContext, operation: string, device: MountedDevice, change: AuditedChange) =>
  writeAudit(tx, ctx, {
    operation,
    entity: device.kind,
    entityId: String(device.id),
    customerId: device.customerId,
    ...change,
  });

export type EndedMounting = { measures: ProbeKey[]; ended: ExceptionChange[] };

/**
 * Unmounts the probes of a locked device from a carrier at an instant, in the caller's transaction. Their exceptions, and
 * those of the device's connection and power there, end with this reason, or are withdrawn if they began only then.
 * Returns no measures if none are mounted there.
 */
export async function endMounting(
  tx: Db,
  ctx: OperationContext,
  { device, carrier, at, reason }: { device: MountedDevice; carrier: Place; at: Date; reason: string },
): Promise<EndedMounting> {
  assertCome(at.getTime(), ctx.now.getTime());
  const probes = await lockProbes(tx, visibilityOf(ctx), device.id);
  const mounted = probes.flatMap(({ id, key, periods }) =>
    periods
      .filter(({ to, carrierId }) => to === null && carrierId === carrier.id)
      .map((period) => ({ ...period, probeId: id, key })),
  );
  for (const { from } of mounted) assertEnds(from, at.getTime());
  const probeIds = mounted.map(({ probeId }) => probeId);
  const measures = mounted.map(({ key }) => key);
  if (mounted.length > 0) {
    await endMountings(
      tx,
      mounted.map(({ id }) => id),
      probeIds,
      at,
    );
    await auditDevice(tx, ctx, "device.unmount", device, {
      old: auditSnapshot(carrier, measures, "unmountedAt", at),
      reason,
    });
  }
  const ended = await endExceptionsOfRemovedDevice(tx, ctx, device, { carrierId: carrier.id, probeIds, at, reason });
  return { measures, ended };
}

/** Notifies open consoles of changed mountings, and of exceptions that were closed or withdrawn. */
export async function publishMoves(
  carriers: readonly Pick<Place, "id" | "customerId">[],
  ended: readonly ExceptionChange[] = [],
): Promise<void> {
  await publishChange(carriers, "structure");
  try {
    await liveBus().publish(
      ended.map(({ customerId, ...row }) => ({
        type: "exception" as const,
        customerId,
        carrierId: row.carrierId,
        data: row,
      })),
    );
  } catch (error) {
    log.warn({ err: error }, "exceptions ended, but that could not be announced");
  }
}

/** Throws CONFLICT for a device that is in a base or being replaced. */
export async function assertUntied(tx: Db, ctx: OperationContext, deviceId: number, path = "deviceId"): Promise<void> {
  const { base, isSwitching } = await findTies(tx, visibilityOf(ctx), deviceId);
  if (base) throw refused(path, "embedded", `it is embedded in ${nameOrRedacted(base.name, "device")}`);
  if (isSwitching) throw refused(path, "switching", "it is being switched for another device");
}

/** The probes of a device that is bound as a whole are mounted with its binding. */
function assertMountedKind({ kind }: Pick<LockedDevice, "kind">): void {
  if (!isMountedKind(kind)) throw refused("deviceId", "boundKind", "it is bound as a whole", "INVALID");
}

/** Mounts a device's probes on a carrier. */
export const mountDevice = defineOperation({
  name: "carrier.mount",
  kind: "mutation",
  permission: "editCarrier",
  input: MountInput,
  async run(ctx, input): Promise<MountedDto> {
    const { tx, now } = ctx;
    assertNoneCancelled(await lockOwner(tx, ctx.scope, "carrier", input.id), "id");
    const carrier = await openPlace(tx, ctx, input.id);
    const device = await editableDevice(tx, ctx, input.deviceId);
    assertMountedKind(device);
    assertUsable(device);
    await assertUntied(tx, ctx, device.id);
    const at = input.at ? new Date(input.at) : now;
    const measures = await mountProbes(tx, ctx, { device, carrier, measures: input.measures, at });
    if (measures.length === 0) throw refused("deviceId", "nothingToMount", "nothing of it is left to be mounted here");
    ctx.audit({
      customerId: carrier.customerId,
      new: { deviceId: device.id, serialNumber: device.serialNumber, measures, mountedAt: at.toISOString() },
    });
    ctx.afterCommit(() => publishMoves([carrier]));
    return { id: carrier.id, deviceId: device.id, measures, at: at.getTime(), endedExceptions: 0 };
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

/** Unmounts a device from a carrier; the readings taken there remain. */
export const unmountDevice = defineOperation({
  name: "carrier.unmount",
  kind: "mutation",
  permission: "editCarrier",
  input: UnmountInput,
  async run(ctx, input): Promise<MountedDto> {
    const { tx, now } = ctx;
    const { reason } = input;
    await lockOwner(tx, ctx.scope, "carrier", input.id);
    const carrier = await editablePlace(tx, ctx, input.id);
    const device = await editableDevice(tx, ctx, input.deviceId);
    assertMountedKind(device);
    await assertUntied(tx, ctx, device.id);
    const at = input.at ? new Date(input.at) : now;
    const { measures, ended } = await endMounting(tx, ctx, { device, carrier, at, reason });
    if (measures.length === 0) throw refused("deviceId", "notMounted", "it is not mounted here");
    ctx.audit({
      customerId: carrier.customerId,
      old: { deviceId: device.id, serialNumber: device.serialNumber, measures, unmountedAt: at.toISOString() },
      reason,
    });
    ctx.afterCommit(() => publishMoves([carrier], ended));
    const endedExceptions = ended.filter(({ change }) => change === "closed").length;
    return { id: carrier.id, deviceId: device.id, measures, at: at.getTime(), endedExceptions };
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

/** Lists the current and earlier mountings of a carrier. */
export const listCarrierMountings = defineOperation({
  name: "carrier.mountings",
  kind: "query",
  permission: "viewCarrier",
  input: MountingListQuery,
  async run(ctx, query): Promise<Page<MountingDto>> {
    permit(ctx, "view", await carrierTypeOf(ctx.db, ctx.scope, query.id));
    return findMountings(ctx.db, visibilityOf(ctx), "carrier", query);
  },
});

/** Lists the current and earlier mountings of a device. */
export const listDeviceMountings = defineOperation({
  name: "device.mountings",
  kind: "query",
  permission: "viewDevice",
  input: MountingListQuery,
  async run(ctx, query): Promise<Page<MountingDto>> {
    permitKind(ctx, "view", await deviceKindOf(ctx.db, ctx.scope, query.id));
    return findMountings(ctx.db, visibilityOf(ctx), "device", query);
  },
});
