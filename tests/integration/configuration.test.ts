import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceCommand } from "@/db/schema";
import {
  cancelCommand,
  getConfiguration,
  issueCommands,
  listCommands,
  removeCommand,
  retryCommand,
  saveConfiguration,
} from "@/features/device/configuration/configuration.operations";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";

type Context = Awaited<ReturnType<typeof accountContext>>;

const SETTINGS = { sampleIntervalSeconds: 300, exceptionSampleIntervalSeconds: 60, transmitPower: 5 };
const LORA = {
  temperatureSampleIntervalSeconds: 300,
  temperatureMinReportIntervalSeconds: 300,
  temperatureMaxReportIntervalSeconds: 900,
};
const KEY = "0123456789abcdef0123456789abcdef";
const NOW = new Date("2026-11-20T08:00:00.000Z");

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let gateway: Awaited<ReturnType<typeof makeGateway>>;
let admin: Context;
let stranger: Context;
let onlooker: Context;
let remover: Context;
let nurse: Context;
let id: number;

beforeAll(async () => {
  owner = await makeCustomer(db());
  gateway = await makeGateway(db(), owner.id, { sceneId: owner.sceneId });
  const as = async (customerId: number, options = {}) =>
    accountContext(db(), await makeUser(db(), customerId, options), { now: NOW });
  admin = await as(owner.id);
  stranger = await as((await makeCustomer(db())).id);
  onlooker = await as(owner.id, { permissions: ["viewSensor"] });
  remover = await as(owner.id, { permissions: ["viewSensor", "removeGateway", "editGateway"] });
  const elsewhere = await makeCustomer(db());
  nurse = await as(owner.id, { scopeType: 0, sceneIds: [elsewhere.sceneId] });
});

const makeSensor = async (values: Partial<typeof device.$inferInsert> = {}) =>
  (
    await makeFridge(db(), owner, {
      gatewayId: gateway.id,
      device: { typeCode: "zbp_2", settings: SETTINGS, ...values },
    })
  ).sensor.id;

