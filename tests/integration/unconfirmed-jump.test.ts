import { and, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { exception, invalidReading, invalidRule, probeState } from "@/db/schema";
import { listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import { listCarrierMountings } from "@/features/carrier/mounting/mounting.operations";
import { devices } from "@/features/device/kinds.operations";
import { findMountedDevice } from "@/features/setup-wizard/wizard.data";
import { markInvalid } from "@/features/telemetry/correction/mark.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { acceptOverdueJumps } from "@/features/telemetry/ingest/validation.jobs";
import type { LiveReading } from "@/features/telemetry/live/live.schema";
import { visibilityOf } from "@/lib/auth/visibility";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser } from "../factories/account";
import { signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

type Fridge = Awaited<ReturnType<typeof makeFridge>>;

const START = Date.UTC(2026, 8, 1);
const MINUTE_MS = 60_000;
const minute = (count: number) => START + count * MINUTE_MS;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

/** A customer whose temperatures are sifted: 327.67 is a fault, nothing above 60, no more than 2 °C a minute. */
beforeAll(async () => {
  owner = await makeCustomer(db());
  const rule = { customerId: owner.id, measure: "temperature" as const };
  await db()
    .insert(invalidRule)
    .values([
      { ...rule, name: "broken wire", kind: "fault-value", faultValues: [327.67] },
      { ...rule, name: "too hot", kind: "implausible", maximum: 60 },
      { ...rule, name: "jumps", kind: "jump", ratePerMinute: 2 },
    ]);
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const make = () => makeFridge(db(), owner, { device: { reportIntervalSeconds: 300 } });

/** Each reading by itself, received when it was taken. */
async function send(fridge: Fridge, ...values: readonly (readonly [minutes: number, value: number])[]) {
  for (const [minutes, temperature] of values)
    await ingest(deviceContext(owner.id, new Date(minute(minutes))), [
      { device: fridge.sensor.serialNumber, at: minute(minutes), values: { temperature } },
    ]);
}

const accept = (minutes: number) =>
  acceptOverdueJumps.run(
    {},
    { db: db(), now: new Date(minute(minutes)), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );

const probeOf = (fridge: Fridge) => fridge.probes.temperature as number;

const exceptionsOf = (fridge: Fridge) =>
  db()
    .select()
    .from(exception)
    .where(and(eq(exception.probeId, probeOf(fridge)), isNull(exception.withdrawnAt)))
    .orderBy(exception.startedAt);

const jumpsOf = async (fridge: Fridge) => {
  const rows = await db()
    .select()
    .from(invalidReading)
    .where(
      and(
        eq(invalidReading.probeId, probeOf(fridge)),
        eq(invalidReading.kind, "jump"),
        isNull(invalidReading.restoredAt),
      ),
    )
    .orderBy(invalidReading.at);
  return rows.map(({ at, value }) => [(at.getTime() - START) / MINUTE_MS, value]);
};

const newestOf = async (fridge: Fridge) => {
  const [row] = await db()
    .select()
    .from(probeState)
    .where(eq(probeState.probeId, probeOf(fridge)));
  return row && [((row.lastAt?.getTime() ?? Number.NaN) - START) / MINUTE_MS, row.lastValue];
};

/** What the monitoring list shows: the newest value, and the one that is held beside it. */
const shown = async (fridge: Fridge) => {
  const viewer = await signedInAs(owner.id, { permissions: ["viewMonitorPointRealTime", "viewRefrigerator"] });
  const { items } = await listMonitoringPoints.call(viewer, { ids: String(fridge.carrier.id) });
  return items[0]?.probes.map(({ value, unconfirmed }) => [value, unconfirmed?.value ?? null]);
};

describe("a jump that is held", () => {
  it.each([
    ["a fault value", 327.67],
    ["an implausible value", 70],
  ])("stays unconfirmed and counts although %s follows: the probe jumped, and died", async (_name, dead) => {
    const fridge = await make();
    await send(fridge, [0, 5], [5, 5], [10, 30], [15, dead], [20, dead]);
    expect(await shown(fridge)).toEqual([[5, 30]]);
    // The screens of the device show it as well.
    const { items } = await devices.sensor.list.call(await signedInAs(owner.id, { permissions: ["viewSensor"] }), {});
    const [probe] = items.find(({ id }) => id === fridge.sensor.id)?.probes ?? [];
    expect(probe).toMatchObject({ value: 5, unconfirmed: { at: minute(10), value: 30 } });
    // So do the carrier's list of devices and the end of the setup.
    const held = [{ value: 5, unconfirmed: { at: minute(10), value: 30 } }];
    const admin = await accountContext(db(), await makeUser(db(), owner.id));
    expect(await listCarrierMountings.call(admin, { id: fridge.carrier.id })).toMatchObject({
      items: [{ probes: held }],
    });
    const own = [owner.id, fridge.sensor.id, fridge.carrier.id] as const;
    expect(await findMountedDevice(db(), visibilityOf(admin), ...own)).toMatchObject({ probes: held });
    await accept(19);
    expect(await exceptionsOf(fridge)).toEqual([]);
    await accept(21);
    expect(await exceptionsOf(fridge)).toMatchObject([{ startedAt: new Date(minute(10)), endedAt: null, peak: 30 }]);
    expect(await newestOf(fridge)).toEqual([10, 30]);
    expect(await shown(fridge)).toEqual([[30, null]]);
  });

  it("is the last one of several, whose spike before it stays out", async () => {
    const fridge = await make();
    await send(fridge, [0, 5], [5, 30], [10, 5], [11, 327.67]);
    expect(await jumpsOf(fridge)).toEqual([
      [5, 30],
      [10, 5],
    ]);
    expect(await shown(fridge)).toEqual([[5, 5]]);
    await accept(21);
    expect(await jumpsOf(fridge)).toEqual([[5, 30]]);
    expect(await newestOf(fridge)).toEqual([10, 5]);
    expect(await exceptionsOf(fridge)).toEqual([]);
  });
});

describe("a device that reports more slowly than agreed", () => {
  it("has its jump held for as long as a step of its own pace may take", async () => {
    const fridge = await make();
    await send(fridge, [0, 5], [20, 5], [40, 5], [60, 50]);
    await accept(99);
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await jumpsOf(fridge)).toEqual([[60, 50]]);
    await send(fridge, [80, 5], [100, 5]);
    await accept(141);
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await jumpsOf(fridge)).toEqual([[60, 50]]);
  });

  it("raises an alarm where nothing comes for longer than that", async () => {
    const fridge = await make();
    await send(fridge, [0, 5], [20, 5], [40, 5], [60, 50]);
    await accept(101);
    expect(await exceptionsOf(fridge)).toMatchObject([{ startedAt: new Date(minute(60)), endedAt: null, peak: 50 }]);
  });
});

describe("a jump that counts because none followed", () => {
  it("is a jump again once the next reading is back: its exception is withdrawn", async () => {
    const fridge = await make();
    await send(fridge, [0, 5], [5, 5], [10, 50]);
    await accept(21);
    expect(await exceptionsOf(fridge)).toHaveLength(1);
    await send(fridge, [25, 5]);
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await jumpsOf(fridge)).toEqual([
      [10, 50],
      [25, 5],
    ]);
    expect(await shown(fridge)).toEqual([[5, 5]]);
    await send(fridge, [26, 5]);
    expect(await jumpsOf(fridge)).toEqual([[10, 50]]);
    expect(await newestOf(fridge)).toEqual([26, 5]);
  });

  it("stays a reading where the next one confirms it", async () => {
    const fridge = await make();
    await send(fridge, [0, 5], [5, 5], [10, 50]);
    await accept(21);
    await send(fridge, [25, 50.5], [26, 50.5]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ startedAt: new Date(minute(10)), endedAt: null, peak: 50.5 }]);
    expect(await jumpsOf(fridge)).toEqual([]);
  });
});

