import "server-only";
import type { OldDeviceDisposition } from "@/db/enums";
import {
  type editableDevice,
  editablePlace,
  endMounting,
  openPlace,
  publishMoves,
} from "@/features/carrier/mounting/mounting.operations";
import { assertUsable } from "@/features/carrier/mounting/mounting.rules";
import { writeAudit } from "@/lib/audit/write-audit";
import { visibilityOf } from "@/lib/auth/visibility";
import { nameOrRedacted } from "@/lib/auth/visible-name";
import { notFound } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { refusal } from "../device.rules";
import { assertMay, visibleKinds } from "../list.operations";
import { currentBinding, stepBinding } from "./binding.operations";
import { carryOut, lockPair, type Moved } from "./replacement.service";
import {
  findFacts,
  findMountedKeys,
  findPlaces,
  findSwitches,
  insertSwitch,
  isSwitching,
  kindWithin,
  lockOwner,
  lockSwitch,
  type SwitchRecord,
  saveSwitch,
} from "./switch.data";
import {
  areMet,
  type ConditionState,
  conditionsOf,
  dueSwitchEvent,
  phaseOf,
  type SwitchEvent,
  switchAfter,
} from "./switch.rules";
import {
  CancelSwitchInput,
  ConfirmSwitchInput,
  type DeviceSwitchDetailDto,
  type DeviceSwitchDto,
  DeviceSwitchInput,
  DeviceSwitchListQuery,
} from "./switch.schema";

type Device = Awaited<ReturnType<typeof editableDevice>>;
type Carrier = Awaited<ReturnType<typeof editablePlace>>;
type Ended = Moved["ended"];

const stateOf = ({ result, endedAt }: Pick<SwitchRecord, "result" | "endedAt">) => ({
  result,
  isEnded: endedAt !== null,
});
const auditSnapshot = ({
  result,
  endedAt,
  oldDeviceFate,
}: Pick<SwitchRecord, "result" | "endedAt" | "oldDeviceFate">) => ({
  result,
  endedAt: endedAt?.toISOString() ?? null,
  oldDeviceFate,
});

/** Audit names of the events. */
const VERBS = {
  unmet: "unmet",
  met: "met",
  auto: "autoSwitch",
  confirm: "userSwitch",
  override: "overrideSwitch",
  stop: "stop",
  expire: "expire",
} as const satisfies Record<SwitchEvent, string>;

/** Applies an event to a locked switch. Throws CONFLICT if the transition is not allowed. */
async function happen(
  tx: Db,
  ctx: OperationContext,
  row: SwitchRecord,
  event: SwitchEvent,
  fate: OldDeviceDisposition | null = row.oldDeviceFate,
) {
  const outcome = switchAfter(phaseOf(stateOf(row)), event);
  const moved = outcome.isSwitched ? await carryOut(tx, ctx, row, fate ?? "store") : { carriers: [], ended: [] };
  const oldDeviceFate = outcome.isSwitched ? (fate ?? "store") : row.oldDeviceFate;
  const after = { ...row, result: outcome.result, endedAt: outcome.isOver ? ctx.now : null, oldDeviceFate };
  await saveSwitch(tx, after);
  await writeAudit(tx, ctx, {
    operation: `deviceSwitch.${VERBS[event]}`,
    entity: "deviceSwitch",
    entityId: String(row.id),
    customerId: row.customerId,
    old: auditSnapshot(row),
    new: auditSnapshot(after),
    ...(row.reason && { reason: row.reason }),
  });
  return { row: after, moved };
}

async function look(tx: Db, ctx: OperationContext, row: SwitchRecord): Promise<ConditionState[]> {
  return row.endedAt === null ? conditionsOf(await findFacts(tx, row, ctx.now), ctx.now.getTime()) : [];
}

/**
 * Applies the step of an open switch that its conditions or the clock require, in the caller's transaction. Returns
 * null if none is due.
 */
export async function stepSwitch(tx: Db, ctx: OperationContext, row: SwitchRecord) {
  const open = { phase: phaseOf(stateOf(row)), type: row.type, expiresAt: row.expiresAt?.getTime() ?? null };
  const event = dueSwitchEvent(open, areMet(await look(tx, ctx, row)), ctx.now.getTime());
  return event ? happen(tx, ctx, row, event) : null;
}

/** The same by id, for the worker. */
export const stepSwitchById = async (tx: Db, ctx: OperationContext, id: number) =>
  stepSwitch(tx, ctx, await lockSwitch(tx, ctx.scope, id));

/** Repeats `stepSwitch` until no step is due. */
async function runDueSteps(
  tx: Db,
  ctx: OperationContext,
  start: SwitchRecord,
): Promise<{ row: SwitchRecord; moved: Moved }> {
  const moved: Moved = { carriers: [], ended: [] };
  let row = start;
  for (let step = await stepSwitch(tx, ctx, row); step; step = await stepSwitch(tx, ctx, row)) {
    row = step.row;
    moved.carriers.push(...step.moved.carriers);
    moved.ended.push(...step.moved.ended);
  }
  return { row, moved };
}

