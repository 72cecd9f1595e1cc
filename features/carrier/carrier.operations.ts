import "server-only";
import { detachTriggers } from "@/features/alarm/trigger/detaching.service";
import { assertVersion } from "@/lib/audit/assert-version";
import { assertNoneCancelled, lockOwner } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { permit, publishChange } from "./access.service";
import { positionAt } from "./batch/rules";
import {
  assertReferences,
  type CarrierRecord,
  customerForNew,
  customerOfScene,
  deleteCarrier,
  findMountedDevices,
  getCarrier,
  hasHistory,
  insertCarrier,
  lockOne,
  type StoredCarrier,
  saveCarrier,
  zonesOf,
} from "./carrier.data";
import { broken, watchedBy } from "./carrier.rules";
import {
  type AtomCarrierDto,
  type CarrierDto,
  CarrierInput,
  CarrierUpdate,
  type MonitoringPointDetailDto,
  type RemovedCarrierDto,
} from "./carrier.schema";
import { getMonitoringPoint } from "./monitoring/monitoring.operations";
import { moveMountedDevices } from "./mounting/relocation.service";
import { dependentsOf, saveStatus, stateOf } from "./status/status.data";
import { auditSnapshotOfStatus } from "./status/status.operations";
import { assertNoDependents } from "./status/status.rules";
import { numberOfType } from "./type/rules";

const toDto = (row: StoredCarrier, { now }: Pick<OperationContext, "now">): CarrierDto => ({
  ...row,
  typeNumber: numberOfType(row.type),
  alarmSwitch: positionAt(
    { ...row, alarmPausedUntil: row.pausedUntil === null ? null : new Date(row.pausedUntil) },
    now.getTime(),
  ),
});

/** The carrier. Throws FORBIDDEN unless the actor may view its type. */
async function seen(ctx: OperationContext, id: number): Promise<CarrierDto> {
  const row = await getCarrier(ctx.db, ctx.scope, id);
  permit(ctx, "view", row.type);
  return toDto(row, ctx);
}

/** The carrier as its update takes it. */
async function inputOf(ctx: OperationContext, id: number) {
  const { zones, ...carrier } = await seen(ctx, id);
  return {
    ...carrier,
    sceneName: carrier.scenePath.at(-1),
    zones: zones.map(({ measure, zoneId }) => ({ measure, zoneId })),
  };
}

/** The audit snapshot of a carrier: its fields and ranges. Status and alarm switch are audited separately. */
async function auditSnapshot(ctx: OperationContext, row: CarrierRecord): Promise<Record<string, unknown>> {
  const {
    id: _,
    resumeStatus: __,
    status: ___,
    defrostUntil,
    alarmSwitch,
    alarmPausedUntil,
    createdAt,
    ...fields
  } = row;
  return { ...fields, zones: await zonesOf(ctx.db, row.id) };
}

/** Returns one carrier as shown in its form. */
export const getOneCarrier = defineOperation({
  name: "carrier.get",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  run: (ctx, { id }): Promise<CarrierDto> => seen(ctx, id),
});

/** Returns one carrier with its devices and their gateways. */
export const getAtomCarrier = defineOperation({
  name: "carrier.atom",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<AtomCarrierDto> {
    const carrier = await seen(ctx, id);
    const devices = await findMountedDevices(ctx.db, visibilityOf(ctx), id);
    return { ...carrier, devices, gateways: gatewaysOf(devices) };
  },
});

function gatewaysOf(devices: AtomCarrierDto["devices"]): AtomCarrierDto["gateways"] {
  const gateways = new Map<number, AtomCarrierDto["gateways"][number]>();
  for (const { id, kind, name, gatewayId, gatewayName } of devices) {
    if (kind === "gateway") gateways.set(id, { id, name });
    else if (gatewayId !== null) gateways.set(gatewayId, { id: gatewayId, name: gatewayName });
  }
  return [...gateways.values()];
}