describe("the live stream", () => {
  /** What is told of a probe's values from now on: the newest one, and the one that is held beside it. */
  const listen = (fridge: Fridge) => {
    const spy = vi.spyOn(liveBus(), "publish");
    return () =>
      spy.mock.calls
        .flatMap(([events]) => events)
        .flatMap(({ type, data }) => (type === "reading" ? [data as LiveReading] : []))
        .filter(({ probeId }) => probeId === probeOf(fridge))
        .map(({ value, unconfirmed }) => [value, unconfirmed?.value ?? null]);
  };

  it("says with each newer value that one is still held", async () => {
    const fridge = await make();
    await send(fridge, [0, 5], [10, 40]);
    const told = listen(fridge);
    await send(fridge, [5, 5.5]);
    expect(told()).toEqual([[5.5, 40]]);
  });

  it("says that a late reading has made the newest value unconfirmed", async () => {
    const fridge = await make();
    await send(fridge, [0, 5], [5, 14]);
    const told = listen(fridge);
    await send(fridge, [4, 5]);
    expect(told()).toEqual([[5, 14]]);
  });

  it("says that the held value is gone once somebody marks it", async () => {
    const fridge = await make();
    await send(fridge, [0, 5], [10, 40]);
    const told = listen(fridge);
    const span = { probeId: probeOf(fridge), from: String(minute(10)), to: String(minute(11)), reason: "wet" };
    await markInvalid.call(
      await signedInAs(owner.id, { permissions: ["editExRule", "viewMonitorPointRealTime", "viewRefrigerator"] }),
      span,
    );
    expect(told()).toEqual([[5, null]]);
    expect(await shown(fridge)).toEqual([[5, null]]);
  });
});