async function detail(ctx: OperationContext, db: Db, id: number): Promise<DeviceSwitchDetailDto> {
  const one = { id, iDisplayStart: 0, iDisplayLength: 1, dir: "desc" } as const;
  const [dto] = (await findSwitches(db, visibilityOf(ctx), one)).items;
  if (!dto) throw notFound("deviceSwitch", id);
  assertMay(ctx, "view", [dto.oldDevice.kind]);
  if (dto.standing !== "waiting") return { ...dto, conditions: [] };
  const ids = { carrierId: dto.carrier.id, oldDeviceId: dto.oldDevice.id, newDeviceId: dto.newDevice.id };
  return { ...dto, conditions: conditionsOf(await findFacts(db, ids, ctx.now), ctx.now.getTime()) };
}

/** Locks all carriers that a switch affects, in the order of their ids. */
async function lockPlaces(tx: Db, ctx: OperationContext, carrierId: number, others: readonly number[]) {
  const locked = new Map<number, Carrier>();
  for (const id of [...new Set([carrierId, ...others])].sort((a, b) => a - b))
    locked.set(
      id,
      id === carrierId ? await openPlace(tx, ctx, id, "carrierId") : await editablePlace(tx, ctx, id, "newDeviceId"),
    );
  return locked;
}

/** Unbinds and unmounts the new device elsewhere, which the caller has confirmed. */
async function free(
  tx: Db,
  ctx: OperationContext,
  next: Device,
  places: Map<number, Carrier>,
  reason: string,
): Promise<Ended> {
  const ended: Ended = [];
  const binding = await currentBinding(tx, next.id);
  if (binding) {
    const event = binding.deviceId === next.id ? "unbind" : "fallOff";
    ended.push(...(await stepBinding(tx, ctx, binding, { event, reason, path: "newDeviceId" })).ended);
  }
  for (const carrier of places.values())
    ended.push(...(await endMounting(tx, ctx, { device: next, carrier, at: ctx.now, reason })).ended);
  return ended;
}

/** Begins the replacement of a device at its carrier. A direct one is carried out at once. */
export const createSwitch = defineOperation({
  name: "deviceSwitch.create",
  kind: "mutation",
  permission: "editDevice",
  input: DeviceSwitchInput,
  async run(ctx, input): Promise<DeviceSwitchDetailDto> {
    const { tx, now, actor } = ctx;
    const { carrierId, oldDeviceId, newDeviceId, type, reason, timeoutSeconds } = input;
    const elsewhere = async () =>
      (await findPlaces(tx, visibilityOf(ctx), newDeviceId)).filter(({ id }) => id !== carrierId);
    await lockOwner(tx, ctx.scope, carrierId, "carrierId");
    // Without edit permission on the new device its carrier is not disclosed.
    if (input.unbindFirst) assertMay(ctx, "edit", [await kindWithin(tx, ctx.scope, newDeviceId, "newDeviceId")]);
    const known = input.unbindFirst ? await elsewhere() : [];
    if (known.some(({ name }) => name === null))
      throw refusal("newDeviceId", "mounted", `it is mounted on ${nameOrRedacted(null, "carrier")}`, "CONFLICT");
    const ids = known.map(({ id }) => id);
    const places = await lockPlaces(tx, ctx, carrierId, ids);
    const carrier = places.get(carrierId) as Carrier;
    places.delete(carrierId);
    const { old, next } = await lockPair(tx, ctx, oldDeviceId, newDeviceId);
    for (const [path, device] of [
      ["oldDeviceId", old],
      ["newDeviceId", next],
    ] as const)
      if (device.customerId !== carrier.customerId) throw refusal(path, "sameCustomer", "is of another customer");
    if (old.kind !== next.kind) throw refusal("newDeviceId", "sameKind", "must be a device of the same kind");
    assertUsable(next, "newDeviceId");
    const busy = await isSwitching(tx, [old.id, next.id]);
    if (busy !== undefined)
      throw refusal(busy === old.id ? "oldDeviceId" : "newDeviceId", "switching", "it is being switched", "CONFLICT");
    const held = await currentBinding(tx, old.id);
    if (
      (await findMountedKeys(tx, old.id, carrierId)).length === 0 &&
      !(held?.deviceId === old.id && held.carrierId === carrierId)
    )
      throw refusal("oldDeviceId", "notMounted", "it is not mounted here", "CONFLICT");

    const others = await elsewhere();
    const bound = await currentBinding(tx, next.id);
    const isHeld = held !== undefined && held.deviceId !== old.id;
    if (!input.unbindFirst && (others.length > 0 || bound || isHeld)) {
      const where = others[0]
        ? `the new device is mounted on ${nameOrRedacted(others[0].name, "carrier")}`
        : "it is bound to an installation point";
      throw refusal("unbindFirst", "bound", `${where}: unbind it first`, "CONFLICT");
    }
    if (others.some(({ id }) => !places.has(id)))
      throw refusal("newDeviceId", "changed", "it was moved meanwhile", "CONFLICT");
    const ended = input.unbindFirst && (others.length > 0 || bound) ? await free(tx, ctx, next, places, reason) : [];

    const row = await insertSwitch(tx, {
      customerId: carrier.customerId,
      carrierId,
      oldDeviceId,
      newDeviceId,
      type,
      reason,
      oldDeviceFate: input.oldDevice,
      userId: actor.type === "user" ? actor.principal.user.id : null,
      startedAt: now,
      expiresAt: timeoutSeconds > 0 ? new Date(now.getTime() + timeoutSeconds * 1000) : null,
    });
    const { moved } = type === "direct" ? await happen(tx, ctx, row, "override") : await runDueSteps(tx, ctx, row);
    ctx.audit({
      customerId: carrier.customerId,
      new: {
        carrierId,
        oldDeviceId,
        newDeviceId,
        switchType: type,
        timeoutSeconds,
        unbindFirst: input.unbindFirst,
        oldDeviceFate: row.oldDeviceFate,
      },
      reason,
    });
    ctx.afterCommit(() => publishMoves([carrier, ...places.values()], [...ended, ...moved.ended]));
    return detail(ctx, tx, row.id);
  },
  audit: { entity: "deviceSwitch", id: ({ id }) => id },
});

