import "server-only";
import { cache } from "react";
import {
  assertUntied,
  editableDevice,
  editablePlace,
  endMounting,
  mountProbes,
  moveBoundDevice,
  openPlace,
  publishMoves,
} from "@/features/carrier/mounting/mounting.operations";
import { assertUsable } from "@/features/carrier/mounting/mounting.rules";
import { assertNoneCancelled, lockOwner } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { readAddress } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { refusal } from "../device.rules";
import { assertMay, readDevice } from "../list.operations";
import { type BindingRecord, findBindings, findCurrent, findHolder, getBinding, kindOf, moveOn } from "./binding.data";
import { type BindingEvent, BOUND_KINDS, bindingAfter, phaseOf } from "./binding.rules";
import {
  BindDeviceInput,
  type BindingDto,
  type BoundDto,
  DeviceBindingQuery,
  PlinthBindingChange,
  PlinthBindingInput,
  PlinthBindingListQuery,
  UnbindInput,
} from "./binding.schema";
import { isSwitching } from "./switch.data";

type Device = Awaited<ReturnType<typeof editableDevice>>;
type Carrier = Awaited<ReturnType<typeof editablePlace>>;
type Ended = Awaited<ReturnType<typeof endMounting>>["ended"];
/** The locked rows of a binding change. Lock order: customer, carrier, then devices by id. */
type Parties = { carrier: Carrier | null; device: Device; sensor: Device | null };

/** Locks the rows of a binding. For an existing one the carrier may have been retired meanwhile. */
async function lockParties(
  tx: Db,
  ctx: OperationContext,
  ids: { deviceId: number; carrierId: number | null; sensorId: number | null },
  isNewPlace: boolean,
  path = "deviceId",
): Promise<Parties> {
  const { deviceId, carrierId, sensorId } = ids;
  const held = await (carrierId === null
    ? lockOwner(tx, ctx.scope, "device", deviceId)
    : lockOwner(tx, ctx.scope, "carrier", carrierId));
  if (isNewPlace) assertNoneCancelled(held, carrierId === null ? path : "carrierId");
  const open = isNewPlace ? openPlace : editablePlace;
  const carrier = carrierId === null ? null : await open(tx, ctx, carrierId, "carrierId");
  const devices = new Map<number, Device>();
  for (const id of [...new Set(sensorId === null ? [deviceId] : [deviceId, sensorId])].sort((a, b) => a - b))
    devices.set(id, await editableDevice(tx, ctx, id, id === deviceId ? path : "sensorId"));
  return {
    carrier,
    device: devices.get(deviceId) as Device,
    sensor: sensorId === null ? null : (devices.get(sensorId) as Device),
  };
}

/** Mounts a sensor that is put into a base on the carrier of the base. */
async function putIn(tx: Db, ctx: OperationContext, { carrier, device, sensor }: Parties): Promise<void> {
  if (!sensor) return;
  if (sensor.kind !== "sensor") throw refusal("sensorId", "sensorOnly", "a smart base holds a sensor");
  if (sensor.customerId !== device.customerId) throw refusal("sensorId", "sameCustomer", "is of another customer");
  assertUsable(sensor, "sensorId");
  await assertUntied(tx, ctx, sensor.id, "sensorId");
  if (carrier) await mountProbes(tx, ctx, { device: sensor, carrier, at: ctx.now, path: "sensorId" });
}

const auditSnapshot = (row: Pick<BindingRecord, "deviceId" | "carrierId" | "sensorId" | "state"> | null | undefined) =>
  row
    ? { deviceId: row.deviceId, carrierId: row.carrierId, sensorId: row.sensorId, bindingState: row.state }
    : { bindingState: "unbound" };

const boundDto = (deviceId: number, row: BindingRecord | null, before?: BindingRecord): BoundDto => ({
  id: row?.id ?? before?.id ?? deviceId,
  deviceId,
  state: row?.state ?? null,
});

