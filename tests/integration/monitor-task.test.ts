import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import type { MonitorKind } from "@/db/monitor-enums";
import {
  connectionWatch,
  contact,
  contactGroup,
  type device,
  monitorFinding,
  monitorRun,
  monitorTask,
  outbox,
  scene,
} from "@/db/schema";
import { listMonitorFindings, listMonitorRuns } from "@/features/monitor-task/run.operations";
import { checkTasks, forgetRuns } from "@/features/monitor-task/task.jobs";
import { monitorTasks } from "@/features/monitor-task/task.operations";
import { cancelWorkOrder } from "@/features/work-order/act.operations";
import { getWorkOrder, listWorkOrders } from "@/features/work-order/order.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeMonitorTask } from "../factories/monitor-task";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal as failureOf } from "../support/refusal";
import { at, exceptionsOf, INTERVAL, job, MINUTE, makeDevice as make, report, sweep } from "../support/watched-devices";

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
beforeEach(async () => {
  owner = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), owner.id));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const makeDevice = (kind: DeviceKind, values: Partial<typeof device.$inferInsert> = {}) => make(owner, kind, values);
const later = (minute: number): OperationContext => ({ ...admin, now: new Date(at(minute)) });
const BASE = { kind: "gateway", strategy: "daily", time: "08:00" } as const;
const create = (values: object = {}, ctx = admin) =>
  monitorTasks.create.call(ctx, { name: `t ${Math.random()}`, ...BASE, ...values } as never);
const findingsOf = async (query: object, ctx = admin) =>
  (await listMonitorFindings.call(ctx, { iDisplayLength: 100, ...query } as never)).items;
const runsOf = async (taskId: number) => (await listMonitorRuns.call(admin, { taskId, iDisplayLength: 100 })).items;
/** Runs a task by hand at a minute, and returns what it found. */
async function look(taskId: number, minute: number) {
  await monitorTasks.run.call(later(minute), { id: taskId });
  const [run] = await runsOf(taskId);
  return findingsOf({ runId: run?.id });
}
async function refusal(call: Promise<unknown>) {
  const { code, issues = [] } = await failureOf(call);
  return { code, rules: issues.map(({ path, rule }) => `${path} ${rule}`) };
}

const SENSORS = { zigbee: "zbp_2", zigbee2: "zigbee2_1", "4g": "4g_gps_2", lora: "lora_1", zeta: "zeta_2" } as const;
const KINDS: [MonitorKind, DeviceKind, string][] = [
  ...Object.entries(SENSORS).map(([kind, code]): [MonitorKind, DeviceKind, string] => [
    kind as MonitorKind,
    "sensor",
    code,
  ]),
  ...([
    ["gateway", "gateway", "gt_2"],
    ["display", "display", "dt_1"],
    ["relay", "relay", "rt_1"],
  ] as [MonitorKind, DeviceKind, string][]),
];

