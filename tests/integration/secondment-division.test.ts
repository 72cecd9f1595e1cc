import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { deviceMessage } from "@/db/schema";
import { mountDevice } from "@/features/carrier/mounting/mounting.operations";
import { listAnyDevices } from "@/features/device/list.operations";
import { listExceptions } from "@/features/exception/exception.operations";
import { search } from "@/features/menu/search/operations";
import { makeReport } from "@/features/report/report.jobs";
import { reports } from "@/features/report/report.operations";
import { listAlarmRecord, listPossessions } from "@/features/secondment/alarm-record/operations";
import { createSecondment, revokeSecondment } from "@/features/secondment/secondment.operations";
import type { PageDto } from "@/features/share-code/page.schema";
import { publicCodes } from "@/features/share-code/public.operations";
import { listStatistics } from "@/features/statistics/statistic.operations";
import { exportReadings } from "@/features/telemetry/history/export.operations";
import { getHistory } from "@/features/telemetry/history/history.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { RawReply, type Reply } from "@/lib/http/reply";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { anonymousContext } from "@/lib/operation/request-context";
import { accountContext, makeUser } from "../factories/account";
import { makeShare } from "../factories/share";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

const MINUTE = 60_000;
type Customer = Awaited<ReturnType<typeof makeCustomer>>;

/** The lending lasts from minute 60 to minute 120 after this instant; it is minute 180 now. */
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 180 * MINUTE;
const at = (minute: number) => START + minute * MINUTE;
const clock = (ctx: OperationContext, minute: number): OperationContext => ({ ...ctx, now: new Date(at(minute)) });

let lender: Customer;
let borrower: Customer;
let owner: OperationContext;
let friend: OperationContext;
const vehicle = { carrier: { type: "vehicle" as const, mode: "transport" as const } };
let van: Awaited<ReturnType<typeof makeFridge>>;
let truck: Awaited<ReturnType<typeof makeFridge>>;
let borrowedId: number;
let secondmentId: number;
const heard: LiveEvent[] = [];
let stop: () => Promise<void>;

const SILENT = 5.25;
/** In the van 5 °C, in the truck 12 °C, which is too warm; each with its position. */
const reading = (minute: number, temperature: number, place = 0) => ({
  device: van.sensor.serialNumber,
  at: at(minute),
  values: { temperature },
  position: { lon: 113.43 + place / 100_000 + minute / 100_000, lat: 23.17 },
});
const send = (of: Customer, minute: number, readings: unknown[]) =>
  ingest(deviceContext(of.id, new Date(at(minute))), readings);

const sql = () => db().$client;
/** The minutes of what is stored for the probes of a device. */
async function minutesOf(deviceId: number): Promise<number[]> {
  const rows = await sql()<{ minute: number }[]>`
    select round((extract(epoch from r.at) * 1000 - ${START}) / ${MINUTE})::int as minute
      from reading r join probe p on p.id = r.probe_id where p.device_id = ${deviceId} order by 1`;
  return rows.map(({ minute }) => minute);
}
async function positionsOf(carrierId: number): Promise<number[]> {
  const rows = await sql()<{ minute: number }[]>`
    select round((extract(epoch from at) * 1000 - ${START}) / ${MINUTE})::int as minute
      from position where carrier_id = ${carrierId} order by 1`;
  return rows.map(({ minute }) => minute);
}

