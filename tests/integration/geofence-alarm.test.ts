import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmCondition, alarmTrigger, carrier, device, exception, outbox } from "@/db/schema";
import { watchCrossings } from "@/features/alarm/condition/geofence.jobs";
import { listTriggerGeofences } from "@/features/alarm/condition/geofence.operations";
import { previewTrigger } from "@/features/alarm/preview/operations";
import { alarmTriggers, switchTrigger } from "@/features/alarm/trigger/trigger.operations";
import { getException, listExceptions } from "@/features/exception/exception.operations";
import { judgePast } from "@/features/geofence/crossing.jobs";
import { geofences, switchGeofence } from "@/features/geofence/geofence.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { placeAt } from "@/lib/geo/sphere";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Vehicle = Awaited<ReturnType<typeof makeFridge>>;
type Geofence = Partial<typeof alarmCondition.$inferInsert>;
const MINUTE = 60_000;
const CENTRE = [113.43, 23.17] as const;
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 180 * MINUTE;

let own: Customer;
let admin: OperationContext;
let depot: number;
let city: number;

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const circle = (name: string, radiusMetres: number) =>
  ({ name, shape: "circle", longitude: CENTRE[0], latitude: CENTRE[1], radiusMetres }) as const;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  depot = (await geofences.create.call(admin, circle("Depot", 500))).id;
  city = (await geofences.create.call(admin, circle("City", 3000))).id;
});

/** A vehicle with geofence conditions alone. */
async function vehicleWith(...conditions: Geofence[]): Promise<Vehicle> {
  const vehicle = await makeFridge(db(), own, {
    carrier: { type: "vehicle", mode: "transport" },
    plan: [{ channels: ["email"] }],
    contacts: [{ email: "driver@example.org", channels: ["email"], level: 1 }],
  });
  await db().delete(alarmCondition).where(eq(alarmCondition.triggerId, vehicle.trigger.id));
  for (const values of conditions)
    await db()
      .insert(alarmCondition)
      .values({ triggerId: vehicle.trigger.id, kind: "geofence", delayMode: "ignore-delay", ...values });
  return vehicle;
}
const leaves = (values: Geofence = {}): Geofence => ({ crossing: "exit", geofenceId: depot, ...values });
const enters = (values: Geofence = {}): Geofence => ({ crossing: "enter", geofenceId: depot, ...values });