describe("a task", () => {
  it.each(KINDS)(
    "for %s finds one that has fallen silent, and none that reports or is of another kind",
    async (...kinds) => {
      const [kind, deviceKind, typeCode] = kinds;
      const [silent, healthy] = [
        await makeDevice(deviceKind, { typeCode }),
        await makeDevice(deviceKind, { typeCode }),
      ];
      const others: (typeof silent)[] = [];
      for (const [other, otherKind, code] of KINDS)
        if (other !== kind) others.push(await makeDevice(otherKind, { typeCode: code }));
      for (const one of [silent, healthy, ...others]) await report(one, 0, { battery: 80 });
      const task = await create({ kind });
      await report(healthy, 2, { battery: 80 });
      expect(await look(task.id, 2)).toEqual([]);
      await report(healthy, 9, { battery: 79 });
      const found = await look(task.id, 10);
      expect(found.map((one) => one.device)).toEqual([{ id: silent.id, kind: deviceKind, name: silent.name }]);
      expect(found[0]).toMatchObject({
        isNew: true,
        isOff: true,
        lastSeenAt: new Date(at(0)).toISOString(),
        gateway: null,
      });
      expect((await runsOf(task.id)).map((run) => [run.found, run.checked])).toEqual([
        [1, 2],
        [0, 2],
      ]);
      await report(silent, 11, { battery: 70 });
      expect(await look(task.id, 12)).toEqual([]);
      expect(await findingsOf({ taskId: task.id })).toMatchObject([{ isOff: false }]);
      expect(await findingsOf({ taskId: task.id, state: "off" })).toEqual([]);
    },
  );

  it("finds nothing of what was never heard, is disabled or lies in the store", async () => {
    const lastSeenAt = new Date(at(-60));
    await makeDevice("display");
    await makeDevice("display", { use: "deactivated", lastSeenAt });
    await makeDevice("display", { use: "unactivated", lastSeenAt });
    await makeDevice("display", { sceneId: null, lastSeenAt });
    expect(await look((await create({ kind: "display" })).id, 0)).toEqual([]);
  });

  it("looks at its places with their sub-trees, and leads to device and carrier", async () => {
    const [ward] = await db()
      .insert(scene)
      .values({ customerId: owner.id, code: `w${Math.random()}`, name: "Ward", parentId: owner.sceneId })
      .returning();
    const below = { id: owner.id, sceneId: ward?.id as number };
    const inWard = await makeFridge(db(), below, { device: INTERVAL });
    const other = await makeFridge(db(), owner, { device: INTERVAL });
    for (const { sensor } of [inWard, other]) await report(sensor, 0, { temperature: 5 });
    const names = async (targets: object[]) =>
      (await look((await create({ kind: "zigbee", targets })).id, 10)).map((one) => one.carrier?.name).sort();
    const all = [inWard.carrier.name, other.carrier.name].sort();
    expect(await names([])).toEqual(all);
    expect(await names([{ kind: "scene", id: owner.sceneId }])).toEqual(all);
    expect(await names([{ kind: "scene", id: below.sceneId }])).toEqual([inWard.carrier.name]);
    expect(await names([{ kind: "carrier", id: other.carrier.id }])).toEqual([other.carrier.name]);
  });

  it("whose places were all deleted looks nowhere, rather than everywhere", async () => {
    const [ward] = await db()
      .insert(scene)
      .values({ customerId: owner.id, code: `w${Math.random()}`, name: "Ward", parentId: owner.sceneId })
      .returning();
    const gateway = await makeDevice("gateway");
    await report(gateway, 0, { battery: 80 });
    const task = await create({ targets: [{ kind: "scene", id: ward?.id }] });
    await db()
      .delete(scene)
      .where(eq(scene.id, ward?.id as number));
    expect(await look(task.id, 10)).toEqual([]);
    expect(await monitorTasks.get.call(admin, { id: task.id })).toMatchObject({ isEverywhere: false, targets: [] });
  });

  it("names sensors behind a silent gateway, from which nothing follows", async () => {
    const gateway = await makeDevice("gateway");
    const sensor = await makeDevice("sensor", { typeCode: "lora_1", gatewayId: gateway.id });
    for (const one of [gateway, sensor]) await report(one, 0, { battery: 80 });
    await sweep(10);
    const follows = { raisesException: true, submitsOrder: true };
    const [found] = await look((await create({ kind: "lora", ...follows })).id, 10);
    expect(found).toMatchObject({ gateway: { id: gateway.id }, exceptionId: null, order: null });
    const [own] = await look((await create(follows)).id, 10);
    expect(own).toMatchObject({ device: { id: gateway.id }, gateway: null, order: expect.anything() });
    expect(await listWorkOrders.call(admin, { deviceId: sensor.id })).toMatchObject({ total: 0 });
  });
});

