import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { exception, outbox } from "@/db/schema";
import { mountDevice, unmountDevice } from "@/features/carrier/mounting/mounting.operations";
import { changeStatus } from "@/features/carrier/status/status.operations";
import { markInvalid, restoreInvalid } from "@/features/telemetry/correction/mark.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeSecondment } from "../factories/secondment";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";

const MINUTE = 60_000;
/** Four hours ago; sensors are unmounted an hour later. */
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 240 * MINUTE;
const at = (minute: number) => START + minute * MINUTE;
const instant = (minute: number) => new Date(at(minute));

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;
let owner: Customer;
let admin: OperationContext;

beforeAll(async () => {
  owner = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), owner.id));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const told: FridgeOptions = {
  contacts: [{ name: "Zhang Wei", email: "zhang@example.com", level: 1, locale: "en-US" }],
  plan: [{ channels: ["email"] }],
};

type Values = readonly (readonly [minute: number, value: number])[];
const send = (serialNumber: string, values: Values, measure = "temperature", of = owner) =>
  ingest(
    deviceContext(of.id),
    values.map(([minute, value]) => ({ device: serialNumber, at: at(minute), values: { [measure]: value } })),
  );
const unmount = ({ carrier, sensor }: Fridge, minute: number) =>
  unmountDevice.call(admin, {
    ...{ id: carrier.id, deviceId: sensor.id, reason: "to the workshop" },
    at: instant(minute).toISOString(),
  });
const mount = (carrierId: number, { sensor }: Fridge, minute: number) =>
  mountDevice.call(admin, { id: carrierId, deviceId: sensor.id, at: instant(minute).toISOString() });
const found = async (probeId: number | undefined) =>
  (
    await db()
      .select()
      .from(exception)
      .where(eq(exception.probeId, probeId as number))
      .orderBy(exception.startedAt)
  )
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map(({ carrierId, startedAt, endedAt }) => [carrierId, minuteOf(startedAt), endedAt && minuteOf(endedAt)]);
const minuteOf = (date: Date) => (date.getTime() - START) / MINUTE;
const plannedFor = async (customerId: number) =>
  (await db().select().from(outbox).where(sql`customer_id = ${customerId} and payload ? 'exceptionId'`)).map(
    ({ payload }) => (payload as { type: string }).type,
  );

const WARM: Values = [0, 1, 2, 3, 4, 5, 6, 7].map((minute) => [30 + minute, 20] as const);

