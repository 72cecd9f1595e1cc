import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { geofenceTarget, historyHorizon, scene } from "@/db/schema";
import { forgetEvents, judgePast } from "@/features/geofence/crossing.jobs";
import { listGeofenceEvents } from "@/features/geofence/event.operations";
import { chooseGeofenceTarget, geofences, switchGeofence } from "@/features/geofence/geofence.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { exportTrace, getTrace, traceViewOf } from "@/features/track/track.operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { distanceMetres, placeAt } from "@/lib/geo/sphere";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Vehicle = Awaited<ReturnType<typeof makeFridge>>;
const MINUTE = 60_000;
const CENTRE = [113.43, 23.17] as const;
/** Two hours ago: the past that an area looks back on. */
const START = Math.floor(Date.now() / 1000) * 1000 - 120 * MINUTE;

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const vehicleOf = (owner: Pick<Customer, "id" | "sceneId">) =>
  makeFridge(db(), owner, { carrier: { type: "vehicle", mode: "transport" } });
const contextOf = async (of: Customer, options: UserOptions = {}) =>
  accountContext(db(), await makeUser(db(), of.id, options));

/** A reading of a vehicle so many metres east of the centre. */
function at(vehicle: Vehicle, minutes: number, metresEast: number, temperature?: number) {
  const [lon, lat] = placeAt(CENTRE, metresEast, 90);
  const values = temperature === undefined ? {} : { values: { temperature } };
  return { device: vehicle.sensor.serialNumber, at: START + minutes * MINUTE, position: { lon, lat }, ...values };
}

/** Comes, stays with a scatter about the border, leaves, and comes back. */
const WAY = [2000, 900, 480, 510, 490, 530, 100, 540, 700, 2000, 2500, 300, 0];
const drive = (vehicle: Vehicle) => WAY.map((metres, index) => at(vehicle, index, metres));
const CROSSINGS = [
  ["enter", 2],
  ["exit", 8],
  ["enter", 11],
] as const;

const circle = (name: string) =>
  ({ name, shape: "circle", longitude: CENTRE[0], latitude: CENTRE[1], radiusMetres: 500 }) as const;

let own: Customer;
let admin: OperationContext;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await contextOf(own);
});

const send = (readings: unknown[], customer = own) => ingest(deviceContext(customer.id), readings);
const eventsOf = async (vehicle: Vehicle, ctx = admin) =>
  (await listGeofenceEvents.call(ctx, { carrierId: vehicle.carrier.id, dir: "asc" })).items;
const told = async (vehicle: Vehicle) =>
  (await eventsOf(vehicle)).map(({ kind, at }) => [kind, (Date.parse(at) - START) / MINUTE]);

