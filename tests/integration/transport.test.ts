import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { geofence, lotPlacement, transport, transportHandover, transportStop } from "@/db/schema";
import { judgePositions } from "@/features/geofence/crossing.service";
import { verifySignatures } from "@/features/signature/verification.service";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { getLinkedTransport, handOver, listHandovers } from "@/features/transport/handover.operations";
import { readSignedHandovers } from "@/features/transport/handover.service";
import { beginTransports, followTransports } from "@/features/transport/transport.jobs";
import {
  arriveTransport,
  cancelTransport,
  closeTransport,
  createOneTransport,
  departTransport,
  getBoard,
  getCode,
  getJourney,
  getOneTransport,
  listTransports,
  loadTransport,
  removeTransport,
  renewCode,
  updateOneTransport,
} from "@/features/transport/transport.operations";
import { placeAt } from "@/lib/geo/sphere";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makePng } from "../factories/picture";
import { codeOf, makeTransport } from "../factories/transport";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext, systemContext } from "../support/contexts";
import { refusal as failureOf } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
const MINUTE = 60_000;
const anonymousContext = (): OperationContext => ({ ...systemContext(), actor: { type: "anonymous" } });
/** The error of a call and the fields that it names. */
async function refusal(call: Promise<unknown>) {
  const { code, message, issues = [] } = await failureOf(call);
  return { code, message, paths: issues.map(({ path }) => path) };
}
const DEPOT = [113.43, 23.17] as const;
let own: Customer;
let admin: OperationContext;
let viewer: OperationContext;
let stranger: OperationContext;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  viewer = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewTransport", "viewCar"] }));
  stranger = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id, {}));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const vehicle = () => makeFridge(db(), own, { carrier: { type: "vehicle", mode: "transport" } });
type Vehicle = Awaited<ReturnType<typeof vehicle>>;
const eastOf = (km: number) => {
  const [longitude, latitude] = placeAt([DEPOT[0], DEPOT[1]], km * 1000, 90);
  return { longitude, latitude };
};
const plan = (lorry: Vehicle, values: Record<string, unknown> = {}) => ({
  consignee: "Ward 3",
  stops: [
    { name: "Depot", carrierId: lorry.carrier.id, ...eastOf(0) },
    { name: "Hospital", ...eastOf(20) },
  ],
  ...values,
});
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * MINUTE);
const readings = (lorry: Vehicle, from: number, to: number, value = 5, km?: (minute: number) => number) =>
  ingest(
    deviceContext(own.id),
    Array.from({ length: from - to + 1 }, (_, index) => {
      const place = km && eastOf(km(index));
      return {
        ...{ device: lorry.sensor.serialNumber, at: at(from - index).getTime(), values: { temperature: value } },
        ...(place && { position: { lon: place.longitude, lat: place.latitude } }),
      };
    }),
  );
