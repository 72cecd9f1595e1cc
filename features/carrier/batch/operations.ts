import "server-only";
import { detachTriggers } from "@/features/alarm/trigger/detaching.service";
import { nextVersion } from "@/lib/audit/versioned";
import { writeAudits } from "@/lib/audit/write-audit";
import { lockActiveOwners } from "@/lib/auth/lock-customer";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { permit, publishChange } from "../access.service";
import { saveSwitch } from "../alarm-switch/data";
import { auditSnapshotOfSwitch } from "../alarm-switch/operations";
import { switched } from "../alarm-switch/rules";
import {
  assertTrigger,
  assertType,
  type CarrierRecord,
  customerOfScene,
  lockCarriers,
  saveZones,
  zonesOf,
} from "../carrier.data";
import { broken, missing } from "../carrier.rules";
import { moveMountedDevices } from "../mounting/relocation.service";
import { auditSnapshotOfStatus, putStatus } from "../status/status.operations";
import { setAll } from "./data";
import { assertOneCustomer, assertSameSwitch, namingRow, positionAt, type Target } from "./rules";
import {
  type BatchDto,
  BatchEditInput,
  BatchMoveInput,
  BatchStatusInput,
  BatchSwitchInput,
  BatchTriggerInput,
} from "./schema";

type Tx = Parameters<typeof setAll>[0];
type Context = OperationContext & { tx: Tx };
type Row = Target<CarrierRecord>;
type AuditChange = { old: Record<string, unknown>; new: Record<string, unknown>; reason?: string };

const AUDIT = { entity: "carrierBatch", id: ({ ids }: BatchDto) => ids.join(",") };

/** Locks the carriers. All must belong to one customer and be of types that the actor may edit, or view with `view`. */
async function lockRows(ctx: Context, ids: readonly number[], action: "edit" | "view" = "edit"): Promise<Row[]> {
  const carriers = await lockCarriers(ctx.tx, ctx.scope, ids);
  const known = new Set(carriers.map(({ id }) => id));
  const lost = ids.findIndex((id) => !known.has(id));
  if (lost >= 0) throw missing(`ids.${lost}`, "carrier");
  const rows = ids.map((id, index) => ({
    path: `ids.${index}`,
    carrier: carriers.find((carrier) => carrier.id === id) as CarrierRecord,
  }));
  for (const { carrier } of rows) permit(ctx, action, carrier.type);
  assertOneCustomer(rows);
  return rows;
}

const customerOf = ([first]: readonly Row[]) => (first as Row).carrier.customerId;
const carriersOf = (rows: readonly Row[]) => rows.map(({ carrier }) => carrier);

/** Writes one audit row per carrier of a customer, under the operation name of the single-carrier action. */
async function auditEach(ctx: Context, operation: string, rows: readonly Row[], changeOf: (row: Row) => AuditChange) {
  const entries = rows.map((row) => ({
    ...{ operation, entity: "carrier", entityId: String(row.carrier.id) },
    ...changeOf(row),
  }));
  await writeAudits(ctx.tx, ctx, customerOf(rows), entries);
}

/** Edits the same fields of several carriers with the same alarm switch position. */
export const editCarriers = defineOperation({
  name: "carrier.updateBatch",
  kind: "mutation",
  permission: "editCarrier",
  input: BatchEditInput,
  async run(ctx, { ids, zones, ...fields }): Promise<BatchDto> {
    if (zones && zones.length > 0) await lockActiveOwners(ctx.tx, ctx.scope, "carrier", ids, "zones");
    const rows = await lockRows(ctx, ids);
    assertSameSwitch(rows, ctx.now.getTime());
    await assertFits(ctx, rows, fields.carrierTypeId);
    await setAll(ctx.tx, ids, fields);
    const changes = new Map<number, AuditChange>();
    for (const { carrier, path } of rows) {
      const old: AuditChange["old"] = {};
      for (const key of Object.keys(fields)) old[key] = carrier[key as keyof typeof fields];
      const change: AuditChange = { old, new: { ...fields } };
      if (zones) Object.assign(change, await changeZones(ctx, carrier, path, zones, change));
      changes.set(carrier.id, change);
    }
    await auditEach(ctx, "carrier.update", rows, ({ carrier }) => changes.get(carrier.id) as AuditChange);
    ctx.audit({ customerId: customerOf(rows) });
    ctx.afterCommit(() => publishChange(carriersOf(rows), "structure"));
    return { ids };
  },
  audit: AUDIT,
});

async function assertFits(ctx: Context, rows: readonly Row[], carrierTypeId: number | null | undefined) {
  if (carrierTypeId == null) return;
  const [first] = rows as [Row, ...Row[]];
  await assertType(ctx.tx, first.carrier.type, carrierTypeId);
  const other = rows.find(({ carrier }) => carrier.type !== first.carrier.type);
  if (other) throw broken(other.path, "carrierTypeBase", `${other.carrier.name} is another kind of carrier`);
}

type Zones = NonNullable<BatchEditInput["zones"]>;

/** Sets the ranges of the given measures, leaves the others unchanged, and adds both to the audit snapshot. */
async function changeZones(ctx: Context, carrier: CarrierRecord, path: string, zones: Zones, change: AuditChange) {
  const before = await zonesOf(ctx.tx, carrier.id);
  const kept = before.filter(({ measure }) => !zones.some((zone) => zone.measure === measure));
  await saveZones(ctx.tx, carrier, [...zones, ...kept], path);
  await nextVersion(ctx.tx, "carrier", [carrier.id]);
  const after = await zonesOf(ctx.tx, carrier.id);
  return { old: { ...change.old, zones: before }, new: { ...change.new, zones: after } };
}