describe("crossings", () => {
  it("are found as positions come, by their time, and told once", async () => {
    const fence = await geofences.create.call(admin, circle("Depot"));
    const vehicle = await vehicleOf(own);
    const heard: LiveEvent[] = [];
    const end = await liveBus().subscribe((events) => heard.push(...events));
    await send(drive(vehicle));
    expect(await told(vehicle)).toEqual(CROSSINGS);
    const [first, left] = await eventsOf(vehicle);
    expect(first).toMatchObject({ carrier: { name: vehicle.carrier.name }, geofence: { id: fence.id, name: "Depot" } });
    expect(left).toMatchObject({ kind: "exit", staySeconds: 360 });
    await expect.poll(() => heard.filter(({ type }) => type === "geofence")).toHaveLength(3);
    expect(await send(drive(vehicle))).toMatchObject({ rejected: [] });
    expect(await told(vehicle)).toEqual(CROSSINGS);
    expect((await geofences.get.call(admin, { id: fence.id })).insideCount).toBe(1);
    expect(heard.filter(({ type }) => type === "geofence")).toHaveLength(3);
    await end();
  });

  it.each([
    ["backwards, one by one", (all: unknown[]) => all.toReversed().map((one) => [one])],
    ["the end first", (all: unknown[]) => [all.slice(7), all.slice(0, 7)]],
    ["every second late", (all: unknown[]) => [all.filter((_, n) => n % 2 === 0), all.filter((_, n) => n % 2 === 1)]],
    ["from two senders at once", (all: unknown[]) => [all.slice(0, 8), all.slice(5)]],
  ])("are the same where positions come out of order: %s", async (name, batches) => {
    const vehicle = await vehicleOf(own);
    const parts = batches(drive(vehicle));
    if (name.includes("at once")) await Promise.all(parts.map((part) => send(part)));
    else for (const part of parts) await send(part);
    expect(await told(vehicle)).toEqual(CROSSINGS);
  });

  it("concern the carriers that are named, and those of a node and of all below it", async () => {
    const [node] = await db()
      .insert(scene)
      .values({ customerId: own.id, parentId: own.sceneId, code: `yard${Math.random()}`, name: "Yard" })
      .returning();
    const below = await vehicleOf({ id: own.id, sceneId: node?.id as number });
    const beside = await vehicleOf(own);
    const named = await vehicleOf(own);
    const targets = [
      { kind: "scene" as const, id: node?.id as number },
      { kind: "carrier" as const, id: named.carrier.id },
    ];
    const fence = await geofences.create.call(admin, { ...circle("Yard only"), targets });
    expect(fence.targets.map(({ name }) => name)).toEqual(["Yard", named.carrier.name]);
    for (const vehicle of [below, beside, named]) await send(drive(vehicle));
    const { items } = await listGeofenceEvents.call(admin, { geofenceId: fence.id, iDisplayLength: 100 });
    expect(new Set(items.map(({ carrier }) => carrier.id))).toEqual(new Set([below.carrier.id, named.carrier.id]));
    const choice = await chooseGeofenceTarget.call(admin, { q: "Yard" });
    expect(choice).toEqual([expect.objectContaining({ kind: "scene", name: "Yard", place: "House" })]);
  });

  it("of the last days are found for an area that is new, and again for another shape", async () => {
    const other = await makeCustomer(db());
    const ctx = await contextOf(other);
    const vehicle = await vehicleOf(other);
    await send(drive(vehicle), other);
    const fence = await geofences.create.call(ctx, circle("Later"));
    const kinds = async () => (await eventsOf(vehicle, ctx)).map(({ kind }) => kind);
    expect(await kinds()).toEqual([]);
    await runQueue([judgePast]);
    expect(await kinds()).toEqual(["enter", "exit", "enter"]);
    const values = { ...circle("Later"), radiusMetres: 1000 };
    await geofences.update.call(ctx, { id: fence.id, ...values });
    await runQueue([judgePast]);
    expect((await eventsOf(vehicle, ctx)).map(({ at }) => (Date.parse(at) - START) / MINUTE)).toEqual([1, 9, 11]);

    await switchGeofence.call(ctx, { id: fence.id, isEnabled: false });
    await send([at(vehicle, 20, 3000)], other);
    expect(await kinds()).toHaveLength(3);
    await switchGeofence.call(ctx, { id: fence.id, isEnabled: true });
    await runQueue([judgePast]);
    expect(await kinds()).toEqual(["enter", "exit", "enter", "exit"]);
  });

  it("go with their positions, but for what tells that a carrier was inside already", async () => {
    const other = await makeCustomer(db());
    const ctx = await contextOf(other);
    await geofences.create.call(ctx, circle("Old"));
    const vehicle = await vehicleOf(other);
    await send(drive(vehicle), other);
    const left = async () => {
      const signal = new AbortController().signal;
      await forgetEvents.run({}, { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal });
      return (await eventsOf(vehicle, ctx)).map(({ kind, at }) => [kind, (Date.parse(at) - START) / MINUTE]);
    };
    expect(await left()).toEqual(CROSSINGS);
    const instant = (minutes: number) => new Date(START + minutes * MINUTE);
    const from = { readingsFrom: instant(4), positionsFrom: instant(4), notedAt: instant(0) };
    await db()
      .insert(historyHorizon)
      .values({ customerId: other.id, ...from, positionsCleared: instant(4) });
    expect(await left()).toEqual(CROSSINGS);
    const clear = (minutes: number) =>
      db()
        .update(historyHorizon)
        .set({ positionsCleared: instant(minutes) })
        .where(eq(historyHorizon.customerId, other.id));
    await clear(9);
    expect(await left()).toEqual(CROSSINGS.slice(2));
    await clear(60);
    expect(await left()).toEqual(CROSSINGS.slice(2));
  });
});