describe("what follows", () => {
  it("is the exception of the connection watch, if there is one", async () => {
    const display = await makeDevice("display");
    await report(display, 0, { battery: 80 });
    await sweep(10);
    const [open] = await exceptionsOf(display);
    const task = await create({ kind: "display", raisesException: true });
    expect(await look(task.id, 10)).toMatchObject([{ exceptionId: open?.id }]);
    expect(await exceptionsOf(display)).toHaveLength(1);
  });

  it("is an exception of its own where the watch is off, which ends with the next message", async () => {
    await db().insert(connectionWatch).values({ customerId: owner.id, isEnabled: false });
    const relay = await makeDevice("relay");
    await report(relay, 0, { battery: 80 });
    await sweep(10);
    expect(await exceptionsOf(relay)).toEqual([]);
    const task = await create({ kind: "relay", raisesException: true });
    const [found] = await look(task.id, 10);
    await look(task.id, 11);
    await sweep(12);
    const [open, ...others] = await exceptionsOf(relay);
    expect(others).toEqual([]);
    expect(open).toMatchObject({
      ...{ id: found?.exceptionId, kind: "no-data", severity: "minor", probeId: null },
      ...{ startedAt: new Date(at(3)), endedAt: null },
    });
    await report(relay, 20, { battery: 80 });
    await sweep(21);
    expect(await exceptionsOf(relay)).toMatchObject([{ endedAt: new Date(at(20)) }]);
  });

  it("is no exception where alarms are switched off", async () => {
    const fridge = await makeFridge(db(), owner, { device: INTERVAL, carrier: { alarmSwitch: "off" } });
    await report(fridge.sensor, 0, { temperature: 5 });
    const task = await create({ kind: "zigbee", raisesException: true });
    expect(await look(task.id, 10)).toMatchObject([{ exceptionId: null }]);
    expect(await exceptionsOf(fridge.sensor)).toEqual([]);
  });

  it("is one work order for a silence, named as the task's", async () => {
    const fridge = await makeFridge(db(), owner, { device: INTERVAL });
    await report(fridge.sensor, 0, { temperature: 5 });
    const task = await create({ kind: "zigbee", submitsOrder: true, dueMinutes: 90 });
    const [found] = await look(task.id, 10);
    const id = found?.order?.id as number;
    expect(await look(task.id, 11)).toMatchObject([{ isNew: false, order: { id } }]);
    const order = await getWorkOrder.call(admin, { id });
    expect(order).toMatchObject({
      ...{ isByRule: true, cause: "task", type: "connection", task: { id: task.id, name: task.name }, orderer: null },
      ...{ carrier: { id: fridge.carrier.id }, device: { id: fridge.sensor.id }, dueAt: at(10) + 90 * MINUTE },
    });
    expect(order.title).toContain(fridge.sensor.name);
    expect(order.description).toContain(task.name);
    expect(order.events).toMatchObject([{ kind: "submitted", actor: "", text: task.name }]);
    expect((await trailOf(db(), owner.id, "workOrder", id)).map(({ operation }) => operation)).toEqual([
      "workOrder.createByTask",
    ]);
    const sourced = async (source: string) => (await listWorkOrders.call(admin, { source } as never)).total;
    expect(await Promise.all(["task", "rule", "person"].map(sourced))).toEqual([1, 0, 0]);
    await cancelWorkOrder.call(later(11), { id, reason: "known" });
    expect(await look(task.id, 12)).toMatchObject([{ order: { id } }]);
    await report(fridge.sensor, 20, { temperature: 5 });
    const [again] = await look(task.id, 30);
    expect(again?.isNew).toBe(true);
    expect(again?.order?.id).not.toBe(id);
    // What it caused stays when it is deleted.
    await monitorTasks.switch.call(admin, { id: task.id, isEnabled: false });
    await monitorTasks.remove.call(admin, { id: task.id });
    expect(await getWorkOrder.call(admin, { id })).toMatchObject({ cause: "task", task: null });
  });

  it("is one message for a run, about what is new", async () => {
    const [group] = await db().insert(contactGroup).values({ customerId: owner.id, name: "Engineers" }).returning();
    const groupId = group?.id as number;
    await db()
      .insert(contact)
      .values({ customerId: owner.id, groupId, name: "Li", email: "li@clinic.example", channels: ["email"] });
    const first = await makeDevice("display");
    await report(first, 0, { battery: 80 });
    const task = await create({ kind: "display", noticeGroupId: groupId });
    const planned = async () =>
      (await db().select().from(outbox).where(sql`customer_id = ${owner.id} and payload->>'type' = 'monitorTask'`)).map(
        ({ payload }) => payload,
      );
    await look(task.id, 10);
    await look(task.id, 11);
    expect(await planned()).toMatchObject([
      { channel: "email", taskId: task.id, name: task.name, kind: "display", count: 1, subjects: [first.name] },
    ]);
    const second = await makeDevice("display");
    await report(second, 12, { battery: 80 });
    await look(task.id, 30);
    expect((await planned())[1]).toMatchObject({ count: 1, subjects: [second.name] });
  });
});