const run = (job: Job) =>
  job.run({}, { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
const answerOf = (key: string, values: Record<string, unknown> = {}) => ({
  ...{ key, clientKey: randomUUID(), answer: "accepted" as const, receiverName: "Ling", answeredAt: Date.now() },
  ...{ drawing: makePng().toString("base64"), ...values },
});

describe("a transport", () => {
  it("is planned, loaded, sent off, arrives and is closed, each with its audit row", async () => {
    const lorry = await vehicle();
    await readings(lorry, 60, 0);
    const made = await createOneTransport.call(admin, plan(lorry, { precoolingMinutes: 30 }));
    expect(made).toMatchObject({ number: expect.stringMatching(/^T\d{6}-\d{3}$/), state: "planned", how: "hand" });
    const loaded = await loadTransport.call(admin, { id: made.id });
    expect(loaded).toMatchObject({ state: "loading", precooling: { state: "proven", withinMinutes: 30 } });
    await departTransport.call(admin, { id: made.id });
    const arrived = await arriveTransport.call(admin, { id: made.id, place: 1 });
    expect(arrived).toMatchObject({ state: "arrived", stops: [{}, { arrivedAt: expect.any(Number) }] });
    const closed = await closeTransport.call(admin, { id: made.id, reason: "signed on paper" });
    expect(closed).toMatchObject({ state: "delivered", closedAt: expect.any(Number) });
    expect((await trailOf(db(), own.id, "transport", made.id)).map(({ operation }) => operation)).toEqual(
      ["create", "load", "depart", "arrive", "close"].map((verb) => `transport.${verb}`),
    );
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("says that the carrier was not cold before it was loaded, or that nobody knows", async () => {
    const [warm, silent] = [await vehicle(), await vehicle()];
    await readings(warm, 60, 0, 12);
    for (const [lorry, state] of [
      [warm, "outside"],
      [silent, "unobserved"],
    ] as const) {
      const { id } = await createOneTransport.call(admin, plan(lorry, { precoolingMinutes: 30 }));
      expect((await loadTransport.call(admin, { id })).precooling?.state).toBe(state);
    }
  });

  it("is refused with the field: numbers and references that exist, foreign carriers, stops without a sense", async () => {
    const lorry = await vehicle();
    const first = await createOneTransport.call(admin, plan(lorry, { number: "W-1", reference: "4711" }));
    const twice = (values: object) => refusal(createOneTransport.call(admin, plan(lorry, { ...values })));
    expect(await twice({ number: "w-1" })).toMatchObject({ code: "CONFLICT", paths: ["number"] });
    expect(await twice({ reference: "4711" })).toMatchObject({ code: "CONFLICT", paths: ["reference"] });
    expect(await refusal(createOneTransport.call(stranger, plan(lorry)))).toMatchObject({
      ...{ code: "NOT_FOUND", paths: ["stops.0.carrierId"] },
    });
    expect(await refusal(createOneTransport.call(viewer, plan(lorry)))).toMatchObject({ code: "FORBIDDEN" });
    const [from, to] = plan(lorry).stops as [object, object];
    const wrong: [unknown[], string][] = [
      [[from], "stops"],
      [[{ name: "Depot" }, to], "stops.0.carrierId"],
      [[from, { ...to, carrierId: lorry.carrier.id }], "stops.1.carrierId"],
      [[from, { name: "Hospital", longitude: 1 }], "stops.1.latitude"],
      [
        [
          { ...from, plannedDepartAt: "2026-12-01T08:00:00Z" },
          { ...to, plannedArriveAt: "2026-12-01T07:00:00Z" },
        ],
        "stops.1.plannedArriveAt",
      ],
      [[from, { ...to, geofenceId: 2 ** 40 }], "stops.1.geofenceId"],
    ];
    for (const [stops, path] of wrong)
      expect((await refusal(createOneTransport.call(admin, { ...plan(lorry), stops } as never))).paths).toEqual([path]);
    expect(await refusal(createOneTransport.call(admin, plan(lorry, { lotIds: [2 ** 40] })))).toMatchObject({
      ...{ code: "NOT_FOUND", paths: ["lotIds"] },
    });
    expect((await listTransports.call(admin, { reference: "4711" })).items.map(({ id }) => id)).toEqual([first.id]);
    expect((await listTransports.call(stranger, {})).total).toBe(0);
    expect(await refusal(getOneTransport.call(stranger, { id: first.id }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("gives a vehicle to one transport at a time", async () => {
    const lorry = await vehicle();
    const [a, b] = [
      await createOneTransport.call(admin, plan(lorry)),
      await createOneTransport.call(admin, plan(lorry)),
    ];
    await loadTransport.call(admin, { id: a.id });
    expect(await refusal(loadTransport.call(admin, { id: b.id }))).toMatchObject({
      ...{ code: "CONFLICT", paths: ["carrierId"], message: expect.stringContaining(a.number) },
    });
    expect((await getOneTransport.call(admin, { id: b.id })).state).toBe("planned");
    await departTransport.call(admin, { id: a.id });
    await closeTransport.call(admin, { id: a.id, reason: "paper" });
    expect((await loadTransport.call(admin, { id: b.id })).state).toBe("loading");
  });

  it("refuses a past time at which the vehicle had the goods of another transport, also one that has ended", async () => {
    const [lorry, van] = [await vehicle(), await vehicle()];
    const stops = [
      { name: "Depot", carrierId: lorry.carrier.id },
      { name: "Hub", carrierId: van.carrier.id },
      { name: "Clinic" },
    ];
    const first = await createOneTransport.call(admin, { stops, precoolingMinutes: 0 });
    const time = (minutesAgo: number) => at(minutesAgo).toISOString();
    await loadTransport.call(admin, { id: first.id, at: time(60) });
    await departTransport.call(admin, { id: first.id, at: time(50) });
    await arriveTransport.call(admin, { id: first.id, place: 1, at: time(40) });
    await departTransport.call(admin, { id: first.id, at: time(30) });
    // The lorry is free since half an hour ago, not since before; the van is still in it.
    const next = await createOneTransport.call(admin, plan(lorry, { precoolingMinutes: 0 }));
    for (const act of [loadTransport, departTransport])
      expect(await failureOf(act.call(admin, { id: next.id, at: time(45) }))).toMatchObject({
        code: "CONFLICT",
        issues: [{ path: "at", rule: "inTransportThen", names: first.number }],
      });
    expect((await loadTransport.call(admin, { id: next.id, at: time(29) })).state).toBe("loading");
    const other = await createOneTransport.call(admin, plan(van, { precoolingMinutes: 0 }));
    await closeTransport.call(admin, { id: first.id, reason: "paper" });
    expect(await failureOf(departTransport.call(admin, { id: other.id, at: time(5) }))).toMatchObject({
      issues: [{ path: "at", rule: "inTransportThen", names: first.number }],
    });
    expect((await getOneTransport.call(admin, { id: other.id })).state).toBe("planned");
    expect((await departTransport.call(admin, { id: other.id })).state).toBe("underway");
  });

  it("says in which others a carrier is planned for the same time", async () => {
    const lorry = await vehicle();
    const planned = (depart: number, arrive: number) => ({
      stops: [
        { name: "Depot", carrierId: lorry.carrier.id, plannedDepartAt: at(-depart).toISOString() },
        { name: "Hub" },
        { name: "Hospital", plannedArriveAt: at(-arrive).toISOString() },
      ],
    });
    const first = await createOneTransport.call(admin, planned(60, 120));
    expect(first.alsoPlanned).toEqual([]);
    expect((await createOneTransport.call(admin, planned(120, 180))).alsoPlanned).toEqual([]);
    const third = await createOneTransport.call(admin, planned(90, 110));
    expect(third.alsoPlanned).toEqual([first.number]);
    const { id, number } = third;
    expect((await updateOneTransport.call(admin, { id, number, ...planned(300, 360) })).alsoPlanned).toEqual([]);
  });

  it("does not arrive before it has left the stop where it stands", async () => {
    const lorry = await vehicle();
    const stops = [{ name: "Depot", carrierId: lorry.carrier.id }, { name: "Hub" }, { name: "Clinic" }];
    const { id } = await createOneTransport.call(admin, { stops, precoolingMinutes: 0 });
    expect(await refusal(arriveTransport.call(admin, { id, place: 1 }))).toMatchObject({ paths: ["place"] });
    await departTransport.call(admin, { id });
    await arriveTransport.call(admin, { id, place: 1 });
    expect(await failureOf(arriveTransport.call(admin, { id, place: 2 }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "place", rule: "notDeparted" }],
    });
    await departTransport.call(admin, { id });
    expect((await arriveTransport.call(admin, { id, place: 2 })).state).toBe("arrived");
  });

  it("takes its lots along from carrier to carrier, and leaves them with the receiver", async () => {
    const [lorry, van] = [await vehicle(), await vehicle()];
    const { id: lotId } = await makeLot(db(), await makeProduct(db(), own.id), [
      { carrierId: (await makeFridge(db(), own)).carrier.id, placedAt: at(600) },
    ]);
    const stops = [
      { name: "Depot", carrierId: lorry.carrier.id },
      { name: "Hub", carrierId: van.carrier.id },
      { name: "Clinic" },
    ];
    const { id } = await createOneTransport.call(admin, { stops, lotIds: [lotId], precoolingMinutes: 0 });
    await loadTransport.call(admin, { id, at: at(50).toISOString() });
    await departTransport.call(admin, { id, at: at(40).toISOString() });
    await arriveTransport.call(admin, { id, place: 1, at: at(30).toISOString() });
    await departTransport.call(admin, { id, at: at(20).toISOString() });
    await closeTransport.call(admin, { id, reason: "paper" });
    const stays = await db()
      .select()
      .from(lotPlacement)
      .where(eq(lotPlacement.lotId, lotId))
      .orderBy(lotPlacement.placedAt);
    expect(stays.slice(1).map(({ carrierId, how }) => [carrierId, how])).toEqual([
      [lorry.carrier.id, "transport"],
      [van.carrier.id, "transport"],
    ]);
    expect(stays.every(({ removedAt }) => removedAt !== null)).toBe(true);
  });

  it("changes only what has not happened", async () => {
    const [lorry, other] = [await vehicle(), await vehicle()];
    const made = await createOneTransport.call(admin, plan(lorry));
    const base = { ...plan(lorry), id: made.id, number: made.number };
    expect((await updateOneTransport.call(admin, { ...base, consignee: "Ward 4" })).consignee).toBe("Ward 4");
    await departTransport.call(admin, { id: made.id });
    const [, to] = base.stops as [object, object];
    const swapped = { ...base, stops: [{ name: "Depot", carrierId: other.carrier.id }, to] } as never;
    expect(await refusal(updateOneTransport.call(admin, swapped))).toMatchObject({ paths: ["stops.0.carrierId"] });
    const longer = { ...base, stops: [base.stops[0], { name: "Hub" }, to] } as never;
    expect((await updateOneTransport.call(admin, longer)).stops.map(({ name }) => name)).toEqual([
      ...["Depot", "Hub", "Hospital"],
    ]);
    expect(await refusal(removeTransport.call(admin, { id: made.id }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(cancelTransport.call(admin, { id: made.id, reason: "no" }))).toMatchObject({
      paths: ["state"],
    });
  });

  it("can be cancelled with a reason, or removed, before it is loaded", async () => {
    const lorry = await vehicle();
    const [a, b] = [
      await createOneTransport.call(admin, plan(lorry)),
      await createOneTransport.call(admin, plan(lorry)),
    ];
    expect(await cancelTransport.call(admin, { id: a.id, reason: "not needed" })).toMatchObject({
      ...{ state: "cancelled", cancelReason: "not needed" },
    });
    await removeTransport.call(admin, { id: b.id });
    expect(await refusal(getOneTransport.call(admin, { id: b.id }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("on the way", () => {
  it("departure and arrival are noticed from the positions, once", async () => {
    const lorry = await vehicle();
    const { id } = await createOneTransport.call(admin, plan(lorry));
    await loadTransport.call(admin, { id, at: at(40).toISOString() });
    // Ten minutes at the depot, twenty of driving, the rest at the hospital.
    await readings(lorry, 39, 1, 5, (minute) => Math.min(20, Math.max(0, minute - 10)));
    await run(followTransports);
    const found = await getOneTransport.call(admin, { id });
    expect(found.state).toBe("arrived");
    expect(found.stops[0]?.departedAt).toBeCloseTo(at(29).getTime(), -5);
    expect(found.stops[1]?.arrivedAt).toBeCloseTo(at(9).getTime(), -5);
    await run(followTransports);
    expect((await trailOf(db(), own.id, "transport", id)).map(({ operation }) => operation)).toEqual([
      ...["transport.create", "transport.load", "transport.follow"],
    ]);
  });

  it("the board shows place, temperature, arrival and delay, of what the reader may see", async () => {
    const lorry = await vehicle();
    const stops = [
      { name: "Depot", carrierId: lorry.carrier.id, ...eastOf(0) },
      { name: "Far", ...eastOf(100), plannedArriveAt: at(-10).toISOString() },
    ];
    const { id } = await createOneTransport.call(admin, { stops, precoolingMinutes: 0 });
    await departTransport.call(admin, { id, at: at(30).toISOString() });
    await readings(lorry, 29, 0, 6, (minute) => minute + 1);
    const board = await getBoard.call(admin, {});
    const row = board.items.find((one) => one.id === id);
    expect(row?.progress).toMatchObject({ nextStop: 1, temperature: { value: 6 }, breach: null });
    // 30 km in half an hour: 70 km are left, at a kilometre a minute.
    expect(row?.progress.metresLeft).toBeCloseTo(70_000, -4);
    expect(((row?.progress.etaAt ?? 0) - Date.now()) / MINUTE).toBeCloseTo(70, -1);
    expect(row?.progress.delayMinutes).toBeGreaterThan(50);
    expect((await getBoard.call(stranger, {})).items).toEqual([]);
  });

  it("a vehicle that leaves a geofence which begins transports is in one, unless it already is", async () => {
    const lorry = await vehicle();
    const fence = { shape: "circle", radiusMetres: 500, startsTransport: true, judgedFrom: new Date(0) } as const;
    const [yard] = await db()
      .insert(geofence)
      .values({ customerId: own.id, name: `Yard ${lorry.carrier.id}`, ...eastOf(0), ...fence })
      .returning();
    await readings(lorry, 60, 21, 5);
    await readings(lorry, 20, 0, 5, (minute) => Math.max(0, minute - 10));
    await judgePositions(db(), [{ carrierId: lorry.carrier.id, at: at(20).getTime() }], Date.now());
    for (let time = 0; time < 2; time += 1) await run(beginTransports);
    const { items } = await listTransports.call(admin, { carrierId: lorry.carrier.id });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      state: "underway",
      how: "geofence",
      precoolingMinutes: 30,
      precooling: { state: "proven", requiredMinutes: 30, withinMinutes: 30 },
      stops: [{ geofenceId: yard?.id }, { name: "" }],
    });
    const { id, number } = items[0] as (typeof items)[number];
    const stops = [{ name: "Yard", carrierId: lorry.carrier.id, geofenceId: yard?.id }, { name: "Hospital" }] as never;
    expect((await updateOneTransport.call(admin, { id, number, stops })).stops[1]?.name).toBe("Hospital");
  });

  it("the journey has figures, excursions and the verdict of the load", async () => {
    const lorry = await vehicle();
    const { id } = await createOneTransport.call(admin, plan(lorry, { precoolingMinutes: 0 }));
    await departTransport.call(admin, { id, at: at(60).toISOString() });
    expect((await getJourney.call(admin, { id })).verdict).toBe("unknown");
    await readings(lorry, 60, 31, 5);
    await readings(lorry, 30, 0, 12);
    const journey = await getJourney.call(admin, { id });
    const probe = journey.probes.find(({ measure }) => measure === "temperature");
    expect(probe).toMatchObject({ lowest: 5, highest: 12 });
    expect(probe?.outsideMinutes).toBeGreaterThanOrEqual(29);
    expect(journey.verdict).toBe("quarantine");
    expect(journey.excursions.length).toBeGreaterThan(0);
  });
});

describe("a hand-over", () => {
  const underway = async () => {
    const lorry = await vehicle();
    await readings(lorry, 60, 0);
    return {
      lorry,
      row: await makeTransport(db(), { customerId: own.id, carrierId: lorry.carrier.id }, { state: "underway" }),
    };
  };

  it("shows a stranger the journey and nothing else, and takes the answer once", async () => {
    const { lorry, row } = await underway();
    const key = codeOf(row);
    const heard: LiveEvent[] = [];
    const end = await liveBus().subscribe((events) => heard.push(...events.filter(({ type }) => type === "transport")));
    const seen = await getLinkedTransport.call(anonymousContext(), { key });
    expect(seen).toMatchObject({
      number: row.number,
      state: "underway",
      isAnswerable: true,
      given: null,
      verdict: "usable",
    });
    expect(JSON.stringify(seen)).not.toMatch(/"(id|customerId|carrierId|probeId|codeId)"/);
    const answer = answerOf(key, {
      answer: "refused",
      remark: "Box is wet",
      photos: [makePng({ seed: 7 }).toString("base64")],
    });
    const given = await handOver.call(anonymousContext(), answer);
    expect(given).toMatchObject({ answer: "refused", receiverName: "Ling" });
    // A bad line: the phone sends it again.
    expect(await handOver.call(anonymousContext(), answer)).toEqual(given);
    expect(await refusal(handOver.call(anonymousContext(), answerOf(key)))).toMatchObject({
      code: "CONFLICT",
      paths: ["answer"],
    });
    expect(await db().select().from(transportHandover).where(eq(transportHandover.transportId, row.id))).toHaveLength(
      1,
    );
    expect((await getOneTransport.call(admin, { id: row.id })).state).toBe("refused");
    const [shown] = await listHandovers.call(admin, { id: row.id });
    expect(shown).toMatchObject({
      remark: "Box is wet",
      isClockRight: true,
      signature: { state: "valid", meaning: "received", account: "" },
    });
    expect(shown?.photos).toHaveLength(2);
    expect(await refusal(listHandovers.call(stranger, { id: row.id }))).toMatchObject({ code: "NOT_FOUND" });
    await expect
      .poll(() => heard.map(({ carrierId, data }) => [carrierId, (data as { answer: string }).answer]))
      .toEqual([[lorry.carrier.id, "refused"]]);
    await end();
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("from two phones at once counts once", async () => {
    const { row } = await underway();
    const outcomes = await Promise.allSettled(
      ["Ling", "Wang"].map((receiverName) =>
        handOver.call(anonymousContext(), answerOf(codeOf(row), { receiverName })),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db().select().from(transportHandover).where(eq(transportHandover.transportId, row.id))).toHaveLength(
      1,
    );
  });

  it("is refused with the field, and leaves nothing", async () => {
    const { row } = await underway();
    const key = codeOf(row);
    const wrong: [object, string][] = [
      [{ answer: "refused", remark: "" }, "remark"],
      [{ receiverName: " " }, "receiverName"],
      [{ drawing: Buffer.from("<svg/>").toString("base64") }, "drawing"],
      [{ photos: [Buffer.from("nonsense").toString("base64")] }, "photos.0"],
    ];
    for (const [values, path] of wrong)
      expect((await refusal(handOver.call(anonymousContext(), answerOf(key, { ...values })))).paths).toEqual([path]);
    expect((await getOneTransport.call(admin, { id: row.id })).state).toBe("underway");
    expect(await db().select().from(transportHandover).where(eq(transportHandover.transportId, row.id))).toEqual([]);
  });

  it("opens nothing with a code that is guessed, void or another's", async () => {
    const { row } = await underway();
    const key = codeOf(row);
    await renewCode.call(admin, { id: row.id });
    const changed = `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`;
    for (const code of [key, changed, "", "x".repeat(43)])
      expect(await refusal(getLinkedTransport.call(anonymousContext(), { key: code }))).toMatchObject({
        code: "NOT_FOUND",
      });
    const { url } = await getCode.call(admin, { id: row.id });
    const renewed = new URL(url).searchParams.get("key") as string;
    expect((await getLinkedTransport.call(anonymousContext(), { key: renewed })).number).toBe(row.number);
  });

  it("tells when the phone's clock was wrong, and keeps the time of an answer that was sent late", async () => {
    const [{ row: ahead }, { row: late }, { row: behind }] = [await underway(), await underway(), await underway()];
    const received = Date.now();
    await handOver.call(anonymousContext(), answerOf(codeOf(behind), { answeredAt: Date.UTC(2020, 0, 1) }));
    await handOver.call(anonymousContext(), answerOf(codeOf(ahead), { answeredAt: Date.now() + 3_600_000 }));
    await handOver.call(anonymousContext(), answerOf(codeOf(late), { answeredAt: at(45).getTime() }));
    const [one] = await listHandovers.call(admin, { id: ahead.id });
    const [two] = await listHandovers.call(admin, { id: late.id });
    expect(one?.isClockRight).toBe(false);
    expect(one?.answeredAt).toBeLessThanOrEqual(Date.now());
    expect(two?.isClockRight).toBe(true);
    // Before the goods were loaded, nobody can have received them.
    const [three] = await listHandovers.call(admin, { id: behind.id });
    expect(three?.isClockRight).toBe(false);
    expect(three?.answeredAt).toBeGreaterThanOrEqual(received);
    expect(three?.answeredAt).toBe(three?.receivedAt);
    expect(two?.answeredAt).toBeCloseTo(at(45).getTime(), -5);
  });

  it("shows a changed answer as changed, on the screen and to the verifier", async () => {
    const { row } = await underway();
    const { id } = await handOver.call(anonymousContext(), answerOf(codeOf(row)));
    await db().update(transportHandover).set({ remark: "all was broken" }).where(eq(transportHandover.id, id));
    const [shown] = await listHandovers.call(admin, { id: row.id });
    expect(shown?.signature).toMatchObject({ state: "changed", changedFields: ["remark"] });
    const { problems } = await verifySignatures(systemContext(), { transport: readSignedHandovers });
    expect(problems).toContainEqual(
      expect.objectContaining({ problem: "changed", kind: "transport", recordId: id, fields: ["remark"] }),
    );
  });
});

it("stops of a transport go with it", async () => {
  const lorry = await vehicle();
  const { id } = await makeTransport(db(), { customerId: own.id, carrierId: lorry.carrier.id });
  await removeTransport.call(admin, { id });
  expect(await db().select().from(transportStop).where(eq(transportStop.transportId, id))).toEqual([]);
  expect(await db().select().from(transport).where(eq(transport.id, id))).toEqual([]);
});
