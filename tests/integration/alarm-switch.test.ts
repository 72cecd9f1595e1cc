import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmSwitchLog, carrier, scene } from "@/db/schema";
import { listSwitchLog } from "@/features/alarm/switch-log/operations";
import { endPauses } from "@/features/carrier/alarm-switch/jobs";
import { switchAlarm } from "@/features/carrier/alarm-switch/operations";
import { switchAlarms } from "@/features/carrier/batch/operations";
import { getMonitoringPoint } from "@/features/carrier/monitoring/monitoring.operations";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";

type Context = Awaited<ReturnType<typeof accountContext>>;

const HOUR = 3_600_000;
const NOW = new Date("2026-11-20T08:00:00.000Z");
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR).toISOString();

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let nurse: Context;
let admin: Context;
let stranger: Context;
let onlooker: Context;
let id: number;
let upstairs: number;

beforeAll(async () => {
  owner = await makeCustomer(db());
  const [ward] = await db()
    .insert(scene)
    .values({ customerId: owner.id, parentId: owner.sceneId, code: "ward", name: "Ward" })
    .returning();
  const sceneId = ward?.id ?? 0;
  const as = async (customerId: number, options = {}) =>
    accountContext(db(), await makeUser(db(), customerId, options), { now: NOW });
  admin = await as(owner.id);
  nurse = await as(owner.id, { scopeType: 0, sceneIds: [sceneId] });
  onlooker = await as(owner.id, { permissions: ["viewMonitorPointRealTime", "viewEx", "viewHistory"] });
  stranger = await as((await makeCustomer(db())).id);
  upstairs = (await makeFridge(db(), owner)).carrier.id;
  owner = { ...owner, sceneId };
});