beforeEach(async () => {
  id = await makeSensor();
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const stored = async (deviceId = id) =>
  (await db().select().from(device).where(eq(device.id, deviceId)))[0] as typeof device.$inferSelect;
const commandsOf = (deviceId = id) =>
  db().select().from(deviceCommand).where(eq(deviceCommand.deviceId, deviceId)).orderBy(desc(deviceCommand.id));
const issue = async (who = admin) => (await issueCommands.call(who, { deviceIds: [id] })).ids[0] as number;
const endAs = (commandId: number, result: "failed" | "succeeded" | "timed-out") =>
  db().update(deviceCommand).set({ state: "end", result, endedAt: NOW }).where(eq(deviceCommand.id, commandId));

/** Expects the refusal, the device and its commands as they were. */
async function refused(work: () => Promise<unknown>, error: Record<string, unknown>, deviceId = id) {
  const before = JSON.stringify([await stored(deviceId), await commandsOf(deviceId)]);
  await expect(work()).rejects.toMatchObject(error);
  expect(JSON.stringify([await stored(deviceId), await commandsOf(deviceId)])).toBe(before);
}

const ruled = (rule: string) => ({ details: { issues: expect.arrayContaining([expect.objectContaining({ rule })]) } });

describe("the wanted parameters", () => {
  it("are saved with their row in the trail", async () => {
    const settings = { ...SETTINGS, transmitPower: 10 };
    expect(await saveConfiguration.call(admin, { id, settings })).toMatchObject({
      settings,
      configStatus: "wait",
      appliedSettings: null,
      obstacles: [],
      gateway: { id: gateway.id },
    });
    expect(await stored()).toMatchObject({ settings, configStatus: "wait" });
    expect(await trailOf(db(), owner.id, "device", id)).toMatchObject([
      { operation: "device.configure", oldValues: { settings: SETTINGS }, newValues: { settings } },
    ]);
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("count as configured where the device has confirmed just these", async () => {
    await db().update(device).set({ appliedSettings: SETTINGS, configStatus: "fail" }).where(eq(device.id, id));
    expect(await saveConfiguration.call(admin, { id, settings: SETTINGS })).toMatchObject({
      configStatus: "configured",
    });
  });

  it("keep a secret that is left out, and show it to nobody", async () => {
    const lora = await makeSensor({ typeCode: "lora_1", settings: {} });
    await saveConfiguration.call(admin, { id: lora, settings: { ...LORA, appKey: KEY } });
    const after = await saveConfiguration.call(admin, { id: lora, settings: { ...LORA, transmitPower: 7 } });
    expect((await stored(lora)).settings).toEqual({ ...LORA, transmitPower: 7, appKey: KEY });
    expect(after.secrets).toEqual([{ name: "appKey", isSet: true, isApplied: false }]);
    await issueCommands.call(admin, { deviceIds: [lora] });
    const seen = [
      after,
      await getConfiguration.call(admin, { id: lora }),
      await listCommands.call(admin, { deviceId: lora }),
      await trailOf(db(), owner.id, "device", lora),
      await db().$client`select old_values, new_values from audit where entity = 'deviceCommand'`,
    ];
    expect(JSON.stringify(seen)).not.toContain(KEY);
    expect((await commandsOf(lora))[0]?.settings).toMatchObject({ appKey: KEY });
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      "an exception interval above the sampling interval",
      { sampleIntervalSeconds: 60, exceptionSampleIntervalSeconds: 61 },
      "exceptionOverSampling",
    ],
    ["a parameter of another technology", { ...SETTINGS, joinAttempts: 3 }, "notOfType"],
  ])("refuse %s", (_, settings, rule) =>
    refused(() => saveConfiguration.call(admin, { id, settings }), { code: "INVALID", ...ruled(rule) }),
  );

  it.each<[string, Record<string, unknown>]>([
    ["an interval of nothing", { sampleIntervalSeconds: 0 }],
    ["an interval beyond 65535", { sampleIntervalSeconds: 65_536 }],
    ["half a second", { sampleIntervalSeconds: 1.5 }],
    ["an unknown parameter", { colour: "blue" }],
  ])("do not understand %s", (_, settings) =>
    refused(() => saveConfiguration.call(admin, { id, settings } as never), { name: "ZodError" }),
  );

  it("are refused without the permission, and without that for the kind", async () => {
    await refused(() => saveConfiguration.call(onlooker, { id, settings: SETTINGS }), { code: "FORBIDDEN" });
    await refused(() => saveConfiguration.call(remover, { id, settings: SETTINGS }), { code: "FORBIDDEN" });
  });

  it("do not exist for another customer, nor outside the own nodes", async () => {
    for (const who of [stranger, nurse]) {
      await refused(() => saveConfiguration.call(who, { id, settings: SETTINGS }), { code: "NOT_FOUND" });
      await expect(getConfiguration.call(who, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("stay as they are while the device is being configured", async () => {
    await issue();
    await refused(() => saveConfiguration.call(admin, { id, settings: { transmitPower: 1 } }), {
      code: "CONFLICT",
      ...ruled("configuring"),
    });
  });
});

describe("a command", () => {
  it("is prepared for each device, with its own row in the trail, and the console hears of it", async () => {
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => heard.push(...events));
    const second = await makeSensor();
    const { ids } = await issueCommands.call(admin, { deviceIds: [id, second] });
    expect(ids).toHaveLength(2);
    for (const [index, deviceId] of [id, second].entries()) {
      expect(await commandsOf(deviceId)).toMatchObject([
        { id: ids[index], state: "prepare", result: null, settings: SETTINGS, gatewayId: gateway.id, attempts: 0 },
      ]);
      expect(await stored(deviceId)).toMatchObject({ configStatus: "configuring" });
      expect(await trailOf(db(), owner.id, "deviceCommand", ids[index] as number)).toMatchObject([
        { operation: "deviceCommand.prepare", newValues: { deviceId, state: "prepare", configStatus: "configuring" } },
      ]);
    }
    expect((await commandsOf())[0]?.deadlineAt?.getTime()).toBe(NOW.getTime() + 300_000);
    await expect.poll(() => heard.length).toBe(2);
    expect(heard[0]).toMatchObject({ type: "device", customerId: owner.id, data: { change: "device", deviceId: id } });
    expect(heard[0]?.carrierId).toBeTypeOf("number");
    await stop();
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("takes parameters for all devices along, and saves them", async () => {
    const second = await makeSensor({ settings: { sampleIntervalSeconds: 900 } });
    await issueCommands.call(admin, { deviceIds: [id, second], settings: { transmitPower: 9 } });
    expect((await stored()).settings).toEqual({ ...SETTINGS, transmitPower: 9 });
    expect((await commandsOf(second))[0]?.settings).toEqual({ sampleIntervalSeconds: 900, transmitPower: 9 });
  });

  it("goes to a gateway itself, too", async () => {
    await db()
      .update(device)
      .set({ settings: { isGpsOn: true } })
      .where(eq(device.id, gateway.id));
    const { ids } = await issueCommands.call(admin, { deviceIds: [gateway.id] });
    expect(await commandsOf(gateway.id)).toMatchObject([{ id: ids[0], gatewayId: gateway.id }]);
    await cancelCommand.call(admin, { id: ids[0] as number });
  });

  it.each<[string, string, Partial<typeof device.$inferInsert>]>([
    ["switched off", "deviceOff", { use: "deactivated" }],
    ["without a gateway", "noGateway", { gatewayId: null }],
    ["without parameters", "noSettings", { settings: {} }],
  ])("does not go to a device %s, and then to none of the batch", async (_, rule, values) => {
    const other = await makeSensor(values);
    const work = () => issueCommands.call(admin, { deviceIds: [id, other] });
    await refused(work, {
      code: "CONFLICT",
      details: { issues: [expect.objectContaining({ path: "deviceIds.1", rule })] },
    });
    expect(await commandsOf(other)).toEqual([]);
  });

  it("does not go twice at once, however many ask", async () => {
    const outcomes = await Promise.allSettled([issue(), issue(), issue()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await commandsOf()).toHaveLength(1);
    await refused(() => issue(), { code: "CONFLICT", ...ruled("configuring") });
  });

  it("goes to devices of one type and customer alone", async () => {
    const lora = await makeSensor({ typeCode: "lora_1", settings: LORA });
    await refused(() => issueCommands.call(admin, { deviceIds: [id, lora] }), {
      code: "INVALID",
      ...ruled("sameType"),
    });
    await refused(() => issueCommands.call(admin, { deviceIds: [id, 2 ** 40] }), { code: "NOT_FOUND" });
    await refused(() => issueCommands.call(admin, { deviceIds: [] }), { name: "ZodError" });
  });

  it("sets nothing for several that belongs to one", async () => {
    const [first, second] = [
      await makeSensor({ typeCode: "lora_1", settings: LORA }),
      await makeSensor({ typeCode: "lora_1", settings: LORA }),
    ];
    const work = () => issueCommands.call(admin, { deviceIds: [first, second], settings: { devEui: "0123456789" } });
    await refused(work, { code: "INVALID", ...ruled("ownSetting") }, first);
  });

  it("is refused without the permission, and does not exist elsewhere", async () => {
    await refused(() => issue(onlooker), { code: "FORBIDDEN" });
    await refused(() => issue(remover), { code: "FORBIDDEN" });
    await refused(() => issue(stranger), { code: "NOT_FOUND" });
    await refused(() => issue(nurse), { code: "NOT_FOUND" });
  });
});

describe("calling off", () => {
  it("ends the command, and the device waits again", async () => {
    const commandId = await issue();
    expect(await cancelCommand.call(admin, { id: commandId })).toMatchObject({ state: "end", result: "cancelled" });
    expect(await stored()).toMatchObject({ configStatus: "wait" });
    expect((await trailOf(db(), owner.id, "deviceCommand", commandId)).at(-1)).toMatchObject({
      operation: "deviceCommand.cancel",
      oldValues: { state: "prepare", configStatus: "configuring" },
      newValues: { state: "end", result: "cancelled", configStatus: "wait" },
    });
    await refused(() => cancelCommand.call(admin, { id: commandId }), { code: "CONFLICT", ...ruled("commandState") });
  });

  it("leaves a device as configured that had confirmed the same before", async () => {
    await db().update(device).set({ appliedSettings: SETTINGS, configStatus: "configured" }).where(eq(device.id, id));
    await cancelCommand.call(admin, { id: await issue() });
    expect(await stored()).toMatchObject({ configStatus: "configured" });
  });

  it("is refused without the permission, and elsewhere", async () => {
    const commandId = await issue();
    await refused(() => cancelCommand.call(onlooker, { id: commandId }), { code: "FORBIDDEN" });
    await refused(() => cancelCommand.call(remover, { id: commandId }), { code: "FORBIDDEN" });
    await refused(() => cancelCommand.call(stranger, { id: commandId }), { code: "NOT_FOUND" });
    await refused(() => cancelCommand.call(nurse, { id: commandId }), { code: "NOT_FOUND" });
  });
});

describe("once more", () => {
  it("sends what the device is to have now, by a command of its own", async () => {
    const first = await issue();
    await endAs(first, "timed-out");
    const next = await retryCommand.call(admin, { id: first });
    expect(next).toMatchObject({ state: "prepare", attempts: 0, settings: SETTINGS });
    expect(next.id).not.toBe(first);
    expect((await trailOf(db(), owner.id, "deviceCommand", first)).at(-1)).toMatchObject({
      operation: "deviceCommand.retry",
      newValues: { commandIds: [next.id] },
    });
  });

  it("is not for one that succeeded, or is under way", async () => {
    const first = await issue();
    await refused(() => retryCommand.call(admin, { id: first }), { code: "CONFLICT", ...ruled("configuring") });
    await endAs(first, "succeeded");
    await refused(() => retryCommand.call(admin, { id: first }), { code: "CONFLICT", ...ruled("commandState") });
  });

  it("is refused without the permission, and elsewhere", async () => {
    const first = await issue();
    await endAs(first, "failed");
    await refused(() => retryCommand.call(onlooker, { id: first }), { code: "FORBIDDEN" });
    await refused(() => retryCommand.call(stranger, { id: first }), { code: "NOT_FOUND" });
  });
});

describe("taking a command out", () => {
  it("is not possible while the device is being configured, by this command or by a later one", async () => {
    const first = await issue();
    await refused(() => removeCommand.call(admin, { id: first }), { code: "CONFLICT", ...ruled("configuring") });
    await endAs(first, "failed");
    const second = (await retryCommand.call(admin, { id: first })).id;
    await refused(() => removeCommand.call(admin, { id: first }), { code: "CONFLICT", ...ruled("configuring") });
    await endAs(second, "succeeded");
    await removeCommand.call(admin, { id: first });
    expect((await commandsOf()).map((command) => command.id)).toEqual([second]);
    expect((await trailOf(db(), owner.id, "deviceCommand", first)).at(-1)).toMatchObject({
      operation: "deviceCommand.remove",
      oldValues: { state: "end", result: "failed", deviceId: id },
    });
  });

  it("is refused without the permission, and elsewhere", async () => {
    const first = await issue();
    await endAs(first, "failed");
    await refused(() => removeCommand.call(onlooker, { id: first }), { code: "FORBIDDEN" });
    await refused(() => removeCommand.call(remover, { id: first }), { code: "FORBIDDEN" });
    await refused(() => removeCommand.call(stranger, { id: first }), { code: "NOT_FOUND" });
  });
});

describe("the list of commands", () => {
  it("shows those of devices that one may see, by device, state and result", async () => {
    const first = await issue();
    await endAs(first, "failed");
    const second = (await retryCommand.call(admin, { id: first })).id;
    const ids = async (who: Context, query = {}) =>
      (await listCommands.call(who, { deviceId: id, ...query })).items.map((item) => item.id);
    expect(await ids(admin)).toEqual([second, first]);
    expect(await ids(admin, { state: "prepare" })).toEqual([second]);
    expect(await ids(admin, { result: "failed" })).toEqual([first]);
    expect(await ids(onlooker)).toEqual([second, first]);
    expect(await ids(stranger)).toEqual([]);
    expect(await ids(nurse)).toEqual([]);
    const gatewayOnly = await accountContext(db(), await makeUser(db(), owner.id, { permissions: ["viewGateway"] }));
    expect(await ids(gatewayOnly)).toEqual([]);
  });
});