/** Binds a locked device to an open carrier, with its own probes and the sensor in it. */
export async function beginBinding(tx: Db, ctx: OperationContext, parties: Parties): Promise<BindingRecord> {
  const { carrier, device, sensor } = parties;
  assertUsable(device);
  if (carrier && carrier.customerId !== device.customerId)
    throw refusal("carrierId", "sameCustomer", "is of another customer");
  const phase = phaseOf(await findCurrent(tx, device.id));
  const state = bindingAfter(device.kind, phase, sensor ? "embed" : "bind");
  // To put a sensor into a bound base, its binding is changed; a second one is not created.
  if (phase !== "unbound") throw refusal("deviceId", "bindingState", "it is bound already", "CONFLICT");
  if (carrier) {
    await mountProbes(tx, ctx, { device, carrier, at: ctx.now });
    await moveBoundDevice(tx, ctx, { device, carrier });
  }
  await putIn(tx, ctx, parties);
  return (await moveOn(
    tx,
    undefined,
    {
      customerId: device.customerId,
      deviceId: device.id,
      carrierId: carrier?.id ?? null,
      sensorId: sensor?.id ?? null,
      state: state as BindingRecord["state"],
    },
    ctx.now,
  )) as BindingRecord;
}

/** Throws CONFLICT while a replacement of one of the devices is open, because that decides the mountings. */
async function assertUnswitched(tx: Db, { device, sensor }: Parties, path: string): Promise<void> {
  const busy = await isSwitching(tx, sensor ? [device.id, sensor.id] : [device.id]);
  if (busy !== undefined) throw refusal(path, "switching", "it is being switched for another device", "CONFLICT");
}

type Stepped = { before: BindingRecord; after: BindingRecord | null; parties: Parties; ended: Ended };
type Step = { event: Exclude<BindingEvent, "bind">; sensorId?: number | undefined; reason?: string; path?: string };

/** Locks the rows of an event of a binding. */
function partiesOf(tx: Db, ctx: OperationContext, known: BindingRecord, { event, sensorId, path = "id" }: Step) {
  const { deviceId, carrierId } = known;
  // A sensor that fell out may be elsewhere by now, so it is only locked if it is put in again.
  const isHeld = known.state === "embedded" || event === "embed";
  const sensor = isHeld ? (sensorId ?? known.sensorId) : null;
  return lockParties(tx, ctx, { deviceId, carrierId, sensorId: sensor }, event === "embed", path);
}

/**
 * Applies an event to the binding of a device in the caller's transaction. Mountings that depend on the binding begin
 * and end with it. Throws CONFLICT if the transition is not allowed or the binding is over.
 */
export const stepBinding = async (tx: Db, ctx: OperationContext, known: BindingRecord, step: Step): Promise<Stepped> =>
  stepParties(tx, ctx, known, step, await partiesOf(tx, ctx, known, step));

/** The same for a user's request: refused while a replacement of one of the devices is open. */
async function stepByHand(tx: Db, ctx: OperationContext, known: BindingRecord, step: Step): Promise<Stepped> {
  const parties = await partiesOf(tx, ctx, known, step);
  await assertUnswitched(tx, parties, "id");
  return stepParties(tx, ctx, known, step, parties);
}

async function stepParties(
  tx: Db,
  ctx: OperationContext,
  known: BindingRecord,
  { event, reason = "", path = "id" }: Step,
  parties: Parties,
): Promise<Stepped> {
  const before = await findCurrent(tx, known.deviceId);
  if (before?.id !== known.id) throw refusal(path, "bindingOver", "this binding is over", "CONFLICT");
  const state = bindingAfter(parties.device.kind, before.state, event, path);
  if (event === "embed" && !parties.sensor) throw refusal("sensorId", "required", "which sensor");
  const ended: Ended = [];
  const { carrier, device } = parties;
  if (event === "embed") await putIn(tx, ctx, parties);
  else if (carrier) {
    const leaving = event === "unbind" ? [parties.sensor, device] : [parties.sensor];
    for (const one of leaving)
      if (one) ended.push(...(await endMounting(tx, ctx, { device: one, carrier, at: ctx.now, reason })).ended);
  }
  const next =
    state === "unbound"
      ? null
      : { ...ownerOf(before), state, sensorId: event === "embed" ? (parties.sensor?.id ?? null) : before.sensorId };
  return { before, after: await moveOn(tx, before, next, ctx.now), parties, ended };
}