/** Carries out a switch on a user's request, once the conditions are met or regardless of them. */
export const confirmSwitch = defineOperation({
  name: "deviceSwitch.carryOut",
  kind: "mutation",
  permission: "editDevice",
  input: ConfirmSwitchInput,
  async run(ctx, { id, ignoreConditions, oldDevice }): Promise<DeviceSwitchDetailDto> {
    const { tx } = ctx;
    let row = await lockSwitch(tx, ctx.scope, id);
    if (!ignoreConditions) {
      // The state that the worker stored may be some seconds old, so the conditions are checked now.
      const event = row.endedAt === null && areMet(await look(tx, ctx, row)) ? "met" : "unmet";
      const phase = phaseOf(stateOf(row));
      const isNews = phase !== "ended" && phase !== (event === "met" ? "eligible" : "not-reached");
      if (isNews) row = (await happen(tx, ctx, row, event)).row;
    }
    const { row: after, moved } = await happen(tx, ctx, row, ignoreConditions ? "override" : "confirm", oldDevice);
    ctx.audit({ customerId: row.customerId, old: auditSnapshot(row), new: auditSnapshot(after), reason: row.reason });
    ctx.afterCommit(() => publishMoves(moved.carriers, moved.ended));
    return detail(ctx, tx, id);
  },
  audit: { entity: "deviceSwitch", id: ({ id }) => id },
});

/** Cancels a switch; the mountings remain. */
export const cancelSwitch = defineOperation({
  name: "deviceSwitch.cancel",
  kind: "mutation",
  permission: "editDevice",
  input: CancelSwitchInput,
  async run(ctx, { id, reason }): Promise<DeviceSwitchDetailDto> {
    const row = await lockSwitch(ctx.tx, ctx.scope, id);
    const carrier = await editablePlace(ctx.tx, ctx, row.carrierId, "carrierId");
    await lockPair(ctx.tx, ctx, row.oldDeviceId, row.newDeviceId);
    const { row: after } = await happen(ctx.tx, ctx, row, "stop");
    ctx.audit({
      customerId: row.customerId,
      old: auditSnapshot(row),
      new: auditSnapshot(after),
      ...(reason && { reason }),
    });
    ctx.afterCommit(() => publishMoves([carrier]));
    return detail(ctx, ctx.tx, id);
  },
  audit: { entity: "deviceSwitch", id: ({ id }) => id },
});

export const getSwitch = defineOperation({
  name: "deviceSwitch.get",
  kind: "query",
  permission: "viewDevice",
  input: ById,
  run: (ctx, { id }): Promise<DeviceSwitchDetailDto> => detail(ctx, ctx.db, id),
});

/** Lists switches, open and ended. */
export const listSwitches = defineOperation({
  name: "deviceSwitch.list",
  kind: "query",
  permission: "viewDevice",
  input: DeviceSwitchListQuery,
  run: (ctx, query): Promise<Page<DeviceSwitchDto>> =>
    findSwitches(ctx.db, visibilityOf(ctx), { ...query, kinds: visibleKinds(ctx) }),
});
