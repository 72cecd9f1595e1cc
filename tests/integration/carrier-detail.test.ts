import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { alarmCondition, carrierRecordTime, mounting, reading } from "@/db/schema";
import { bindTrigger, moveCarriers } from "@/features/carrier/batch/operations";
import { getCarrierTrigger, listCarrierOperations, loadDetail } from "@/features/carrier/detail/detail.operations";
import { exportRecord, getRecord, getRecordTimes, setRecordTimes } from "@/features/carrier/record-time/operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeScene } from "../factories/scene";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

const MADRID = "Europe/Madrid";
let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;

const contextOf = async (options: UserOptions = {}, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const placeOf = ({ id, sceneId }: typeof own) => ({ customerId: id, parentId: sceneId });
const fridge = (options: FridgeOptions = {}) => makeFridge(db(), own, options);
async function measured(probeId: number | undefined, ...given: [at: string, value: number][]) {
  const rows = given.map(([at, value]) => ({ probeId: probeId as number, at: new Date(at), value }));
  const ats = rows.map(({ at }) => at.getTime());
  await ensurePartitions(db().$client, Math.min(...ats), Math.max(...ats));
  await db().insert(reading).values(rows);
}
const stored = async (id: number) =>
  (await db().select().from(carrierRecordTime).where(eq(carrierRecordTime.carrierId, id))).map(
    (row) => row.minuteOfDay,
  );

beforeAll(async () => {
  own = await makeCustomer(db(), { timeZone: MADRID });
  admin = await contextOf();
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

describe("the times on record", () => {
  it("are set all at once, in order, and the trail keeps both", async () => {
    const { id } = (await fridge()).carrier;
    const first = await setRecordTimes.call(admin, { id, times: ["16:30", "8:00"] });
    expect(first).toEqual({ id, times: ["08:00", "16:30"], timeZone: MADRID });
    await setRecordTimes.call(admin, { id, times: ["00:00"] });
    expect(await getRecordTimes.call(admin, { id })).toMatchObject({ times: ["00:00"] });
    expect((await trailOf(db(), own.id, "carrier", id)).at(-1)).toMatchObject({
      operation: "carrier.setRecordTimes",
      oldValues: { recordTimes: ["08:00", "16:30"] },
      newValues: { recordTimes: ["00:00"] },
    });
    await setRecordTimes.call(admin, { id, times: [] });
    expect(await stored(id)).toEqual([]);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("are refused without a code, out of scope, at other nodes and by the rules, and stay", async () => {
    const { id } = (await fridge()).carrier;
    await setRecordTimes.call(admin, { id, times: ["08:00"] });
    const wish = { id, times: ["09:00"] };
    for (const permissions of [["viewRefrigerator"], ["editCar"]] as const)
      expect(await refusal(setRecordTimes.call(await contextOf({ permissions }), wish))).toMatchObject({
        code: "FORBIDDEN",
      });
    const elsewhere = await makeScene(db(), placeOf(own));
    const ward = await contextOf({ scopeType: 0, sceneIds: [elsewhere.id] });
    const stranger = await contextOf({}, await makeCustomer(db()));
    for (const ctx of [ward, stranger]) {
      expect(await refusal(setRecordTimes.call(ctx, wish))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(getRecordTimes.call(ctx, { id }))).toMatchObject({ code: "NOT_FOUND" });
    }
    const ofCars = await contextOf({ permissions: ["viewCar"] });
    expect(await refusal(getRecordTimes.call(ofCars, { id }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(setRecordTimes.call(admin, { id, times: ["08:00", "08:00"] }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "times.1", rule: "repeated" }],
    });
    expect(await stored(id)).toEqual([480]);
  });
});

describe("the values on record", () => {
  it("are the last ones before each time that are younger than twice the report interval", async () => {
    const { carrier, probes } = await fridge({ measures: ["temperature"], device: { reportIntervalSeconds: 300 } });
    const probeId = probes.temperature;
    await setRecordTimes.call(admin, { id: carrier.id, times: ["08:00", "16:00"] });
    await measured(
      probeId,
      ["2025-11-03T06:50:00Z", 4.1],
      ["2025-11-03T06:59:59Z", 4.2],
      ["2025-11-03T07:00:01Z", 9],
      // Exactly twice the interval is young enough, a millisecond more is not.
      ["2025-11-03T14:50:00Z", 4.3],
      ["2025-11-04T06:49:59.999Z", 4.4],
    );
    const { rows, probes: columns } = await getRecord.call(admin, {
      id: carrier.id,
      from: "2025-11-03",
      to: "2025-11-04",
    });
    expect(columns.map((column) => column.probeId)).toEqual([probeId]);
    expect(rows.map(({ day, time, values }) => [day, time, values[0]?.value])).toEqual([
      ["2025-11-04", "16:00", null],
      ["2025-11-04", "08:00", null],
      ["2025-11-03", "16:00", 4.3],
      ["2025-11-03", "08:00", 4.2],
    ]);
    expect(rows[3]?.values[0]?.at).toBe(Date.parse("2025-11-03T06:59:59Z"));
  });

  it("hold for a door between its changes", async () => {
    const { carrier, probes } = await fridge({ measures: ["door"], device: { reportIntervalSeconds: 60 } });
    await setRecordTimes.call(admin, { id: carrier.id, times: ["08:00"] });
    await measured(probes.door, ["2025-11-03T05:30:00Z", 1]);
    const days = { from: "2025-11-03", to: "2025-11-03" };
    expect((await getRecord.call(admin, { id: carrier.id, ...days })).rows[0]?.values[0]?.value).toBe(1);
  });

  it("follow the customer's clock on the days when it is changed", async () => {
    const { carrier, probes } = await fridge({ device: { reportIntervalSeconds: 300 } });
    const id = carrier.id;
    await setRecordTimes.call(admin, { id, times: ["02:30", "08:00"] });
    await measured(
      probes.temperature,
      ["2026-03-29T01:29:00Z", 1],
      ["2026-03-29T05:59:00Z", 2],
      ["2025-10-26T00:29:00Z", 3],
      ["2025-10-26T01:29:00Z", 4],
      ["2025-10-26T06:59:00Z", 5],
    );
    const ctx = { ...admin, now: new Date("2026-06-01T00:00:00Z") };
    const spring = await getRecord.call(ctx, { id, from: "2026-03-29", to: "2026-03-29" });
    expect(spring.rows.map(({ time, isShifted, values }) => [time, isShifted, values[0]?.value])).toEqual([
      ["08:00", false, 2],
      ["02:30", true, 1],
    ]);
    const autumn = await getRecord.call(ctx, { id, from: "2025-10-26", to: "2025-10-26" });
    expect(autumn.rows.map(({ time, values }) => [time, values[0]?.value])).toEqual([
      ["08:00", 5],
      ["02:30", 3],
    ]);
  });

  it("belong to what hung there then: a device that was swapped, one that hangs elsewhere", async () => {
    const { carrier, probes } = await fridge();
    const other = await fridge();
    const id = carrier.id;
    const probeId = probes.temperature as number;
    await setRecordTimes.call(admin, { id, times: ["08:00"] });
    await measured(probeId, ["2025-11-03T06:58:00Z", 4], ["2025-11-04T06:58:00Z", 5], ["2025-11-05T06:58:00Z", 6]);
    const swapped = new Date("2025-11-04T06:59:00Z");
    await db().update(mounting).set({ unmountedAt: swapped }).where(eq(mounting.probeId, probeId));
    await db()
      .insert(mounting)
      .values({ customerId: own.id, probeId, carrierId: other.carrier.id, mountedAt: swapped });
    const days = { from: "2025-11-03", to: "2025-11-05" };
    const here = await getRecord.call(admin, { id, ...days });
    expect(here.rows.map(({ values }) => values)).toEqual([
      [],
      [],
      [{ probeId, value: 4, at: Date.parse("2025-11-03T06:58:00Z") }],
    ]);
    await setRecordTimes.call(admin, { id: other.carrier.id, times: ["08:00"] });
    const there = await getRecord.call(admin, { id: other.carrier.id, ...days });
    const values = there.rows.map((row) => row.values.find((value) => value.probeId === probeId)?.value);
    // What it measured a minute before it came is not of this place.
    expect(values).toEqual([6, null, undefined]);
  });

  it("are none before their time, and of days that make sense only", async () => {
    const { id } = (await fridge()).carrier;
    await setRecordTimes.call(admin, { id, times: ["08:00"] });
    const ctx = { ...admin, now: new Date("2025-11-03T06:59:00Z") };
    expect((await getRecord.call(ctx, { id, from: "2025-11-02", to: "2025-11-04" })).rows).toHaveLength(1);
    expect(await refusal(getRecord.call(ctx, { id, from: "2025-11-02", to: "2025-11-01" }))).toMatchObject({
      issues: [{ path: "to", rule: "endBeforeStart" }],
    });
    expect(await refusal(getRecord.call(ctx, { id, from: "2025-01-01", to: "2025-12-01" }))).toMatchObject({
      issues: [{ path: "to", rule: "tooManyDays", limit: 92 }],
    });
  });

  it("go out as a file, oldest first, with nothing that a spreadsheet would run", async () => {
    const { carrier, sensor, probes } = await fridge({ carrier: { name: "=1+1" } });
    const id = carrier.id;
    await setRecordTimes.call(admin, { id, times: ["08:00"] });
    await measured(probes.temperature, ["2025-11-03T06:59:00Z", 4.25]);
    const reply = await exportRecord.call(admin, { id, from: "2025-11-03", to: "2025-11-04" });
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="GM_\d{14}\.csv"$/);
    const text = Buffer.from(await new Response(reply.body).arrayBuffer()).toString();
    expect(text.split("\r\n")).toEqual([
      `\uFEFFCarrier,Day,Time,Timestamp,Temperature (°C) ${sensor.serialNumber}`,
      "'=1+1,2025-11-03,08:00,2025-11-03T08:00:00.000+01:00,4.25",
      "'=1+1,2025-11-04,08:00,2025-11-04T08:00:00.000+01:00,No value",
      "",
    ]);
  });
});

describe("the trigger and the deeds", () => {
  it("shows what is bound with its conditions and plan", async () => {
    const { carrier, trigger, group } = await fridge({ noData: true, plan: [{ afterMinutes: 40, level: 2 }, {}] });
    const measure = "temperature";
    await db()
      .insert(alarmCondition)
      .values([
        { triggerId: trigger.id, kind: "cumulative", measure, outsideMinutes: 600, windowMinutes: 1440 },
        { triggerId: trigger.id, kind: "trend", measure, horizonMinutes: 30, severity: "warning" },
      ]);
    const { trigger: bound } = await getCarrierTrigger.call(admin, { id: carrier.id });
    expect(bound).toMatchObject({
      id: trigger.id,
      severity: "critical",
      calendar: null,
      timeZone: MADRID,
      conditions: [
        { kind: "range", minimum: 2, maximum: 8, severity: null, outsideMinutes: null, doorDelaySeconds: 0 },
        { kind: "no-data" },
        { kind: "cumulative", outsideMinutes: 600, windowMinutes: 1440, horizonMinutes: null },
        { kind: "trend", horizonMinutes: 30, severity: "warning" },
      ],
      plan: [
        { afterMinutes: 0, level: 1, groupName: group.name, channels: ["email"] },
        { afterMinutes: 40, level: 2 },
      ],
    });
    await bindTrigger.call(admin, { ids: [carrier.id], alarmTriggerId: null });
    expect(await getCarrierTrigger.call(admin, { id: carrier.id })).toEqual({ trigger: null });
  });

  it("tells who did what with the names of what is referred to, newest first", async () => {
    const { carrier, trigger } = await fridge();
    const id = carrier.id;
    const cellar = await makeScene(db(), placeOf(own), { name: "Cellar" });
    await bindTrigger.call(admin, { ids: [id], alarmTriggerId: null });
    await moveCarriers.call(admin, { ids: [id], sceneId: cellar.id });
    const { items, total } = await listCarrierOperations.call(admin, { id });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { operation: "carrier.move", oldValues: { sceneId: "House" }, newValues: { sceneId: "Cellar" } },
      {
        operation: "carrier.unbindTrigger",
        oldValues: { alarmTriggerId: trigger.name },
        newValues: { alarmTriggerId: null },
      },
    ]);
    const page = await listCarrierOperations.call(admin, { id, iDisplayStart: 1, iDisplayLength: 1 });
    expect(page.items).toMatchObject([{ operation: "carrier.unbindTrigger" }]);
    const viewer = await contextOf({ permissions: ["viewRefrigerator"] });
    expect(await refusal(listCarrierOperations.call(viewer, { id }))).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await contextOf({}, await makeCustomer(db()));
    expect(await refusal(listCarrierOperations.call(stranger, { id }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the window of a carrier", () => {
  const open = (ctx: OperationContext, search: PageContext["search"]) => {
    if (ctx.actor.type !== "user") throw new Error("nobody");
    return loadDetail({ ...ctx, principal: ctx.actor.principal, search }, "window");
  };

  it("loads the tab that the address names and nothing of the others", async () => {
    const { id } = (await fridge()).carrier;
    for (const tab of ["live", "history", "devices", "trigger", "exceptions", "record", "operations", "files"]) {
      const view = await open(admin, { id: String(id), tab });
      expect(view.content.tab).toBe(tab);
    }
    expect((await open(admin, { id: String(id), tab: "nonsense" })).content.tab).toBe("live");
  });

  it("brings the exceptions of the last hours to the live chart, one that still runs included", async () => {
    const own = await fridge();
    const running = await makeException(db(), own);
    const { content } = await open(admin, { id: String(own.carrier.id), tab: "live" });
    expect(content).toMatchObject({ chart: { excursions: [{ id: running.id, endedAt: null, side: "above" }] } });
  });

  it("says with the notification plan which channels deliver nothing, to readers without the triggers as well", async () => {
    const { id } = (await fridge()).carrier;
    const viewer = await contextOf({ permissions: ["viewRefrigerator"] });
    const { content } = await open(viewer, { id: String(id), tab: "trigger" });
    expect(content.tab === "trigger" && content.channelStates).toEqual([
      { channel: "email", state: "unconfigured", customerId: null },
      { channel: "sms", state: "switchedOff", customerId: null },
      { channel: "voice", state: "unconfigured", customerId: null },
      ...["push", "popup"].map((channel) => ({ channel, state: "working", customerId: null })),
    ]);
  });

  it("offers what may be seen, and does not open a tab beyond", async () => {
    const { id } = (await fridge()).carrier;
    const viewer = await contextOf({ permissions: ["viewRefrigerator"] });
    const view = await open(viewer, { id: String(id), tab: "operations" });
    expect(view.tabs).toEqual(["live", "loggers", "devices", "trigger", "record", "files"]);
    expect(view.content).toMatchObject({ tab: "live", chart: null, open: null });
    expect(view.rights).toMatchObject({ edit: false, switchAlarm: false, devices: [] });
    const ofCars = await contextOf({ permissions: ["viewCar"] });
    await expect(open(ofCars, { id: String(id) })).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const search of [{}, { id: "x" }, { id: "999999999" }, { id: ["1", "2"] }])
      await expect(open(admin, search)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