const ownerOf = ({ customerId, deviceId, carrierId }: BindingRecord) => ({ customerId, deviceId, carrierId });

/** The binding of a device, or of the base that contains it; undefined if it is unbound. */
export const currentBinding = async (tx: Db, deviceId: number): Promise<BindingRecord | undefined> =>
  (await findCurrent(tx, deviceId)) ?? findHolder(tx, deviceId);

/** Binds a smart base to a carrier, with or without a sensor. */
export const bindPlinth = defineOperation({
  name: "plinthBinding.create",
  kind: "mutation",
  permission: "newPlinthBinding",
  input: PlinthBindingInput,
  async run(ctx, { deviceId, carrierId = null, sensorId = null }): Promise<BoundDto> {
    const { tx } = ctx;
    const parties = await lockParties(tx, ctx, { deviceId, carrierId, sensorId }, true);
    if (parties.device.kind !== "base") throw refusal("deviceId", "baseOnly", "is no smart base");
    // Applies to the base only; the sensor is checked when it is put in.
    await assertUnswitched(tx, { ...parties, sensor: null }, "deviceId");
    const row = await beginBinding(tx, ctx, parties);
    ctx.audit({ customerId: row.customerId, new: auditSnapshot(row) });
    const { carrier } = parties;
    if (carrier) ctx.afterCommit(() => publishMoves([carrier]));
    return boundDto(deviceId, row);
  },
  audit: { entity: "plinthBinding", id: ({ id }) => id },
});

/** Records that a sensor fell out of a smart base, or is put in. */
export const changePlinthBinding = defineOperation({
  name: "plinthBinding.update",
  kind: "mutation",
  permission: "editPlinthBinding",
  input: PlinthBindingChange,
  async run(ctx, input): Promise<BoundDto> {
    const { tx } = ctx;
    const known = await getBinding(tx, ctx.scope, input.id);
    const { before, after, parties, ended } = await stepByHand(
      tx,
      ctx,
      known,
      input.action === "embed"
        ? { event: "embed", sensorId: input.sensorId }
        : { event: "fallOff", reason: input.reason },
    );
    ctx.audit({
      customerId: before.customerId,
      old: auditSnapshot(before),
      new: auditSnapshot(after),
      ...(input.action === "fallOff" && { reason: input.reason }),
    });
    const { carrier } = parties;
    if (carrier) ctx.afterCommit(() => publishMoves([carrier], ended));
    return boundDto(before.deviceId, after);
  },
  audit: { entity: "plinthBinding", id: ({ id }) => id },
});

/** Unbinds a smart base, with the sensor in it. */
export const unbindPlinth = defineOperation({
  name: "plinthBinding.remove",
  kind: "mutation",
  permission: "removePlinthBinding",
  input: UnbindInput,
  async run(ctx, { id, reason }): Promise<BoundDto> {
    const known = await getBinding(ctx.tx, ctx.scope, id);
    const { before, parties, ended } = await stepByHand(ctx.tx, ctx, known, { event: "unbind", reason });
    if (parties.device.kind !== "base") throw notFound("plinthBinding", id);
    ctx.audit({ customerId: before.customerId, old: auditSnapshot(before), new: auditSnapshot(null), reason });
    const { carrier } = parties;
    if (carrier) ctx.afterCommit(() => publishMoves([carrier], ended));
    return boundDto(before.deviceId, null, before);
  },
  audit: { entity: "plinthBinding", id: (_output, { id }) => id },
});

