import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceState, exception, probe, probeState, workOrder, workOrderEvent } from "@/db/schema";
import { acceptWorkOrder, cancelWorkOrder } from "@/features/work-order/act.operations";
import { listWorkOrders, updateWorkOrder } from "@/features/work-order/order.operations";
import { applyWorkOrderRules, warnOfWorkOrders } from "@/features/work-order/rule/jobs";
import { switchWorkOrderRule, workOrderRules } from "@/features/work-order/rule/operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeWorkOrder } from "../factories/work-order";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal as failureOf } from "../support/refusal";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let stranger: OperationContext;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  stranger = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id, {}));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const run = (job: Job, now = new Date()) =>
  job.run({}, { db: db(), now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
const ordersOf = async (query: object) => (await listWorkOrders.call(admin, { iDisplayLength: 100, ...query })).items;
const make = (values: object) => workOrderRules.create.call(admin, { name: `r ${Math.random()}`, ...values } as never);
async function refusal(call: Promise<unknown>) {
  const { code, issues = [] } = await failureOf(call);
  return { code, paths: issues.map(({ path }) => path) };
}

describe("a rule", () => {
  it("submits one order for an exception that nobody handles, and none for a handled one or another severity", async () => {
    const fridge = await makeFridge(db(), own);
    const raisedAt = new Date(Date.now() - 90 * MINUTE);
    const late = { startedAt: raisedAt, raisedAt };
    const [open, handled, minor] = [
      await makeException(db(), fridge, late),
      await makeException(db(), await makeFridge(db(), own), { ...late, status: "processed" }),
      await makeException(db(), await makeFridge(db(), own), { ...late, severity: "minor" }),
    ];
    const fresh = await makeException(db(), await makeFridge(db(), own));
    const rule = await make({ cause: "exception", afterMinutes: 60, severities: ["critical"], dueMinutes: 120 });
    for (let time = 0; time < 2; time += 1) await run(applyWorkOrderRules);
    const [order, ...others] = await ordersOf({ exceptionId: open.id });
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      isByRule: true,
      ruleName: rule.name,
      cause: "exception",
      type: "repair",
      orderer: null,
    });
    expect(order?.title).toContain(fridge.carrier.name);
    expect(Math.round(((order?.dueAt ?? 0) - (order?.createdAt ?? 0)) / MINUTE)).toBe(120);
    for (const { id } of [handled, minor, fresh]) expect(await ordersOf({ exceptionId: id })).toEqual([]);
    expect((await trailOf(db(), own.id, "workOrder", order?.id as number)).map(({ operation }) => operation)).toEqual([
      "workOrder.createByRule",
    ]);
    await cancelWorkOrder.call(admin, { id: order?.id as number, reason: "known" });
    await run(applyWorkOrderRules);
    expect(await ordersOf({ exceptionId: open.id })).toHaveLength(1);
    expect((await workOrderRules.get.call(admin, { id: rule.id })).orders).toBe(1);
    await db().update(exception).set({ status: "processed" }).where(eq(exception.id, fresh.id));
    await workOrderRules.remove.call(admin, { id: rule.id });
  });

  it("submits one for a silent device, a low battery and an ending calibration", async () => {
    const { sensor, carrier } = await makeFridge(db(), own);
    const seen = new Date(Date.now() - 300 * MINUTE);
    const dueOn = new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10);
    await db().update(device).set({ lastSeenAt: seen, calibrationDueOn: dueOn }).where(eq(device.id, sensor.id));
    await db()
      .insert(deviceState)
      .values({ deviceId: sensor.id, customerId: own.id, kind: "sensor", sortName: "x", onlineStatus: "offline" })
      .onConflictDoUpdate({ target: deviceState.deviceId, set: { onlineStatus: "offline" } });
    const [cell] = await db()
      .insert(probe)
      .values({ customerId: own.id, deviceId: sensor.id, measure: "battery" })
      .returning();
    await db()
      .insert(probeState)
      .values({ probeId: cell?.id as number, lastValue: 9, lastAt: seen });
    await make({ cause: "silent", afterMinutes: 120 });
    await make({ cause: "battery", percent: 10 });
    await make({ cause: "calibration", daysBefore: 30 });
    for (let time = 0; time < 2; time += 1) await run(applyWorkOrderRules);
    const found = await ordersOf({ deviceId: sensor.id });
    expect(found.map(({ type }) => type).toSorted()).toEqual(["battery", "calibration", "connection"]);
    expect(found.every((one) => one.carrier?.id === carrier.id)).toBe(true);
    for (const { id } of found) await cancelWorkOrder.call(admin, { id, reason: "seen" });
    await run(applyWorkOrderRules);
    expect(await ordersOf({ deviceId: sensor.id })).toHaveLength(3);
  });

  it("does nothing while it is switched off, and goes on without a person who cannot do it", async () => {
    const fridge = await makeFridge(db(), own);
    const { id } = await makeException(db(), fridge);
    const helper = await makeUser(db(), own.id, {});
    const rule = await make({ cause: "exception", afterMinutes: 1, assigneeId: helper.id });
    await switchWorkOrderRule.call(admin, { id: rule.id, isEnabled: false });
    await run(applyWorkOrderRules);
    expect(await ordersOf({ exceptionId: id })).toEqual([]);
    await switchWorkOrderRule.call(admin, { id: rule.id, isEnabled: true });
    await db().$client`update user_account set status = 'cancelled' where id = ${helper.id}`;
    await run(applyWorkOrderRules);
    expect(await ordersOf({ exceptionId: id })).toMatchObject([{ assignee: null }]);
    await workOrderRules.remove.call(admin, { id: rule.id });
  });

  it("is refused with its field, without permission and outside the scope", async () => {
    const wrong: [object, string][] = [
      [{ cause: "battery" }, "percent"],
      [{ cause: "exception", afterMinutes: 0 }, "afterMinutes"],
      [{ cause: "battery", percent: 10, groupId: 2 ** 40 }, "groupId"],
      [{ cause: "battery", percent: 10, kinds: ["range"] }, "kinds"],
    ];
    for (const [values, path] of wrong) expect((await refusal(make(values))).paths).toEqual([path]);
    const rule = await make({ cause: "battery", percent: 1, name: "Twice" });
    expect(await refusal(make({ cause: "battery", percent: 1, name: "twice" }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(workOrderRules.remove.call(stranger, { id: rule.id }))).toMatchObject({ code: "NOT_FOUND" });
    const viewer = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewWorkOrderRule"] }));
    expect(await refusal(workOrderRules.remove.call(viewer, { id: rule.id }))).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the due time", () => {
  it("is warned of once, said once when it is over, and again when it was moved", async () => {
    const now = Date.now();
    const createdAt = new Date(now - 120 * MINUTE);
    const { id } = await makeWorkOrder(db(), own.id, {
      dueAt: new Date(now + 30 * MINUTE),
      remindMinutes: 60,
      createdAt,
    });
    const kinds = async () =>
      (await db().select().from(workOrderEvent).where(eq(workOrderEvent.workOrderId, id))).map(({ kind }) => kind);
    for (let time = 0; time < 2; time += 1) await run(warnOfWorkOrders);
    expect(await kinds()).toEqual(["reminded"]);
    for (let time = 0; time < 2; time += 1) await run(warnOfWorkOrders, new Date(now + 31 * MINUTE));
    expect(await kinds()).toEqual(["reminded", "overdue"]);
    await acceptWorkOrder.call(admin, { id });
    const dueAt = new Date(now + 90 * MINUTE).toISOString();
    await updateWorkOrder.call(admin, { id, type: "repair", title: "Later", version: 1, dueAt, remindMinutes: 60 });
    await run(warnOfWorkOrders, new Date(now + 40 * MINUTE));
    expect((await kinds()).filter((kind) => kind === "reminded")).toHaveLength(2);
    const [row] = await db().select().from(workOrder).where(eq(workOrder.id, id));
    expect(row?.overdueAt).toBeNull();
  });
});