beforeAll(async () => {
  [lender, borrower] = [await makeCustomer(db()), await makeCustomer(db())];
  owner = await accountContext(db(), await makeUser(db(), lender.id, {}));
  friend = await accountContext(db(), await makeUser(db(), borrower.id, {}));
  van = await makeFridge(db(), lender, vehicle);
  truck = await makeFridge(db(), borrower, vehicle);
  stop = await liveBus().subscribe((events) => heard.push(...events));
  await send(lender, 50, [reading(48, 5), reading(50, 12)]);
  const made = await createSecondment.call(clock(owner, 60), { deviceId: van.sensor.id, borrowerCode: borrower.code });
  secondmentId = made.id;
  const [borrowed] = (await listAnyDevices.call(friend, { q: van.sensor.serialNumber })).items;
  borrowedId = borrowed?.id as number;
  await mountDevice.call(clock(friend, 61), {
    ...{ id: truck.carrier.id, deviceId: borrowedId },
    at: new Date(at(60)).toISOString(),
  });
  // By the borrower's gateway, and by the way that the lender has set up; out of order, and with what it had in store.
  await send(borrower, 100, [reading(90, SILENT, 7), reading(70, 12, 7), reading(40, 5)]);
  await send(lender, 110, [reading(100, 12, 7), reading(44, 5)]);
  await revokeSecondment.call(clock(owner, 120), { id: secondmentId, reason: "needed here" });
});
afterAll(async () => {
  await stop();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

describe("what a seconded device measures", () => {
  it("belongs to whoever had it at that instant, however it arrives", async () => {
    expect(await minutesOf(van.sensor.id)).toEqual([40, 44, 48, 50]);
    expect(await minutesOf(borrowedId)).toEqual([70, 90, 100]);
  });

  it("and so do its positions, by the carrier on which it was", async () => {
    expect(await positionsOf(van.carrier.id)).toEqual([40, 44, 48, 50]);
    expect(await positionsOf(truck.carrier.id)).toEqual([70, 90, 100]);
  });

  it("arrives late after the end, from both times, and is a duplicate the second time", async () => {
    const late = [reading(105, SILENT, 7), reading(55, 5), reading(130, 5)];
    expect(await send(lender, 150, late)).toMatchObject({ accepted: 3, rejected: [] });
    expect(await send(lender, 151, late)).toMatchObject({ accepted: 0, duplicates: 3 });
    expect(await minutesOf(van.sensor.id)).toEqual([40, 44, 48, 50, 55, 130]);
    expect(await minutesOf(borrowedId)).toEqual([70, 90, 100, 105]);
    expect(await positionsOf(van.carrier.id)).toEqual([40, 44, 48, 50, 55]);
    expect(await positionsOf(truck.carrier.id)).toEqual([70, 90, 100, 105]);
  });

  it("is taken from the borrower's gateway after the end for the borrower's time alone", async () => {
    const sent = await send(borrower, 160, [reading(108, SILENT, 7), reading(140, 5), reading(30, 5)]);
    const reason = "device: another customer had it at this time";
    expect(sent).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 1, reason },
        { index: 2, reason },
      ],
    });
    expect(await minutesOf(van.sensor.id)).toEqual([40, 44, 48, 50, 55, 130]);
    const [kept] = await sql()<{ count: number }[]>`
      select count(*)::int from unknown_device where customer_id = ${borrower.id}`;
    expect(kept).toEqual({ count: 0 });
  });

  it("contradicts what is stored without telling it to who did not have the device then", async () => {
    const sent = (of: Customer, minute: number) => send(of, 115, [{ ...reading(minute, 3), position: undefined }]);
    const moved = (of: Customer, minute: number) => send(of, 115, [{ ...reading(minute, 0, 99), values: {} }]);
    const reasonsOf = async (of: Customer, minute: number) =>
      [await sent(of, minute), await moved(of, minute)].map(({ rejected }) => rejected[0]?.reason);
    const plain = [
      "conflict: values.temperature differs from what is recorded at this time",
      "conflict: position differs from what is recorded at this time",
    ];
    expect(await reasonsOf(borrower, 48)).toEqual(plain);
    expect(await reasonsOf(lender, 90)).toEqual(plain);
    expect(await reasonsOf(lender, 48)).toEqual([
      "conflict: values.temperature is recorded as 5 at this time",
      expect.stringMatching(/^conflict: position is recorded as 113\.\d+, 23\.17 at/),
    ]);
    expect((await sent(borrower, 90)).rejected[0]?.reason).toContain(`recorded as ${SILENT}`);
  });

  it("is not known to a third customer's gateway", async () => {
    const third = await makeCustomer(db());
    expect((await send(third, 160, [reading(70, 12), reading(141, 5)])).rejected.map(({ reason }) => reason)).toEqual([
      "device: unknown",
      "device: unknown",
    ]);
  });
});