describe("geofences", () => {
  it("are made, changed and removed with what they watch, each with its row of the trail", async () => {
    const vehicle = await vehicleOf(own);
    const points: [number, number][] = [
      [113, 23],
      [113.1, 23],
      [113.1, 23.1],
    ];
    const targets = [{ kind: "carrier" as const, id: vehicle.carrier.id }];
    const made = await geofences.create.call(admin, { name: "Triangle", shape: "polygon", points, targets });
    expect(made).toMatchObject({ points, longitude: null, radiusMetres: null, isEnabled: true, hiddenTargets: 0 });
    const changed = await geofences.update.call(admin, { id: made.id, ...circle("Circle"), targets: [] });
    expect(changed).toMatchObject({ shape: "circle", points: null, radiusMetres: 500, targets: [] });
    await geofences.remove.call(admin, { id: made.id });
    expect((await trailOf(db(), own.id, "geofence", made.id)).map(({ operation }) => operation)).toEqual([
      "geofence.create",
      "geofence.update",
      "geofence.remove",
    ]);
    expect(await db().select().from(geofenceTarget)).not.toContainEqual(
      expect.objectContaining({ geofenceId: made.id }),
    );
  });

  it("name what is wrong with them", async () => {
    const issueOf = async (values: object) =>
      (await refusal(geofences.create.call(admin, { ...circle("Wrong"), ...values } as never))).issues?.[0];
    expect(await issueOf({ radiusMetres: 10 })).toMatchObject({ path: "radiusMetres" });
    expect(await issueOf({ longitude: null })).toMatchObject({ path: "longitude", rule: "required" });
    const bow = {
      shape: "polygon",
      points: [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
    };
    expect(await issueOf(bow)).toMatchObject({ path: "points", rule: "crossingSides" });
    const foreign = await vehicleOf(await makeCustomer(db()));
    const targets = [{ kind: "carrier", id: foreign.carrier.id }];
    expect(await issueOf({ targets })).toMatchObject({ path: "targets.0", rule: "reference" });
    await geofences.create.call(admin, circle("Twice"));
    expect(await refusal(geofences.create.call(admin, circle("twice")))).toMatchObject({ code: "CONFLICT" });
  });

  it("belong to their customer: others see none, and whoever is bound to a node changes none", async () => {
    const fence = await geofences.create.call(admin, circle("Ours"));
    const stranger = await contextOf(await makeCustomer(db()));
    const nurse = await contextOf(own, { scopeType: 0, sceneIds: [own.sceneId] });
    const viewer = await contextOf(own, { permissions: ALL_PERMISSIONS.filter((code) => code !== "editGeofence") });
    expect((await geofences.get.call(nurse, { id: fence.id })).name).toBe("Ours");
    for (const ctx of [stranger, nurse])
      expect(await refusal(geofences.update.call(ctx, { id: fence.id, ...circle("Mine") }))).toMatchObject({
        code: "NOT_FOUND",
      });
    expect(await refusal(geofences.update.call(viewer, { id: fence.id, ...circle("Mine") }))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await refusal(geofences.get.call(stranger, { id: fence.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await geofences.get.call(admin, { id: fence.id })).name).toBe("Ours");
  });
});

describe("a track", () => {
  it("names its places by the smallest geofence that the reader may view, and has the temperatures of each trip", async () => {
    const customer = await makeCustomer(db());
    const owner = await contextOf(customer);
    await geofences.create.call(owner, circle("Depot"));
    await geofences.create.call(owner, { ...circle("Region"), radiusMetres: 5000 });
    const vehicle = await vehicleOf(customer);
    const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
    const stay = minutes(0, 11).map((minute) => at(vehicle, minute, 0, 30));
    const way = minutes(11, 21).map((minute) => at(vehicle, minute, (minute - 10) * 1000, 5 + (minute % 4)));
    const end = minutes(21, 31).map((minute) => at(vehicle, minute, 10_000, 30));
    await send([...stay, ...way, ...end], customer);
    const range = { from: START, to: START + 60 * MINUTE };
    const view = await traceViewOf(owner, vehicle.carrier.id, range);
    expect(view.trace.stops.map(({ name }) => name)).toEqual(["Depot", null]);
    const [trip] = view.trace.trips;
    expect(trip).toMatchObject({ fromName: "Depot", toName: null });
    expect(view.temperatures).toEqual([
      { from: trip?.from, probeId: vehicle.probes.temperature, minimum: 5, maximum: 30 },
    ]);
    const permissions = ALL_PERMISSIONS.filter((code) => !code.endsWith("Geofence"));
    const unaware = await traceViewOf(await contextOf(customer, { permissions }), vehicle.carrier.id, range);
    expect(unaware.trace.stops.map(({ name }) => name)).toEqual([null, null]);
  });

  it("is read as columns with its trips, stops and summary, and as a file with the temperature at each place", async () => {
    const vehicle = await vehicleOf(own);
    const stay = Array.from({ length: 11 }, (_, minute) => at(vehicle, minute, 0, 5 + minute / 10));
    const way = Array.from({ length: 10 }, (_, minute) => at(vehicle, 11 + minute, (minute + 1) * 1000));
    await send([...stay, ...way]);
    const span = { id: vehicle.carrier.id, from: String(START), to: String(START + 60 * MINUTE) };
    const trace = await getTrace.call(admin, span);
    expect(trace).toMatchObject({ positionCount: 21, toleranceMetres: 0, silences: [] });
    expect(trace.stops).toEqual([expect.objectContaining({ from: START, to: START + 10 * MINUTE })]);
    expect(trace.trips).toHaveLength(1);
    expect(trace.summary.distanceMetres).toBeCloseTo(10_000, -2);
    const [longitude, latitude] = [trace.track.longitude.at(-1) as number, trace.track.latitude.at(-1) as number];
    expect(distanceMetres([longitude, latitude], placeAt(CENTRE, 10_000, 90))).toBeLessThan(1);
    expect((await getTrace.call(admin, { ...span, points: 10 })).track.at).toHaveLength(10);

    const file = await exportTrace.call(admin, span);
    const lines = (await new Response(file.body as ReadableStream).text()).trim().split("\r\n");
    expect(lines).toHaveLength(22);
    expect(lines[0]).toContain("Temperature");
    expect(lines[6]).toMatch(/,5\.5$/);
    // Two report intervals after the last one the temperature is not known any more.
    expect(lines.at(-1)).toMatch(/,$/);
  });

  it("is there for who may see the carrier, and empty where nothing was sent", async () => {
    const vehicle = await vehicleOf(own);
    const span = { id: vehicle.carrier.id, from: String(START), to: String(START + MINUTE) };
    expect(await getTrace.call(admin, span)).toMatchObject({ positionCount: 0, trips: [], track: { at: [] } });
    const stranger = await contextOf(await makeCustomer(db()));
    expect(await refusal(getTrace.call(stranger, span))).toMatchObject({ code: "NOT_FOUND" });
    const noCars = await contextOf(own, { permissions: ALL_PERMISSIONS.filter((code) => !code.endsWith("Car")) });
    expect(await refusal(getTrace.call(noCars, span))).toMatchObject({ code: "FORBIDDEN" });
    const long = { ...span, to: String(START + 32 * 24 * 60 * MINUTE) };
    expect((await refusal(getTrace.call(admin, long))).issues?.[0]).toMatchObject({ path: "to" });
  });
});