beforeEach(async () => {
  id = (await makeFridge(db(), owner)).carrier.id;
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const stored = async (carrierId = id) => {
  const [row] = await db().select().from(carrier).where(eq(carrier.id, carrierId));
  return row && { alarmSwitch: row.alarmSwitch, alarmPausedUntil: row.alarmPausedUntil };
};
const logged = (carrierId = id) =>
  db().select().from(alarmSwitchLog).where(eq(alarmSwitchLog.carrierId, carrierId)).orderBy(desc(alarmSwitchLog.id));
const UNTOUCHED = { alarmSwitch: "on", alarmPausedUntil: null };

/** Expects the refusal, the row as it was, and no line in the log or the audit trail. */
async function refused(who: Context, input: Parameters<typeof switchAlarm.call>[1], error: Record<string, unknown>) {
  await expect(switchAlarm.call(who, input)).rejects.toMatchObject(error);
  expect(await stored(Number(input.id))).toEqual(UNTOUCHED);
  expect(await logged(Number(input.id))).toEqual([]);
  expect(await trailOf(db(), owner.id, "carrier", Number(input.id))).toEqual([]);
}

describe("the alarm switch", () => {
  it("goes off with its reason, and leaves a line in the log and in the audit chain", async () => {
    expect(await switchAlarm.call(nurse, { id, alarmSwitch: "off", reason: "  Cleaning ", from: "on" })).toEqual({
      id,
      alarmSwitch: "off",
      pausedUntil: null,
    });
    expect(await stored()).toEqual({ alarmSwitch: "off", alarmPausedUntil: null });
    expect(await logged()).toMatchObject([
      {
        customerId: owner.id,
        fromSwitch: "on",
        toSwitch: "off",
        pausedUntil: null,
        reason: "Cleaning",
        userId: nurse.actor.principal.user.id,
        at: NOW,
      },
    ]);
    expect(await trailOf(db(), owner.id, "carrier", id)).toMatchObject([
      {
        operation: "carrier.switchAlarm",
        reason: "Cleaning",
        oldValues: { alarmSwitch: "on" },
        newValues: { alarmSwitch: "off" },
      },
    ]);
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("pauses until a time, is paused anew for longer, and comes back by itself", async () => {
    await switchAlarm.call(nurse, { id, alarmSwitch: "paused", pausedUntil: inHours(1), reason: "Defrosting" });
    expect(await stored()).toEqual({ alarmSwitch: "paused", alarmPausedUntil: new Date(inHours(1)) });
    await switchAlarm.call(nurse, {
      id,
      alarmSwitch: "paused",
      pausedUntil: inHours(2),
      reason: "Longer",
      from: "paused",
    });
    expect((await logged()).map(({ fromSwitch, toSwitch, reason }) => [fromSwitch, toSwitch, reason])).toEqual([
      ["paused", "paused", "Longer"],
      ["on", "paused", "Defrosting"],
    ]);
    expect(await getMonitoringPoint.call(nurse, { id })).toMatchObject({
      alarmSwitch: "paused",
      pausedUntil: Date.parse(inHours(2)),
    });
    const later = { ...nurse, now: new Date(inHours(2)) };
    expect(await getMonitoringPoint.call(later, { id })).toMatchObject({ alarmSwitch: "on", pausedUntil: null });
    await expect(switchAlarm.call(later, { id, alarmSwitch: "on" })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("goes on again without a reason", async () => {
    await switchAlarm.call(admin, { id, alarmSwitch: "off", reason: "Repair" });
    await switchAlarm.call(admin, { id, alarmSwitch: "on" });
    expect(await stored()).toEqual(UNTOUCHED);
    expect((await logged())[0]).toMatchObject({ fromSwitch: "off", toSwitch: "on", reason: "" });
  });

  it("tells the open consoles once it is done", async () => {
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => heard.push(...events));
    await expect(switchAlarm.call(nurse, { id, alarmSwitch: "off" })).rejects.toThrow();
    await switchAlarm.call(nurse, { id, alarmSwitch: "off", reason: "Cleaning" });
    await expect
      .poll(() => heard)
      .toEqual([
        { type: "device", customerId: owner.id, carrierId: id, data: { change: "alarmSwitch", carrierId: id } },
      ]);
    await stop();
  });

  it("is refused without the permission", () =>
    refused(onlooker, { id, alarmSwitch: "off", reason: "x" }, { code: "FORBIDDEN" }));

  it("does not exist for another customer, nor outside the own nodes", async () => {
    await refused(stranger, { id, alarmSwitch: "off", reason: "x" }, { code: "NOT_FOUND" });
    await refused(nurse, { id: upstairs, alarmSwitch: "off", reason: "x" }, { code: "NOT_FOUND" });
    await expect(switchAlarm.call(admin, { id: 2 ** 40, alarmSwitch: "off", reason: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it.each([
    ["no reason", { alarmSwitch: "off" }],
    ["a blank reason", { alarmSwitch: "off", reason: "   " }],
    ["a pause without an end", { alarmSwitch: "paused", reason: "x" }],
    ["a pause into the past", { alarmSwitch: "paused", reason: "x", pausedUntil: inHours(-1) }],
    ["a pause of more than a week", { alarmSwitch: "paused", reason: "x", pausedUntil: inHours(7 * 24 + 1) }],
    ["an end without a pause", { alarmSwitch: "off", reason: "x", pausedUntil: inHours(1) }],
  ] as const)("refuses %s", (_name, wish) => refused(admin, { id, ...wish }, { code: "INVALID" }));

  it.each([
    ["an unknown position", { alarmSwitch: "maybe", reason: "x" }],
    ["a time without an offset", { alarmSwitch: "paused", reason: "x", pausedUntil: "2026-11-20T09:00:00" }],
    ["an endless reason", { alarmSwitch: "off", reason: "x".repeat(251) }],
    ["unknown fields", { alarmSwitch: "off", reason: "x", customerId: 1 }],
  ])("does not understand %s", (_name, wish) => refused(admin, { id, ...wish } as never, { name: "ZodError" }));

  it("has nothing to switch without a trigger", async () => {
    await db().update(carrier).set({ alarmTriggerId: null }).where(eq(carrier.id, id));
    await refused(admin, { id, alarmSwitch: "off", reason: "x" }, { code: "CONFLICT" });
  });

  it("lets one of two who switch at once know that the other was faster", async () => {
    const wish = { id, alarmSwitch: "off", reason: "x", from: "on" } as const;
    const outcomes = await Promise.allSettled([switchAlarm.call(admin, wish), switchAlarm.call(nurse, wish)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const loser = outcomes.find((outcome) => outcome.status === "rejected");
    expect(loser?.reason).toMatchObject({ code: "CONFLICT", details: { issues: [{ rule: "changed" }] } });
    expect(await logged()).toHaveLength(1);
  });
});

describe("the end of a pause", () => {
  const clockAt = (now: Date) =>
    endPauses.run({}, { db: db(), now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
  const pause = () =>
    switchAlarm.call(nurse, { id, alarmSwitch: "paused", pausedUntil: inHours(1), reason: "Defrost" });
  const END = new Date(inHours(1));

  it("switches the alarm on, as the system, in the log, in the trail and on the open consoles", async () => {
    await pause();
    await clockAt(new Date(END.getTime() - 1));
    expect(await stored()).toEqual({ alarmSwitch: "paused", alarmPausedUntil: END });
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => heard.push(...events));
    await clockAt(new Date(END.getTime() + 4000));
    expect(await stored()).toEqual(UNTOUCHED);
    expect((await logged())[0]).toMatchObject({
      fromSwitch: "paused",
      toSwitch: "on",
      pausedUntil: null,
      userId: null,
      isBySystem: true,
      at: END,
    });
    expect((await trailOf(db(), owner.id, "carrier", id)).at(-1)).toMatchObject({
      operation: "carrier.endPause",
      actorType: "system",
      oldValues: { alarmSwitch: "paused", alarmPausedUntil: END.toISOString() },
      newValues: { alarmSwitch: "on", alarmPausedUntil: null },
    });
    expect(await brokenLink(db(), owner.id)).toBeNull();
    const told = {
      type: "device",
      customerId: owner.id,
      carrierId: id,
      data: { change: "alarmSwitch", carrierId: id },
    };
    await expect.poll(() => heard).toEqual([told]);
    await stop();
    await clockAt(new Date(END.getTime() + 9000));
    expect(await logged()).toHaveLength(2);
    const { items } = await listSwitchLog.call(admin, { carrierId: id } as never);
    expect(items.map(({ to, isBySystem, operator }) => [to, isBySystem, operator === null])).toEqual([
      ["on", true, true],
      ["paused", false, false],
    ]);
  });

  it.each(["by itself", "in a batch"])("is logged before what somebody does after it, %s", async (how) => {
    await pause();
    const later = { ...nurse, now: new Date(inHours(2)) };
    const wish = { alarmSwitch: "off", reason: "Repair" } as const;
    if (how === "in a batch") await switchAlarms.call(later, { ids: [id], ...wish });
    else await switchAlarm.call(later, { id, ...wish });
    await clockAt(new Date(inHours(3)));
    expect(await stored()).toEqual({ alarmSwitch: "off", alarmPausedUntil: null });
    const rows = (await logged()).map(({ fromSwitch, toSwitch, isBySystem, at }) => [
      fromSwitch,
      toSwitch,
      isBySystem,
      at,
    ]);
    expect(rows).toEqual([
      ["on", "off", false, later.now],
      ["paused", "on", true, END],
      ["on", "paused", false, NOW],
    ]);
  });
});
