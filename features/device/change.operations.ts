import "server-only";
import type { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import { endExceptionsOfRemovedDevice } from "@/features/alarm/connection/operations";
import type { ExceptionChange } from "@/features/alarm/evaluation/evaluation.schema";
import { publishExceptions } from "@/features/alarm/evaluation/evaluation.service";
import type { DeviceEvent } from "@/features/telemetry/live/live.schema";
import { assertVersion } from "@/lib/audit/assert-version";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { notFound } from "@/lib/errors";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { VersionedId } from "@/lib/resource/by-id";
import { findCarriersOf, type LockedDevice, lockFacts } from "./change.data";
import { changed, type Wanted } from "./change.rules";
import { assertNotRecorded, stopWatching } from "./deactivation.service";
import { findGateways, findNames, findScenes, findTaken, replaceProbes, saveDevices } from "./device.data";
import { hasUniqueName, refusal } from "./device.rules";
import { DEVICE_INPUT, type DeviceDto, type DeviceInput } from "./device.schema";
import { readDevice } from "./list.operations";
import { typesOf } from "./registration.operations";
import { auditSnapshot, typeFor } from "./registration.rules";

type PathOf = (field: string) => string;
type Announcing = OperationContext & { afterCommit: (work: () => Promise<void>) => void };

/** Publishes changed devices to open consoles after the commit. The change does not depend on delivery. */
export async function publishDevices(ctx: Announcing, ids: readonly number[]): Promise<void> {
  const places = await findCarriersOf(ctx.db, ctx.scope, ids);
  const events = places.map(({ id: deviceId, customerId, carrierId }) => {
    const data: DeviceEvent & { deviceId: number } = {
      change: "device",
      deviceId,
      ...(carrierId !== null && { carrierId }),
    };
    return { type: "device" as const, customerId, carrierId, data };
  });
  ctx.afterCommit(() => liveBus().publish(events));
}

/** Throws if the new node or gateway is not of the customer or is outside the actor's scope. */
export async function assertMoves(
  { db, scope }: OperationContext,
  old: LockedDevice,
  { sceneId, gatewayId }: Pick<Wanted, "sceneId"> & { gatewayId?: number | null | undefined },
  pathOf: PathOf,
): Promise<void> {
  if (sceneId === null && scope.sceneIds !== "all") throw refusal(pathOf("sceneId"), "required", "name the node");
  if (sceneId != null && sceneId !== old.sceneId) {
    const found = await findScenes(db, scope, old.customerId, [sceneId]);
    if (!found.has(sceneId)) throw refusal(pathOf("sceneId"), "unknown", "no such node", "NOT_FOUND");
  }
  if (gatewayId != null && gatewayId !== old.gatewayId) {
    const found = await findGateways(db, scope, old.customerId, [gatewayId]);
    if (!found.has(gatewayId)) throw refusal(pathOf("gatewayId"), "unknown", "no such gateway", "NOT_FOUND");
  }
}

/** Throws if a new serial number, MAC or (for some kinds) name is taken. */
async function assertFree({ db, scope }: OperationContext, old: LockedDevice, input: DeviceInput): Promise<void> {
  const { serialNumber, mac, name } = input;
  const taken = (field: string) => refusal(field, "unique", "already exists", "CONFLICT");
  const isOther = (now: string, before: string | null) => now.toUpperCase() !== (before ?? "").toUpperCase();
  const serials = isOther(serialNumber, old.serialNumber) ? [serialNumber] : [];
  const macs = mac !== "" && isOther(mac, old.mac) ? [mac] : [];
  const found = serials.length + macs.length > 0 ? await findTaken(db, serials, macs) : null;
  if (found && found.serialNumbers.size > 0) throw taken("serialNumber");
  if (found && found.macs.size > 0) throw taken("mac");
  if (!hasUniqueName(old.kind) || name.toLowerCase() === old.name.toLowerCase()) return;
  const names = await findNames(db, scope, {
    customerId: old.customerId,
    kind: old.kind,
    names: [name],
    exceptId: old.id,
  });
  if (names.size > 0) throw taken("name");
}

/** Returns the type's stored code and replaces the probes if the type is new. A device may retain a disabled type. */
export async function retype(ctx: OperationContext, old: LockedDevice, code: string, path: string): Promise<string> {
  if (code.toLowerCase() === old.typeCode.toLowerCase()) return old.typeCode;
  const type = typeFor(await typesOf(ctx, [code]), old.kind, code, path);
  await replaceProbes(ctx.db, ctx.scope, { id: old.id, customerId: old.customerId, measures: type.measures });
  return type.code;
}

/** Throws if what identifies a device at several customers would change. */
function assertSame(old: LockedDevice, { serialNumber, mac, typeCode }: DeviceInput): void {
  const facts = { serialNumber, mac, typeCode };
  for (const [field, value] of Object.entries(facts))
    if (value.toUpperCase() !== (old[field as keyof typeof facts] ?? "").toUpperCase())
      throw refusal(field, "seconded", "it was seconded, and others know it by this", "CONFLICT");
}

async function update(ctx: Announcing, old: LockedDevice, input: DeviceInput) {
  const { id } = old;
  if (input.customerId !== undefined && input.customerId !== old.customerId)
    throw refusal("customerId", "ownerStays", "a device stays with its customer");
  if (old.unitId !== null) assertSame(old, input);
  const next = changed(old, input, (field) => field);
  await assertMoves(ctx, old, input, (field) => field);
  await assertFree(ctx, old, input);
  const isDisabled = next.use !== old.use && next.use === "deactivated";
  if (isDisabled) await assertNotRecorded(ctx.db, [{ id, path: "use" }]);
  const values = {
    ...next,
    typeCode: await retype(ctx, old, input.typeCode, "typeCode"),
    serialNumber: input.serialNumber,
    mac: input.mac || null,
    name: input.name,
    description: input.description,
    gatewayId: input.gatewayId === undefined ? old.gatewayId : input.gatewayId,
    reportIntervalSeconds: input.reportIntervalSeconds ?? old.reportIntervalSeconds,
    utcOffsetHours: input.utcOffsetHours === undefined ? old.utcOffsetHours : input.utcOffsetHours,
    // A use set by hand overrides what the customer's cancellation stored for later.
    ...(next.use !== old.use && { resumeUse: null }),
  };
  await saveDevices(ctx.db, ctx.scope, [id], values);
  const ended: ExceptionChange[] = [];
  if (isDisabled) ended.push(...(await stopWatching(ctx.db, ctx, [old])));
  else if (next.sceneId === null)
    ended.push(...(await endExceptionsOfRemovedDevice(ctx.db, ctx, old, { at: ctx.now })));
  if (ended.length > 0) ctx.afterCommit(() => publishExceptions(ended));
  return { customerId: old.customerId, old: auditSnapshot(old), new: auditSnapshot({ ...old, ...values }) };
}

/** The device as its update takes it. */
async function inputOf(ctx: OperationContext, kind: DeviceKind, id: number) {
  const device = await readDevice(ctx, [kind], id);
  return { ...device, gatewayId: device.gateway?.id ?? null, gatewayName: device.gateway?.name };
}

/** Builds the operation that changes one device of a kind. */
export const changing = <K extends DeviceKind>(kind: K) => {
  // Zod cannot infer the output of a generic input; this is its type.
  const input = DEVICE_INPUT[kind].safeExtend(VersionedId.shape) as unknown as z.ZodType<
    DeviceInput & { id: number; version?: number },
    Record<string, unknown>
  >;
  return defineOperation({
    name: `${kind}.update`,
    kind: "mutation",
    permission: `edit${DEVICE_SUBJECT[kind]}`,
    input,
    async run(ctx, { id, version, ...values }): Promise<DeviceDto> {
      const [old] = await lockFacts(ctx.db, ctx.scope, [kind], [id]);
      if (!old) throw notFound(kind, id);
      await assertVersion(ctx, { entity: kind, id, version }, () => inputOf(ctx, kind, id));
      ctx.audit(await update(ctx, old, values as DeviceInput));
      await publishDevices(ctx, [id]);
      return readDevice(ctx, [kind], id);
    },
    audit: { entity: kind, id: ({ id }) => id },
  });
};