/** Binds a gateway, display or relay to a carrier. */
export const bindDevice = defineOperation({
  name: "device.bind",
  kind: "mutation",
  permission: "editDevice",
  input: BindDeviceInput,
  async run(ctx, { id, carrierId }): Promise<BoundDto> {
    const parties = await lockParties(ctx.tx, ctx, { deviceId: id, carrierId, sensorId: null }, true, "id");
    if (parties.device.kind === "base") throw refusal("id", "plinthBinding", "a smart base has its own bindings");
    await assertUnswitched(ctx.tx, parties, "id");
    const row = await beginBinding(ctx.tx, ctx, parties);
    ctx.audit({ customerId: row.customerId, new: auditSnapshot(row) });
    const { carrier } = parties;
    if (carrier) ctx.afterCommit(() => publishMoves([carrier]));
    return boundDto(id, row);
  },
  audit: { entity: "device", id: ({ deviceId }) => deviceId },
});

/** Unbinds a gateway, display or relay from its carrier. */
export const unbindDevice = defineOperation({
  name: "device.unbind",
  kind: "mutation",
  permission: "editDevice",
  input: UnbindInput,
  async run(ctx, { id, reason }): Promise<BoundDto> {
    const kind = await kindOf(ctx.tx, ctx.scope, id);
    assertMay(ctx, "edit", [kind]);
    if (kind === "base") throw refusal("id", "plinthBinding", "a smart base has its own bindings");
    const known = await findCurrent(ctx.tx, id);
    if (!known) throw refusal("id", "notBound", "it is bound nowhere", "CONFLICT");
    const { before, parties, ended } = await stepByHand(ctx.tx, ctx, known, { event: "unbind", reason });
    ctx.audit({ customerId: before.customerId, old: auditSnapshot(before), new: auditSnapshot(null), reason });
    const { carrier } = parties;
    if (carrier) ctx.afterCommit(() => publishMoves([carrier], ended));
    return boundDto(id, null, before);
  },
  audit: { entity: "device", id: ({ deviceId }) => deviceId },
});

/** Lists bindings of smart bases, past ones included. */
export const listPlinthBindings = defineOperation({
  name: "plinthBinding.list",
  kind: "query",
  permission: "viewPlinthBinding",
  input: PlinthBindingListQuery,
  run: (ctx, query): Promise<Page<BindingDto>> => findBindings(ctx.db, visibilityOf(ctx), { kinds: ["base"] }, query),
});

/** Lists the bindings of one device: its own, and those of bases that contained it. */
export const listDeviceBindings = defineOperation({
  name: "device.bindings",
  kind: "query",
  permission: "viewDevice",
  input: DeviceBindingQuery,
  async run(ctx, { id, ...query }): Promise<Page<BindingDto>> {
    assertMay(ctx, "view", [await kindOf(ctx.db, ctx.scope, id)]);
    return findBindings(ctx.db, visibilityOf(ctx), { kinds: BOUND_KINDS, ofDevice: id }, query);
  },
});

/** Data of the window with the bindings of one smart base. */
export const loadBaseHistory = cache(async (ctx: PageContext) => {
  const { id } = ctx.search;
  if (!DeviceBindingQuery.shape.id.safeParse(id).success) throw notFound("base", String(id ?? ""));
  const { query, address } = readAddress(ctx, DeviceBindingQuery);
  const base = await readDevice(ctx, ["base"], query.id);
  const [page, current] = await Promise.all([
    listDeviceBindings.call(ctx, query as never),
    listDeviceBindings.call(ctx, { id: query.id, isCurrent: "true", iDisplayLength: 1 }),
  ]);
  return { ...address, base, page, current: current.items[0] ?? null };
});