describe("each way out", () => {
  const range = { from: new Date(START).toISOString(), to: new Date(at(180)).toISOString() };
  const both = [
    ["lender", () => owner, () => ({ fridge: van, deviceId: van.sensor.id, foreign: truck })],
    ["borrower", () => friend, () => ({ fridge: truck, deviceId: borrowedId, foreign: van })],
  ] as const;
  const ownMinutes = { lender: [40, 44, 48, 50, 55, 130], borrower: [70, 90, 100, 105, 108] };

  it.each(both)("the list has the device of the %s, with whose it is", async (side, ctx, of) => {
    const { items } = await listAnyDevices.call(ctx(), { q: van.sensor.serialNumber });
    expect(items).toMatchObject([
      {
        id: of().deviceId,
        custody: side === "lender" ? "own" : "absent",
        secondment: side === "lender" ? null : { other: lender.name, side: "borrower", state: "revoked" },
        onlineStatus: side === "lender" ? expect.any(String) : "stopped",
      },
    ]);
    const found = await search.call(ctx(), { q: van.sensor.serialNumber });
    expect(JSON.stringify(found)).toContain(`"id":${of().deviceId}`);
    expect(JSON.stringify(found)).not.toContain(
      `"id":${of().deviceId === borrowedId ? van.sensor.id : borrowedId},"name":"${van.sensor.serialNumber}"`,
    );
  });

  it.each(both)("the history of the %s has their readings, and not the other's", async (side, ctx, of) => {
    const probes = (await listAnyDevices.call(ctx(), { ids: [of().deviceId] as never })).items[0]?.probes ?? [];
    const probeIds = probes.map(({ id }) => id).join(",");
    const { series } = await getHistory.call(ctx(), { probeIds, ...range });
    expect(series.flatMap(({ at: ats }) => ats.map((one) => Math.round((one - START) / MINUTE)))).toEqual(
      ownMinutes[side],
    );
    const foreign = await sql()<{ id: number }[]>`
      select id::int from probe where device_id = ${side === "lender" ? borrowedId : van.sensor.id} limit 1`;
    const asked = { probeIds: String(foreign[0]?.id), ...range };
    expect(await refusal(getHistory.call(ctx(), asked))).toMatchObject({ code: "NOT_FOUND" });
  });

  it.each(both)("the export of the %s has their readings", async (side, ctx, of) => {
    const reply = await exportReadings.call(ctx(), { carrierIds: String(of().fridge.carrier.id), ...range });
    const text = reply instanceof RawReply ? await new Response(reply.body as BodyInit).text() : JSON.stringify(reply);
    const warm = (text.match(/12(?:\.0)?/g) ?? []).length;
    expect(text.includes("5.25") || text.includes("5.3")).toBe(side === "borrower");
    expect(warm).toBeGreaterThan(0);
  });

  it("the exceptions are those of the carrier where the device was", async () => {
    const own = await listExceptions.call(owner, {});
    const borrowed = await listExceptions.call(friend, {});
    expect(new Set(own.items.map(({ carrier }) => carrier?.id))).toEqual(new Set([van.carrier.id]));
    expect(new Set(borrowed.items.map(({ carrier }) => carrier?.id))).toEqual(new Set([truck.carrier.id]));
    // The lender's excursion of minute 50 ended with a value that arrived after the device had left.
    expect(own.items[0]).toMatchObject({
      startedAt: new Date(at(50)).toISOString(),
      endedAt: new Date(at(55)).toISOString(),
    });
    expect(borrowed.items.map(({ startedAt }) => startedAt)).toContain(new Date(at(70)).toISOString());
  });

  it("the record of alarms says whose the device was, and who had it when", async () => {
    expect((await listAlarmRecord.call(owner, {})).items[0]).toMatchObject({ belonging: { is: "own" } });
    expect((await listAlarmRecord.call(friend, { carrierId: truck.carrier.id })).items[0]).toMatchObject({
      belonging: { is: "borrowed", other: lender.name },
    });
    const spansOf = async (ctx: OperationContext, carrierId: number) =>
      (await listPossessions.call(ctx, { carrierId, ...range })).items.map(({ from, until, belonging }) => [
        belonging.is,
        Math.round((from - START) / MINUTE),
        until === null ? null : Math.round((until - START) / MINUTE),
      ]);
    expect(await spansOf(owner, van.carrier.id)).toEqual([
      ["own", 0, 60],
      ["lent", 60, 120],
    ]);
    expect((await spansOf(friend, truck.carrier.id)).filter(([is]) => is === "borrowed")).toEqual([
      ["borrowed", 60, 120],
    ]);
  });

  it("the statistics and the report have the side's own figures", async () => {
    const { items: own } = await listStatistics.call(owner, { ...range, carrierId: van.carrier.id });
    const { items: borrowed } = await listStatistics.call(friend, { ...range, carrierId: truck.carrier.id });
    expect(own).toMatchObject([{ carrierId: van.carrier.id, minimum: 5, maximum: 12 }]);
    expect(borrowed).toMatchObject([{ carrierId: truck.carrier.id, minimum: SILENT, maximum: 12 }]);
    const values = {
      ...{
        type: "record" as const,
        name: "journey",
        from: START,
        to: at(180),
        lotIds: [],
        locales: ["en-US" as const],
      },
      ...{ sections: ["statistics" as const, "data" as const], signatures: [] },
    };
    for (const [ctx, fridge, count] of [
      [owner, van, 5],
      [friend, truck, 5],
    ] as const) {
      const { id } = await reports.create.call(ctx, { ...values, carrierIds: [fridge.carrier.id] } as never);
      await runQueue([makeReport]);
      const { content } = await reports.get.call(ctx, { id });
      expect(content?.probes.reduce((sum, probe) => sum + probe.count, 0)).toBe(count);
    }
  });

  it("the live stream tells each side of its own", () => {
    const readings = heard.filter(({ type }) => type === "reading");
    const ofCustomer = (id: number) =>
      new Set(readings.filter(({ customerId }) => customerId === id).map(({ data }) => (data as { at: number }).at));
    expect([...ofCustomer(borrower.id)]).toContain(at(90));
    expect([...ofCustomer(lender.id)]).not.toContain(at(90));
    const moves = heard.filter(({ type }) => type === "position");
    expect(
      new Set(moves.filter(({ carrierId }) => carrierId === truck.carrier.id).map(({ customerId }) => customerId)),
    ).toEqual(new Set([borrower.id]));
  });

  it("the public page of the device shows the readings of the side that has made its code", async () => {
    for (const [customer, deviceId, minutes, lowest] of [
      [lender, van.sensor.id, ownMinutes.lender, 5],
      [borrower, borrowedId, ownMinutes.borrower, SILENT],
    ] as const) {
      const { code } = await makeShare(db(), customer.id, {
        ...{ carrierId: null, deviceId, fromAt: new Date(START), toAt: new Date(at(180)) },
        fields: ["owner", "figures", "table", "proof"],
      });
      const { result } = (await publicCodes.view.call(anonymousContext(new Headers(), "en-US"), {
        key: code,
      })) as Reply<PageDto>;
      expect(result.owner).toBe(customer.name);
      expect(result.proof?.readings).toBe(minutes.length);
      expect(result.figures?.[0]).toMatchObject({ minimum: lowest });
    }
  });

  it("the messages of the borrower's time are not kept with the lender's device", async () => {
    const rows = await db().select().from(deviceMessage);
    expect(rows.filter(({ deviceId }) => deviceId === van.sensor.id)).toEqual([]);
  });
});