/** Returns one monitoring point: the carrier with its live values. */
export const getMonitoringPointDetail = defineOperation({
  name: "carrier.mpDetail",
  kind: "query",
  permission: "viewMonitorPointRealTime",
  input: ById,
  async run(ctx, { id }): Promise<MonitoringPointDetailDto> {
    const carrier = await seen(ctx, id);
    return { ...carrier, point: await getMonitoringPoint.call(ctx, { id }) };
  },
});

/** Creates a carrier at a node; the node determines the customer. */
export const createCarrier = defineOperation({
  name: "carrier.create",
  kind: "mutation",
  permission: "newCarrier",
  input: CarrierInput,
  async run(ctx, input): Promise<CarrierDto> {
    permit(ctx, "new", input.type);
    const customerId = await customerForNew(ctx.tx, ctx.scope, input.sceneId);
    await assertReferences(ctx.tx, customerId, input);
    const row = await insertCarrier(ctx.tx, customerId, input);
    ctx.audit({ customerId, new: await auditSnapshot(ctx, row) });
    ctx.afterCommit(() => publishChange([row], "structure"));
    return toDto(await getCarrier(ctx.db, ctx.scope, row.id), ctx);
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

/** Updates a carrier. If it moves to another node, mounted devices move along. */
export const updateCarrier = defineOperation({
  name: "carrier.update",
  kind: "mutation",
  permission: "editCarrier",
  input: CarrierUpdate,
  async run(ctx, { id, version, ...input }): Promise<CarrierDto> {
    const held = await lockOwner(ctx.tx, ctx.scope, "carrier", id);
    const old = await lockOne(ctx.tx, ctx.scope, id);
    permit(ctx, "edit", old.type);
    await assertVersion(ctx, { entity: "carrier", id, version }, () => inputOf(ctx, id));
    const started = watchedBy({ ...old, zones: await zonesOf(ctx.tx, id) }, input);
    if (started) assertNoneCancelled(held, started);
    if (input.type !== old.type) throw broken("type", "fixed", `the carrier stays one of type ${old.type}`);
    if (input.sceneId !== old.sceneId) {
      const customerId = await customerOfScene(ctx.tx, ctx.scope, input.sceneId);
      if (customerId !== old.customerId) throw broken("sceneId", "sameCustomer", "is a node of another customer");
    }
    await assertReferences(ctx.tx, old.customerId, input, old);
    const before = await auditSnapshot(ctx, old);
    await detachTriggers(ctx, [old], input.alarmTriggerId);
    const row = await saveCarrier(ctx.tx, old, input);
    if (row.sceneId !== old.sceneId) await moveMountedDevices(ctx.tx, ctx, [row], row.sceneId);
    ctx.audit({ customerId: old.customerId, old: before, new: await auditSnapshot(ctx, row) });
    ctx.afterCommit(() => publishChange([row], "structure"));
    return toDto(await getCarrier(ctx.db, ctx.scope, id), ctx);
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

/** Deletes a carrier without records. A carrier with history is retired instead. */
export const removeCarrier = defineOperation({
  name: "carrier.remove",
  kind: "mutation",
  permission: "removeCarrier",
  input: ById,
  async run(ctx, { id }): Promise<RemovedCarrierDto> {
    const row = await lockOne(ctx.tx, ctx.scope, id);
    const { customerId } = row;
    permit(ctx, "remove", row.type);
    assertNoDependents(await dependentsOf(ctx.tx, visibilityOf(ctx), id), "id");
    ctx.afterCommit(() => publishChange([row], "structure"));
    if (!(await hasHistory(ctx.tx, id))) {
      ctx.audit({ customerId, old: await auditSnapshot(ctx, row) });
      await deleteCarrier(ctx.tx, id);
      return { id, customerId, outcome: "removed" };
    }
    if (row.status === "retirement") throw conflict("id", "hasHistory", "is obsolete already, and its history stays");
    const retired = { status: "retirement", defrostUntil: null } as const;
    await saveStatus(ctx.tx, id, retired);
    ctx.audit({ customerId, old: auditSnapshotOfStatus(stateOf(row)), new: auditSnapshotOfStatus(retired) });
    return { id, customerId, outcome: "retired" };
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});