describe("readings that arrive after their sensor was unmounted", () => {
  it("raise what was out of range until then, in the digest", async () => {
    const fridge = await makeFridge(db(), owner, told);
    await send(fridge.sensor.serialNumber, [[10, 5]]);
    await unmount(fridge, 60);
    await send(fridge.sensor.serialNumber, [...WARM, [38, 5]]);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 30, 38]]);
    const [row] = await db()
      .select()
      .from(exception)
      .where(eq(exception.probeId, fridge.probes.temperature as number));
    expect(row).toMatchObject({ isDetectedLate: true, customerId: owner.id, peak: 20, sampleCount: 8 });
    expect(await plannedFor(owner.id)).toEqual(["digest"]);
  });

  it("end what lasted at the unmounting, and are no alarm after it", async () => {
    const fridge = await makeFridge(db(), owner);
    await unmount(fridge, 60);
    await send(fridge.sensor.serialNumber, [...WARM, [70, 20]]);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 30, 60]]);
  });

  it("raise no alarm whose delay was not over at the unmounting", async () => {
    const fridge = await makeFridge(db(), owner, { condition: { delaySeconds: 1800, delayMode: "ignore-delay" } });
    await unmount(fridge, 60);
    await send(fridge.sensor.serialNumber, [
      [40, 20],
      [59, 20],
    ]);
    expect(await found(fridge.probes.temperature)).toEqual([]);
    await send(fridge.sensor.serialNumber, [[29, 20]]);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 29, 60]]);
  });

  it("correct what was found before: shortened, merged, withdrawn", async () => {
    const fridge = await makeFridge(db(), owner);
    const probeId = fridge.probes.temperature;
    await send(fridge.sensor.serialNumber, [
      [10, 20],
      [20, 5],
      [30, 20],
    ]);
    await unmount(fridge, 60);
    expect(await found(probeId)).toEqual([
      [fridge.carrier.id, 10, 20],
      [fridge.carrier.id, 30, 60],
    ]);
    await send(fridge.sensor.serialNumber, [[40, 5]]);
    expect(await found(probeId)).toEqual([
      [fridge.carrier.id, 10, 20],
      [fridge.carrier.id, 30, 40],
    ]);
    const span = { probeId: probeId as number, reason: "door open", to: instant(21).toISOString() };
    await markInvalid.call(admin, { ...span, from: instant(20).toISOString() });
    expect(await found(probeId)).toEqual([[fridge.carrier.id, 10, 40]]);
    await restoreInvalid.call(admin, { ...span, from: instant(20).toISOString() });
    expect(await found(probeId)).toEqual([
      [fridge.carrier.id, 10, 20],
      [fridge.carrier.id, 30, 40],
    ]);
  });

  it("count for each carrier on which it was, in whatever order they arrive", async () => {
    const [first, second] = [await makeFridge(db(), owner), await makeFridge(db(), owner)];
    await db().execute(sql`update carrier set alarm_trigger_id = ${first.trigger.id} where id = ${second.carrier.id}`);
    await unmount(first, 60);
    await mount(second.carrier.id, first, 60);
    const warm: Values = [40, 50, 55, 62, 70].map((minute) => [minute, 20]);
    for (const one of [...warm, [80, 5] as const].reverse()) await send(first.sensor.serialNumber, [one]);
    const both = [
      [first.carrier.id, 40, 60],
      [second.carrier.id, 62, 80],
    ];
    expect(await found(first.probes.temperature)).toEqual(both);

    const again = await makeFridge(db(), owner);
    await db().execute(sql`update carrier set alarm_trigger_id = ${again.trigger.id} where id = ${second.carrier.id}`);
    await unmount(again, 60);
    await mount(second.carrier.id, again, 60);
    await send(again.sensor.serialNumber, [...warm, [80, 5]]);
    expect(await found(again.probes.temperature)).toEqual([
      [again.carrier.id, 40, 60],
      [second.carrier.id, 62, 80],
    ]);
  });

  it("are judged by the doors of that time, also when those report later", async () => {
    const fridge = await makeFridge(db(), owner, {
      measures: ["temperature", "door"],
      condition: { delaySeconds: 0, doorDelaySeconds: 600, delayMode: "ignore-delay" },
    });
    await unmount(fridge, 60);
    const { serialNumber } = fridge.sensor;
    await send(serialNumber, [
      [30, 20],
      [35, 5],
    ]);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 30, 35]]);
    await send(
      serialNumber,
      [
        [25, 1],
        [34, 0],
      ],
      "door",
    );
    expect(await found(fridge.probes.temperature)).toEqual([]);
    await send(serialNumber, [[50, 20]]);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 50, 60]]);
  });

  it("belong to whoever had the sensor, also after a secondment", async () => {
    const [lender, borrower] = [await makeCustomer(db()), await makeCustomer(db())];
    const lent = await makeSecondment(db(), lender, borrower, "revoked");
    // Lent from minute 120 to minute 180.
    const late: Values = [
      [100, 20],
      [110, 20],
      [130, 20],
      [140, 20],
      [150, 5],
    ];
    await send(lent.serialNumber, late, "temperature", lender);
    const [own, theirs] = [await found(lent.own.probes.temperature), await found(lent.probeId)];
    expect(own.map(([carrierId, from]) => [carrierId, from])).toEqual([[lent.own.carrier.id, 100]]);
    expect(theirs).toEqual([[lent.theirs.carrier.id, 130, 150]]);
    const customers = await db()
      .select({ customerId: exception.customerId, endedAt: exception.endedAt })
      .from(exception)
      .where(eq(exception.carrierId, lent.theirs.carrier.id));
    expect(customers).toEqual([{ customerId: borrower.id, endedAt: instant(150) }]);
  });
});

describe("a carrier that was retired since", () => {
  const setStatus = ({ carrier }: Fridge, status: "backup" | "retirement" | "repaired") =>
    changeStatus.call(admin, { id: carrier.id, status, reason: "worn out" } as never);

  it("has its late exceptions, in the digest", async () => {
    const customer = await makeCustomer(db());
    const boss = await accountContext(db(), await makeUser(db(), customer.id));
    const { carrier, sensor, probes } = await makeFridge(db(), customer, told);
    const removal = { id: carrier.id, deviceId: sensor.id, reason: "scrapped", at: instant(60).toISOString() };
    await unmountDevice.call(boss, removal);
    await changeStatus.call(boss, { id: carrier.id, status: "retirement", reason: "scrapped" } as never);
    await send(sensor.serialNumber, [...WARM, [38, 5]], "temperature", customer);
    expect(await found(probes.temperature)).toEqual([[carrier.id, 30, 38]]);
    expect(await plannedFor(customer.id)).toEqual(["digest"]);
  });

  it("has none of the time in which it was out of service before", async () => {
    const fridge = await makeFridge(db(), owner);
    await unmount(fridge, 60);
    await setStatus(fridge, "repaired");
    await setStatus(fridge, "retirement");
    await send(fridge.sensor.serialNumber, [...WARM, [38, 5]]);
    expect(await found(fridge.probes.temperature)).toEqual([]);
  });
});