/** A position so many metres east of the centre. */
function at(vehicle: Vehicle, minutes: number, metresEast: number) {
  const [lon, lat] = placeAt(CENTRE, metresEast, 90);
  return { device: vehicle.sensor.serialNumber, at: START + minutes * MINUTE, position: { lon, lat } };
}
type Way = readonly (readonly [minutes: number, metres: number])[];
const drive = (vehicle: Vehicle, way: Way) => way.map(([minutes, metres]) => at(vehicle, minutes, metres));
const send = (readings: unknown[]) => ingest(deviceContext(own.id), readings);
const tick = () =>
  watchCrossings.run(
    {},
    { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );

const rowsOf = (vehicle: Vehicle) =>
  db()
    .select()
    .from(exception)
    .where(eq(exception.carrierId, vehicle.carrier.id))
    .orderBy(asc(exception.startedAt), asc(exception.id));
const minutesOf = (instant: Date | null) => (instant === null ? null : (instant.getTime() - START) / MINUTE);
/** Start, alarm and end of what is not withdrawn. */
const spansOf = async (vehicle: Vehicle) =>
  (await rowsOf(vehicle))
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map((row) => [minutesOf(row.startedAt), minutesOf(row.raisedAt), minutesOf(row.endedAt)]);
const messagesOf = async (id: number) =>
  (await db().select().from(outbox)).filter(({ payload }) => (payload as { exceptionId?: number }).exceptionId === id);

/** Out of the depot at 10, into it at 30, out of it at 40 and out of the city at 50; back into the city at 80. */
const WAY: Way = [
  [0, 0],
  [10, 1500],
  [20, 2000],
  [30, 100],
  [40, 1500],
  [50, 5000],
  [60, 6000],
  [80, 2000],
];

describe("a carrier that leaves or enters", () => {
  it("has an exception from the crossing to the opposite one, and people are told", async () => {
    const vehicle = await vehicleWith(leaves());
    await send(drive(vehicle, WAY));
    expect(await spansOf(vehicle)).toEqual([
      [10, 10, 30],
      [40, 40, null],
    ]);
    const [past, open] = await rowsOf(vehicle);
    expect(open).toMatchObject({ kind: "geofence", measure: null, side: null, probeId: null, peak: null });
    expect(open).toMatchObject({ deviceId: vehicle.sensor.id, severity: "critical", sampleCount: 0 });
    expect(open?.context).toMatchObject({ crossing: "exit", geofenceId: depot, geofenceName: "Depot" });
    // What was over before it was found wakes nobody at once.
    expect(past?.isDetectedLate).toBe(true);
    expect(await messagesOf(open?.id as number)).toMatchObject([{ payload: { type: "alarm", channel: "email" } }]);
    const told = await getException.call(admin, { id: String(open?.id) });
    expect(told).toMatchObject({ type: "geofence", crossing: { kind: "exit", geofence: "Depot" } });
    const listed = await listExceptions.call(admin, { type: "geofence", carrierId: vehicle.carrier.id });
    expect(listed.total).toBe(2);
    await send(drive(vehicle, [[90, 0]]));
    expect((await spansOf(vehicle)).at(-1)).toEqual([40, 40, 90]);
  });

  it("enters with an exception until it leaves; of any geofence, until it is in none", async () => {
    const vehicle = await vehicleWith(enters());
    await send(drive(vehicle, WAY));
    expect(await spansOf(vehicle)).toEqual([
      [0, 0, 10],
      [30, 30, 40],
    ]);
    const anywhere = await vehicleWith(enters({ geofenceId: null }));
    await send(drive(anywhere, WAY));
    expect(await spansOf(anywhere)).toEqual([
      [0, 0, 50],
      [80, 80, null],
    ]);
    const gone = await vehicleWith(leaves({ geofenceId: null }));
    await send(drive(gone, WAY));
    expect(await spansOf(gone)).toEqual([[50, 50, 80]]);
  });

  it("has none where it was never seen inside, or not for long enough", async () => {
    const stranger = await vehicleWith(leaves());
    await send(
      drive(stranger, [
        [0, 9000],
        [10, 8000],
      ]),
    );
    await tick();
    expect(await spansOf(stranger)).toEqual([]);
    const patient = await vehicleWith(leaves({ delaySeconds: 25 * 60 }));
    await send(drive(patient, WAY));
    expect(await spansOf(patient)).toEqual([[40, 65, null]]);
  });

  it("waits for the delay by the clock", async () => {
    const vehicle = await vehicleWith(leaves({ delaySeconds: 185 * 60 }));
    await send(drive(vehicle, WAY.slice(0, 2)));
    await tick();
    expect(await spansOf(vehicle)).toEqual([]);
    await db()
      .update(alarmCondition)
      .set({ delaySeconds: 60 * 60 })
      .where(eq(alarmCondition.triggerId, vehicle.trigger.id));
    await tick();
    await tick();
    expect(await spansOf(vehicle)).toEqual([[10, 70, null]]);
  });
});

describe("positions that come late", () => {
  it("move the start, split what was one, and withdraw what was none", async () => {
    const vehicle = await vehicleWith(leaves());
    await send(
      drive(vehicle, [
        [0, 0],
        [20, 1500],
      ]),
    );
    const [first] = await rowsOf(vehicle);
    await send(drive(vehicle, [[10, 1500]]));
    expect(await rowsOf(vehicle)).toMatchObject([{ id: first?.id, withdrawnAt: null }]);
    expect(await spansOf(vehicle)).toEqual([[10, 10, null]]);
    await send(drive(vehicle, [[15, 0]]));
    expect(await spansOf(vehicle)).toEqual([
      [10, 10, 15],
      [20, 20, null],
    ]);
    expect((await rowsOf(vehicle))[0]?.id).toBe(first?.id);
    expect((await rowsOf(vehicle)).map(({ withdrawnAt }) => withdrawnAt)).toEqual([null, null]);
  });

  it("give the same exceptions however they are cut and in whatever order they come", async () => {
    const conditions = [
      leaves(),
      enters(),
      leaves({ geofenceId: null }),
      enters({ geofenceId: null, delaySeconds: 300 }),
    ];
    const metres = fc.constantFrom(0, 0, 400, 1500, 2000, 5000, 7000);
    const ways = fc
      .array(metres, { minLength: 3, maxLength: 12 })
      .map((all) => all.map((one, n) => [n * 4, one] as const));
    const arrival = ways.chain((way) =>
      fc.record({
        way: fc.constant(way),
        order: fc.shuffledSubarray(way, { minLength: way.length }),
        size: fc.integer({ min: 1, max: way.length }),
      }),
    );
    const found = async (vehicle: Vehicle) => {
      const ids = await db()
        .select({ id: alarmCondition.id })
        .from(alarmCondition)
        .where(eq(alarmCondition.triggerId, vehicle.trigger.id))
        .orderBy(asc(alarmCondition.id));
      const rows = (await rowsOf(vehicle)).filter(({ withdrawnAt }) => withdrawnAt === null);
      return ids.map(({ id }) =>
        rows
          .filter(({ conditionId }) => conditionId === id)
          .map((row) => [minutesOf(row.startedAt), minutesOf(row.raisedAt), minutesOf(row.endedAt)]),
      );
    };
    await fc.assert(
      fc.asyncProperty(arrival, async ({ way, order, size }) => {
        const [whole, cut] = [await vehicleWith(...conditions), await vehicleWith(...conditions)];
        await send(drive(whole, way));
        for (let start = 0; start < order.length; start += size) {
          await send(drive(cut, order.slice(start, start + size)));
          if (start % 2 === 0) await tick();
        }
        await tick();
        expect(await found(cut)).toEqual(await found(whole));
      }),
      { numRuns: longRuns(5, 15) },
    );
  });
});

describe("what comes into force or goes out of it", () => {
  it("is judged by the clock: only what still lasts is raised, and told as of now", async () => {
    const vehicle = await vehicleWith();
    await send(drive(vehicle, WAY));
    await db()
      .insert(alarmCondition)
      .values({ triggerId: vehicle.trigger.id, kind: "geofence", crossing: "exit", geofenceId: depot });
    await tick();
    expect(await spansOf(vehicle)).toEqual([[40, 40, null]]);
    const [row] = await rowsOf(vehicle);
    expect(Number(row?.context.notifiableFrom)).toBeGreaterThan(Date.now() - MINUTE);
    expect(row?.isDetectedLate).toBe(false);
    const ended = async () => (await rowsOf(vehicle)).at(-1)?.endedAt !== null;
    await switchTrigger.call(admin, { id: vehicle.trigger.id, isEnabled: false });
    expect(await ended()).toBe(true);
    await tick();
    expect(await ended()).toBe(true);
    await switchTrigger.call(admin, { id: vehicle.trigger.id, isEnabled: true });
    await tick();
    expect(await spansOf(vehicle)).toEqual([[40, 40, null]]);
    for (const off of [{ isGpsOn: false }, { alarmTriggerId: null }]) {
      await db().update(carrier).set(off).where(eq(carrier.id, vehicle.carrier.id));
      await tick();
      expect(await ended(), JSON.stringify(off)).toBe(true);
      const on = { isGpsOn: true, alarmTriggerId: vehicle.trigger.id };
      await db().update(carrier).set(on).where(eq(carrier.id, vehicle.carrier.id));
      await tick();
      expect(await ended()).toBe(false);
    }
    await db().update(device).set({ use: "deactivated" }).where(eq(device.id, vehicle.sensor.id));
    await tick();
    expect(await ended()).toBe(true);
  });

  it("ends with a geofence that is disabled, and goes on with it; a new one looks back on what still lasts", async () => {
    const vehicle = await vehicleWith(leaves({ geofenceId: null }));
    await send(drive(vehicle, WAY.slice(0, 7)));
    const fence = await geofences.create.call(admin, {
      ...circle("Yard", 500),
      targets: [{ kind: "carrier", id: vehicle.carrier.id }],
    });
    await runQueue([judgePast]);
    await tick();
    expect(await spansOf(vehicle)).toEqual([[50, 50, null]]);
    const named = await vehicleWith(enters({ geofenceId: fence.id }));
    await geofences.update.call(admin, { id: fence.id, ...circle("Yard", 500), targets: [] });
    await send(drive(named, [...WAY.slice(0, 4)]));
    expect(await spansOf(named)).toEqual([
      [0, 0, 10],
      [30, 30, null],
    ]);
    const open = async () => (await rowsOf(named)).filter(({ endedAt }) => endedAt === null).length;
    await switchGeofence.call(admin, { id: fence.id, isEnabled: false });
    await tick();
    expect(await open()).toBe(0);
    await switchGeofence.call(admin, { id: fence.id, isEnabled: true });
    await runQueue([judgePast]);
    await tick();
    expect(await spansOf(named)).toEqual([
      [0, 0, 10],
      [30, 30, null],
    ]);
    // A larger one has been left by nobody.
    const larger = await vehicleWith(leaves({ geofenceId: fence.id }));
    await send(
      drive(larger, [
        [0, 0],
        [20, 1500],
      ]),
    );
    expect((await spansOf(larger)).at(-1)).toEqual([20, 20, null]);
    await geofences.update.call(admin, { id: fence.id, ...circle("Yard", 5000), targets: [] });
    await runQueue([judgePast]);
    await tick();
    expect((await rowsOf(larger)).filter(({ endedAt }) => endedAt === null)).toEqual([]);
  });

  it("is held back by a pause, and raised when that is over", async () => {
    const vehicle = await vehicleWith(leaves());
    await db()
      .update(carrier)
      .set({ alarmSwitch: "paused", alarmPausedUntil: new Date(Date.now() + 60 * MINUTE) })
      .where(eq(carrier.id, vehicle.carrier.id));
    await send(drive(vehicle, WAY));
    await tick();
    expect(await spansOf(vehicle)).toEqual([]);
    await db()
      .update(carrier)
      .set({ alarmSwitch: "on", alarmPausedUntil: null })
      .where(eq(carrier.id, vehicle.carrier.id));
    await tick();
    expect(await spansOf(vehicle)).toEqual([[40, 40, null]]);
  });
});

describe("a geofence that a condition names", () => {
  const trigger = (geofenceId: number | null) => ({
    name: `leaves ${Math.random().toString(36).slice(2, 10)}`,
    conditions: [{ kind: "geofence" as const, crossing: "exit" as const, geofenceId, delaySeconds: 600 }],
  });

  it("is the customer's own", async () => {
    const made = await alarmTriggers.create.call(admin, trigger(city) as never);
    expect(made.conditions).toMatchObject([
      { kind: "geofence", measure: null, crossing: "exit", geofenceId: city, geofenceName: "City", delaySeconds: 600 },
    ]);
    const [{ geofenceName: _, ...condition }] = made.conditions as [(typeof made.conditions)[0]];
    const kept = { id: condition.id, kind: "geofence", crossing: "exit", geofenceId: city, delaySeconds: 0 };
    const values = { id: made.id, name: made.name, conditions: [kept] };
    expect((await alarmTriggers.update.call(admin, values as never)).conditions[0]).toMatchObject({ delaySeconds: 0 });
    const moved = { ...values, conditions: [{ ...kept, geofenceId: depot }] };
    expect((await refusal(alarmTriggers.update.call(admin, moved as never))).issues).toMatchObject([
      { path: "conditions.0.geofenceId", rule: "fixed" },
    ]);
    const other = await makeCustomer(db());
    const stranger = await accountContext(db(), await makeUser(db(), other.id, {}));
    const foreign = { code: "NOT_FOUND", issues: [{ path: "conditions.0.geofenceId", rule: "reference" }] };
    expect(await refusal(alarmTriggers.create.call(stranger, trigger(city) as never))).toMatchObject(foreign);
    expect((await listTriggerGeofences.call(stranger, {})).map(({ id }) => id)).toEqual([]);
    expect((await listTriggerGeofences.call(admin, {})).map(({ id }) => id)).toEqual(
      expect.arrayContaining([depot, city]),
    );
    const vehicle = await vehicleWith();
    const theirs = await geofences.create.call(stranger, circle("Theirs", 500));
    const tried = { carrierId: vehicle.carrier.id, conditions: trigger(theirs.id).conditions };
    expect(await refusal(previewTrigger.call(admin, tried as never))).toMatchObject(foreign);
  });

  it("stays until no trigger names it any more, which is told by name", async () => {
    const fence = await geofences.create.call(admin, circle(`Named ${Math.random()}`, 500));
    const made = await alarmTriggers.create.call(admin, trigger(fence.id) as never);
    expect(await refusal(geofences.remove.call(admin, { id: fence.id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "id", rule: "geofenceNamed", names: made.name }],
    });
    await alarmTriggers.remove.call(admin, { id: made.id });
    await geofences.remove.call(admin, { id: fence.id });
  });

  it("is tried out on the crossings of a carrier", async () => {
    const vehicle = await vehicleWith();
    await send(drive(vehicle, WAY));
    const tried = (geofenceId: number | null) => {
      const { name: _, ...rest } = trigger(geofenceId);
      return previewTrigger.call(admin, { carrierId: vehicle.carrier.id, ...rest } as never);
    };
    expect(await tried(depot)).toMatchObject({
      total: 2,
      hasNoCrossings: false,
      alarms: [
        { kind: "geofence", measure: null, crossing: "exit", geofenceName: "Depot", endedAt: null },
        { startedAt: START + 10 * MINUTE, raisedAt: START + 20 * MINUTE, endedAt: START + 30 * MINUTE },
      ],
    });
    const unseen = await geofences.create.call(admin, { ...circle("Unseen", 100), longitude: 100 });
    expect(await tried(unseen.id)).toMatchObject({ total: 0, hasNoCrossings: true });
  });
});

it("needs a condition that is whole", async () => {
  const [row] = await db().insert(alarmTrigger).values({ customerId: own.id, name: "Bare" }).returning();
  const bare = { triggerId: row?.id as number, kind: "geofence" as const };
  for (const wrong of [{}, { crossing: "exit" as const, measure: "temperature" as const }])
    await expect(
      db()
        .insert(alarmCondition)
        .values({ ...bare, ...wrong }),
    ).rejects.toThrow();
});