/** Sets the status of several carriers with one reason. */
export const changeStatuses = defineOperation({
  name: "carrier.changeStatusBatch",
  kind: "mutation",
  permission: "editCarrier",
  input: BatchStatusInput,
  async run(ctx, { ids, status: to, defrostMinutes = null, reason }): Promise<BatchDto> {
    await lockActiveOwners(ctx.tx, ctx.scope, "carrier", ids, "status");
    const rows = await lockRows(ctx, ids);
    const changes = new Map<number, AuditChange>();
    for (const { carrier, path } of rows) {
      const wish = { to, defrostMinutes, reason };
      const { old, after } = await namingRow(path, () => putStatus(ctx.tx, ctx, carrier, wish));
      const why = reason ? { reason } : {};
      changes.set(carrier.id, { old: auditSnapshotOfStatus(old), new: auditSnapshotOfStatus(after), ...why });
    }
    await auditEach(ctx, "carrier.changeStatus", rows, ({ carrier }) => changes.get(carrier.id) as AuditChange);
    ctx.audit({ customerId: customerOf(rows), ...(reason && { reason }) });
    ctx.afterCommit(() => publishChange(carriersOf(rows), "structure"));
    return { ids };
  },
  audit: AUDIT,
});

/** Switches the alarm of several carriers with the same switch position. Each change is logged with its reason. */
export const switchAlarms = defineOperation({
  name: "carrier.switchAlarmBatch",
  kind: "mutation",
  permission: "switchCarrier",
  input: BatchSwitchInput,
  async run(ctx, { ids, alarmSwitch: to, pausedUntil: until, reason }): Promise<BatchDto> {
    if (to !== "off") await lockActiveOwners(ctx.tx, ctx.scope, "carrier", ids, "alarmSwitch");
    // Switching alarms requires view permission only.
    const rows = await lockRows(ctx, ids, "view");
    assertSameSwitch(rows, ctx.now.getTime());
    const userId = ctx.actor.type === "user" ? ctx.actor.principal.user.id : null;
    const changes = new Map<number, AuditChange>();
    for (const { carrier, path } of rows) {
      const before = {
        ...carrier,
        pausedUntil: carrier.alarmPausedUntil?.getTime() ?? null,
        hasTrigger: carrier.alarmTriggerId !== null,
      };
      const wish = { to, pausedUntil: until ? Date.parse(until) : null, reason };
      const after = await namingRow(path, async () => switched(before, wish, ctx.now.getTime()));
      await saveSwitch(ctx.tx, before, { ...after, reason, userId, at: ctx.now });
      const why = reason ? { reason } : {};
      changes.set(carrier.id, { old: auditSnapshotOfSwitch(before), new: auditSnapshotOfSwitch(after), ...why });
    }
    await auditEach(ctx, "carrier.switchAlarm", rows, ({ carrier }) => changes.get(carrier.id) as AuditChange);
    ctx.audit({ customerId: customerOf(rows), ...(reason && { reason }) });
    ctx.afterCommit(() => publishChange(carriersOf(rows), "alarmSwitch"));
    return { ids };
  },
  audit: AUDIT,
});

/** Binds several carriers to a trigger, or unbinds them. */
export const bindTrigger = defineOperation({
  name: "carrier.bindTriggerBatch",
  kind: "mutation",
  permission: "editCarrier",
  input: BatchTriggerInput,
  async run(ctx, { ids, alarmTriggerId }): Promise<BatchDto> {
    if (alarmTriggerId !== null) await lockActiveOwners(ctx.tx, ctx.scope, "carrier", ids, "alarmTriggerId");
    const rows = await lockRows(ctx, ids);
    const customerId = customerOf(rows);
    if (alarmTriggerId !== null) await assertTrigger(ctx.tx, customerId, alarmTriggerId);
    await detachTriggers(ctx, carriersOf(rows), alarmTriggerId);
    await setAll(ctx.tx, ids, { alarmTriggerId });
    const operation = alarmTriggerId === null ? "carrier.unbindTrigger" : "carrier.bindTrigger";
    await auditEach(ctx, operation, rows, ({ carrier }) => ({
      old: { alarmTriggerId: carrier.alarmTriggerId, position: positionAt(carrier, ctx.now.getTime()) },
      new: { alarmTriggerId, position: positionAt({ ...carrier, alarmTriggerId }, ctx.now.getTime()) },
    }));
    ctx.audit({ customerId });
    ctx.afterCommit(() => publishChange(carriersOf(rows), "alarmSwitch"));
    return { ids };
  },
  audit: AUDIT,
});

/** Moves several carriers to another node of their customer. Mounted devices move along. */
export const moveCarriers = defineOperation({
  name: "carrier.moveBatch",
  kind: "mutation",
  permission: "editCarrier",
  input: BatchMoveInput,
  async run(ctx, { ids, sceneId }): Promise<BatchDto> {
    await lockActiveOwners(ctx.tx, ctx.scope, "carrier", ids, "sceneId");
    const rows = await lockRows(ctx, ids);
    const customerId = await customerOfScene(ctx.tx, ctx.scope, sceneId);
    if (customerId !== customerOf(rows)) throw broken("sceneId", "sameCustomer", "is a node of another customer");
    await setAll(ctx.tx, ids, { sceneId });
    await moveMountedDevices(ctx.tx, ctx, carriersOf(rows), sceneId);
    await auditEach(ctx, "carrier.move", rows, ({ carrier }) => ({
      old: { sceneId: carrier.sceneId },
      new: { sceneId },
    }));
    ctx.audit({ customerId });
    ctx.afterCommit(() => publishChange(carriersOf(rows), "structure"));
    return { ids };
  },
  audit: AUDIT,
});