describe("the schedule", () => {
  const run = (minute: number) => checkTasks.run({}, job(minute));
  /** The whole minute that a test's minute begins with. */
  const whole = (minute: number) => new Date(Math.floor(at(minute) / MINUTE) * MINUTE);
  const due = (taskId: number, minute: number, values: object = {}) =>
    db()
      .update(monitorTask)
      .set({ isRunning: true, nextAt: whole(minute), ...values })
      .where(eq(monitorTask.id, taskId));
  const EVERY = { intervalCount: 1, intervalUnit: "minute" };

  it("runs a task once for each instant, with two workers at once", async () => {
    const task = await create(EVERY);
    const { nextAt } = await monitorTasks.get.call(admin, { id: task.id });
    expect(Date.parse(nextAt as string)).toBeGreaterThan(admin.now.getTime());
    await due(task.id, 5);
    await Promise.all([run(5), run(5), run(5)]);
    expect(await runsOf(task.id)).toMatchObject([
      { trigger: "schedule", state: "done", dueAt: whole(5).toISOString(), missed: 0 },
    ]);
    await run(5);
    expect(await runsOf(task.id)).toHaveLength(1);
  });

  it("carries out the latest of what was missed, and names the others", async () => {
    const task = await create(EVERY);
    await due(task.id, 0);
    await run(30);
    const [only, ...others] = await runsOf(task.id);
    expect(others).toEqual([]);
    expect(only?.missed).toBeGreaterThanOrEqual(29);
    expect(only?.missedSince).toBe(whole(0).toISOString());
  });

  it("of a single task ends with its run", async () => {
    const startOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const task = await create({ strategy: "single", startOn });
    await run(1);
    expect(await runsOf(task.id)).toEqual([]);
    await due(task.id, 0, { startOn: "2020-01-01" });
    await run(2);
    expect(await runsOf(task.id)).toMatchObject([{ missed: 0 }]);
    expect(await monitorTasks.get.call(admin, { id: task.id })).toMatchObject({ isRunning: false, nextAt: null });
    expect((await trailOf(db(), owner.id, "monitorTask", task.id)).map(({ operation }) => operation)).toContain(
      "monitorTask.finish",
    );
  });

  it("leaves out stopped tasks and those of a cancelled customer", async () => {
    const stopped = await create({ isRunning: false });
    await run(1);
    expect(await runsOf(stopped.id)).toEqual([]);
    const cancelled = await makeCustomer(db(), { status: "cancelled" });
    const task = await makeMonitorTask(db(), cancelled.id, { isRunning: true, nextAt: new Date(at(0)) });
    await run(1);
    expect(await db().$count(monitorRun, eq(monitorRun.taskId, task.id))).toBe(0);
  });

  it("leaves no trace of a run that is cut off, and repeats it; one that keeps failing is recorded and passed over", async () => {
    const gateway = await makeDevice("gateway");
    await report(gateway, 0, { battery: 80 });
    const task = await create({ ...EVERY, submitsOrder: true });
    await due(task.id, 10);
    const broken = `broken_${task.id}`;
    await db().$client.unsafe(`
      create function ${broken}() returns trigger language plpgsql as $$ begin
        if new.task_id = ${task.id} then raise exception 'cut off'; end if; return new; end $$;
      create trigger ${broken} before insert on monitor_finding for each row execute function ${broken}()`);
    try {
      await run(11);
      expect(await runsOf(task.id)).toEqual([]);
      expect((await listWorkOrders.call(admin, { deviceId: gateway.id })).total).toBe(0);
      await run(60);
      // What is due is the latest minute: as long as that is fresh, it is tried again.
      expect(await runsOf(task.id)).toEqual([]);
      await due(task.id, 60, { intervalCount: 24, intervalUnit: "hour" });
      await run(75);
      expect(await runsOf(task.id)).toMatchObject([{ state: "failed" }]);
      expect((await monitorTasks.get.call(admin, { id: task.id })).isRunning).toBe(true);
    } finally {
      await db().$client.unsafe(`drop trigger ${broken} on monitor_finding; drop function ${broken}()`);
    }
    await due(task.id, 80);
    await run(81);
    expect(await findingsOf({ taskId: task.id })).toMatchObject([{ device: { id: gateway.id } }]);
    expect((await listWorkOrders.call(admin, { deviceId: gateway.id })).total).toBe(1);
  });

  it("forgets old runs with their findings", async () => {
    const gateway = await makeDevice("gateway");
    await report(gateway, 0, { battery: 80 });
    const task = await create();
    await look(task.id, 10);
    await forgetRuns.run({}, job(89 * 1440));
    expect(await runsOf(task.id)).toHaveLength(1);
    await forgetRuns.run({}, job(91 * 1440));
    expect(await runsOf(task.id)).toEqual([]);
    expect(await db().$count(monitorFinding, and(eq(monitorFinding.taskId, task.id)))).toBe(0);
  });
});