describe("an unmounting that is entered late", () => {
  const rowsOf = (probeId: number | undefined) =>
    db()
      .select()
      .from(exception)
      .where(eq(exception.probeId, probeId as number))
      .orderBy(exception.startedAt);

  it("cuts what was over later, too", async () => {
    const fridge = await makeFridge(db(), owner);
    await send(fridge.sensor.serialNumber, [
      [50, 20],
      [70, 5],
    ]);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 50, 70]]);
    await unmount(fridge, 60);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 50, 60]]);
    const [row] = await rowsOf(fridge.probes.temperature);
    const trail = await trailOf(db(), owner.id, "exception", row?.id as number);
    expect(trail.at(-1)).toMatchObject({
      operation: "exception.end",
      newValues: { endedAt: instant(60).toISOString(), deviceId: fridge.sensor.id },
    });
    await send(fridge.sensor.serialNumber, [[55, 20]]);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 50, 60]]);
  });

  it("ends what lasted at its instant, and withdraws what began only then, over or not", async () => {
    const fridge = await makeFridge(db(), owner);
    await send(fridge.sensor.serialNumber, [
      [50, 20],
      [58, 5],
      [70, 20],
      [75, 5],
      [80, 20],
    ]);
    const before = await rowsOf(fridge.probes.temperature);
    expect(before.map(({ endedAt }) => endedAt && minuteOf(endedAt))).toEqual([58, 75, null]);
    await unmount(fridge, 60);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 50, 58]]);
    const [, over, lasting] = await rowsOf(fridge.probes.temperature);
    for (const row of [over, lasting]) {
      expect(row?.withdrawnAt).not.toBeNull();
      const trail = await trailOf(db(), owner.id, "exception", row?.id as number);
      expect(trail.at(-1)).toMatchObject({
        operation: "exception.withdraw",
        reason: "to the workshop",
        newValues: { unmountedAt: instant(60).toISOString(), deviceId: fridge.sensor.id },
      });
    }
    expect(lasting?.endedAt).toBeNull();
    // What arrives late of the time before finds the same series.
    await send(fridge.sensor.serialNumber, [[55, 20]]);
    expect(await found(fridge.probes.temperature)).toEqual([[fridge.carrier.id, 50, 58]]);
    await send(fridge.sensor.serialNumber, [[59, 20]]);
    expect(await found(fridge.probes.temperature)).toEqual([
      [fridge.carrier.id, 50, 58],
      [fridge.carrier.id, 59, 60],
    ]);
  });

  it("leaves what somebody closed with a signature, unless it lasts, and withdraws the silence of the device", async () => {
    const fridge = await makeFridge(db(), owner);
    const { carrier, sensor, probes } = fridge;
    const place = { customerId: owner.id, carrierId: carrier.id, deviceId: sensor.id, severity: "minor" as const };
    const from70 = { ...place, startedAt: instant(70), raisedAt: instant(70) };
    const from50 = { ...place, startedAt: instant(50), raisedAt: instant(50) };
    const probeId = probes.temperature as number;
    const closed = { status: "processed" as const, isClosed: true };
    const made = await db()
      .insert(exception)
      .values([
        { ...from70, probeId, kind: "no-data", ...closed, endedAt: instant(75) },
        // A late reading opened it again.
        { ...from50, probeId, kind: "no-data", ...closed },
        { ...from70, kind: "slow" },
        { ...from70, kind: "no-data", endedAt: instant(75) },
        { ...from50, kind: "no-data", endedAt: instant(65) },
      ])
      .returning();
    await unmount(fridge, 60);
    const rows = await db()
      .select()
      .from(exception)
      .where(
        inArray(
          exception.id,
          made.map(({ id }) => id),
        ),
      );
    const after = made.map(({ id }) => rows.find((row) => row.id === id));
    expect(after.map((row) => [row?.endedAt && minuteOf(row.endedAt), row?.withdrawnAt !== null])).toEqual([
      [75, false],
      [60, false],
      [null, true],
      [75, true],
      [60, false],
    ]);
  });
});