describe("a running task", () => {
  it("cannot be deleted until it is stopped", async () => {
    const { id } = await create();
    expect(await refusal(monitorTasks.remove.call(admin, { id }))).toEqual({
      code: "CONFLICT",
      rules: ["id taskRunning"],
    });
    await monitorTasks.switch.call(admin, { id, isEnabled: false });
    await monitorTasks.remove.call(admin, { id });
    expect(await refusal(monitorTasks.get.call(admin, { id }))).toMatchObject({ code: "NOT_FOUND" });
    const trail = await trailOf(db(), owner.id, "monitorTask", id);
    expect(trail.map(({ operation }) => operation)).toEqual([
      ...["monitorTask.create", "monitorTask.switch", "monitorTask.remove"],
    ]);
    expect(trail[0]?.newValues).toMatchObject({ kind: "gateway", time: "08:00", isEverywhere: true, places: [] });
  });

  it.each([
    [{ strategy: "weekly" }, "weekdays required"],
    [{ strategy: "monthly" }, "dayOfMonth required"],
    [{ strategy: "single" }, "startOn required"],
    [{ strategy: "single", startOn: "2020-01-01" }, "startOn future"],
    [
      { strategy: "single", startOn: "2090-01-01", intervalCount: 1, intervalUnit: "day" },
      "intervalCount notOfStrategy",
    ],
    [{ intervalCount: 1441, intervalUnit: "minute" }, "intervalCount too_big"],
    [{ intervalCount: 0, intervalUnit: "minute" }, "intervalCount too_small"],
    [{ intervalUnit: "hour" }, "intervalCount required"],
    [{ intervalCount: 1, intervalUnit: "day", untilTime: "12:00" }, "untilTime untilNeedsInterval"],
    [{ untilTime: "12:00" }, "untilTime untilNeedsInterval"],
    [{ time: "24:00" }, "time invalid_format"],
    [{ name: "" }, "name required"],
  ])("is not saved with %j", async (values, rule) => expect((await refusal(create(values))).rules).toContain(rule));

  it("names places, groups and people of its own customer", async () => {
    const other = await makeCustomer(db());
    const [group] = await db().insert(contactGroup).values({ customerId: other.id, name: "Theirs" }).returning();
    expect(await refusal(create({ targets: [{ kind: "scene", id: other.sceneId }] }))).toMatchObject({
      rules: ["targets.0 reference"],
    });
    expect(await refusal(create({ noticeGroupId: group?.id }))).toMatchObject({ rules: ["noticeGroupId reference"] });
    const stranger = await makeUser(db(), other.id);
    expect(await refusal(create({ submitsOrder: true, assigneeId: stranger.id }))).toMatchObject({
      rules: ["assigneeId reference"],
    });
  });

  it("submits work orders only for those who may submit them", async () => {
    const permissions = ["viewDetectionTask", "newDetectionTask", "editDetectionTask"] as const;
    const few = await accountContext(db(), await makeUser(db(), owner.id, { permissions }));
    expect(await refusal(create({ submitsOrder: true }, few))).toMatchObject({
      ...{ code: "FORBIDDEN", rules: ["submitsOrder notHeld"] },
    });
    expect(await create({ submitsOrder: false }, few)).toMatchObject({ submitsOrder: false });
  });
});

describe("an account of a sub-tree", () => {
  it("sees what concerns its nodes, and changes what concerns nothing else", async () => {
    const [ward] = await db()
      .insert(scene)
      .values({ customerId: owner.id, code: `w${Math.random()}`, name: "Ward", parentId: owner.sceneId })
      .returning();
    const sceneId = ward?.id as number;
    const nurse = await accountContext(db(), await makeUser(db(), owner.id, { scopeType: 0, sceneIds: [sceneId] }));
    const inWard = await makeFridge(db(), { id: owner.id, sceneId }, { device: INTERVAL });
    const other = await makeFridge(db(), owner, { device: INTERVAL });
    for (const { sensor } of [inWard, other]) await report(sensor, 0, { temperature: 5 });
    const everywhere = await create({ kind: "zigbee" });
    await look(everywhere.id, 10);
    expect((await findingsOf({ taskId: everywhere.id }, nurse)).map((one) => one.device.id)).toEqual([
      inWard.sensor.id,
    ]);
    expect((await monitorTasks.get.call(nurse, { id: everywhere.id })).lastRun).toMatchObject({ found: 1 });
    for (const call of [
      monitorTasks.switch.call(nurse, { id: everywhere.id, isEnabled: false }),
      monitorTasks.run.call(nurse, { id: everywhere.id }),
    ])
      expect(await refusal(call)).toEqual({ code: "FORBIDDEN", rules: ["id taskFurther"] });
    const elsewhere = await create({ kind: "zigbee", targets: [{ kind: "carrier", id: other.carrier.id }] });
    expect(await refusal(monitorTasks.get.call(nurse, { id: elsewhere.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(create({ kind: "zigbee" }, nurse))).toMatchObject({ rules: ["targets required"] });
    const nobody = await accountContext(db(), await makeUser(db(), owner.id, { scopeType: 0 }));
    expect(await refusal(monitorTasks.get.call(nobody, { id: everywhere.id }))).toMatchObject({ code: "NOT_FOUND" });
    const own = await create({ kind: "zigbee", targets: [{ kind: "scene", id: sceneId }] }, nurse);
    await monitorTasks.run.call({ ...nurse, now: new Date(at(10)) }, { id: own.id });
    expect((await findingsOf({ taskId: own.id }, nurse)).map((one) => one.carrier?.id)).toEqual([inWard.carrier.id]);
  });
});

it("a gateway from the factory that never reported is not off", async () => {
  await makeGateway(db(), owner.id, { sceneId: owner.sceneId });
  expect(await look((await create()).id, 10)).toEqual([]);
});
