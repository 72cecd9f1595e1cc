import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { CALIBRATION_STATES, ONLINE_STATUSES } from "@/db/enums";
import {
  alarmCondition,
  carrier,
  carrierZone,
  customer,
  device,
  deviceBinding,
  deviceState,
  exception,
  monitoringState,
  mounting,
  parameter,
  zone,
} from "@/db/schema";
import { ABNORMALITIES, abnormalityOf } from "@/features/carrier/carrier.rules";
import { listCarriers } from "@/features/carrier/list.operations";
import { listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import { urgency } from "@/features/carrier/monitoring/monitoring.rules";
import { MONITOR_STATUSES } from "@/features/carrier/monitoring/point-state.rules";
import { monitoringStates } from "@/features/carrier/status/state.data";
import { reading } from "@/features/device/list.operations";
import { deviceStates } from "@/features/device/status/state.data";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { recordValueChanges } from "@/features/telemetry/ingest/latest.data";
import { liveBus } from "@/lib/live/live";
import { refreshAhead, refreshState } from "@/lib/resource/materialized-state";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";

const START = Date.UTC(2026, 10, 2, 22);
const MINUTE = 60_000;

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** Three fridges of one customer, the clock in hand. */
async function makeFleet() {
  const owner = await makeCustomer(db(), { timeZone: "Asia/Kathmandu" });
  const fridges = await Promise.all(
    [300, 600, 1200].map((reportIntervalSeconds) =>
      makeFridge(db(), owner, { measures: ["temperature", "humidity"], device: { reportIntervalSeconds } }),
    ),
  );
  const user = await makeUser(db(), owner.id);
  const [range] = await db()
    .insert(zone)
    .values({ customerId: owner.id, name: "range", measure: "temperature", minimum: 0, maximum: 20 })
    .returning();
  return { owner, fridges, user, rangeId: range?.id as number, now: START };
}
type Fleet = Awaited<ReturnType<typeof makeFleet>>;

const at = (fleet: Fleet) => new Date(fleet.now);
const contextOf = (fleet: Fleet) => accountContext(db(), fleet.user, { now: at(fleet) });
const sensors = reading("sensor");

/** What the lists choose by is what their rows are by the rules. */
async function expectAgreement(fleet: Fleet) {
  const ctx = await contextOf(fleet);
  const all = await listMonitoringPoints.call(ctx, {});
  expect(all.items.map((point) => urgency(point, fleet.now))).toEqual(
    all.items.map((point) => urgency(point, fleet.now)).sort((a, b) => a - b),
  );
  for (const status of MONITOR_STATUSES) {
    const { items, total } = await listMonitoringPoints.call(ctx, { status });
    const expected = all.items.filter((point) => point.status === status);
    expect([status, items.map(({ id }) => id)]).toEqual([status, expected.map(({ id }) => id)]);
    expect([all.summary[status], total]).toEqual([expected.length, expected.length]);
    for (const type of ["refrigerator", "vehicle"] as const) {
      const page = await listMonitoringPoints.call(ctx, { status, type, sort: "name" });
      const { length } = expected.filter((point) => point.type === type);
      expect([status, type, page.total, page.items.length]).toEqual([status, type, length, length]);
    }
  }
  for (const abnormality of ABNORMALITIES) {
    const { items, total } = await listCarriers.call(ctx, { abnormality });
    const expected = all.items.filter((point) => abnormalityOf(point.status) === abnormality);
    expect([abnormality, items.length, total]).toEqual([abnormality, expected.length, expected.length]);
  }
  const newest = new Map(all.items.map(({ id, probes }) => [id, Math.max(0, ...probes.map((probe) => probe.at ?? 0))]));
  const byAge = (await listMonitoringPoints.call(ctx, { sort: "lastAt", dir: "desc" })).items.map(({ id }) =>
    newest.get(id),
  );
  expect(byAge).toEqual([...byAge].sort((a, b) => (b ?? 0) - (a ?? 0)));

  const devices = (await sensors.list.call(ctx, {})).items;
  const found = async (query: Record<string, unknown>) => {
    const { items, total } = await sensors.list.call(ctx, query);
    expect(total).toBe(items.length);
    return items.map(({ id }) => id);
  };
  const having = (test: (row: (typeof devices)[number]) => boolean) => devices.filter(test).map(({ id }) => id);
  for (const onlineStatus of ONLINE_STATUSES)
    expect([onlineStatus, await found({ onlineStatus })]).toEqual([
      onlineStatus,
      having((row) => row.onlineStatus === onlineStatus),
    ]);
  for (const calibration of CALIBRATION_STATES)
    expect([calibration, await found({ calibration })]).toEqual([
      calibration,
      having((row) => row.calibrationState === calibration),
    ]);
  for (const is of [true, false]) {
    expect(await found({ isMounted: is })).toEqual(having((row) => row.carriers.length > 0 === is));
    expect(await found({ isAbnormal: is })).toEqual(having((row) => row.isAbnormal === is));
  }
}

type Step = (fleet: Fleet, fridge: Fleet["fridges"][number]) => Promise<unknown>;

const send = (fleet: Fleet, fridge: Fleet["fridges"][number], values: Record<string, number>) =>
  ingest({ ...deviceContext(fleet.owner.id), now: at(fleet) }, [
    { device: fridge.sensor.serialNumber, at: fleet.now, values },
  ]);
const change =
  (values: Partial<typeof carrier.$inferInsert>): Step =>
  (_fleet, fridge) =>
    db().update(carrier).set(values).where(eq(carrier.id, fridge.carrier.id));
const changeDevice =
  (values: Partial<typeof device.$inferInsert>): Step =>
  (_fleet, fridge) =>
    db().update(device).set(values).where(eq(device.id, fridge.sensor.id));
const wait =
  (minutes: number): Step =>
  async (fleet) => {
    fleet.now += minutes * MINUTE;
  };

/** Everything that a state follows from, as people, devices and the clock change it. */
const STEPS: Record<string, Step> = {
  "is cold": (fleet, fridge) => send(fleet, fridge, { temperature: 5 }),
  "is warm": (fleet, fridge) => send(fleet, fridge, { temperature: 9 }),
  "is hot": (fleet, fridge) => send(fleet, fridge, { temperature: 30 }),
  "is frozen": (fleet, fridge) => send(fleet, fridge, { temperature: -3 }),
  "sends humidity": (fleet, fridge) => send(fleet, fridge, { humidity: 50 }),
  "waits a minute": wait(1),
  "waits a while": wait(16),
  "waits an hour": wait(61),
  "waits for the next day": wait(24 * 60),
  defrosts: change({ status: "defrost", defrostUntil: null }),
  runs: change({ status: "running", defrostUntil: null }),
  stops: change({ status: "repaired", defrostUntil: null }),
  "defrosts for a while": (fleet, fridge) =>
    change({ status: "defrost", defrostUntil: new Date(fleet.now + 20 * MINUTE) })(fleet, fridge),
  "turns out to be a car": change({ type: "vehicle" }),
  "turns out to be a fridge": change({ type: "refrigerator" }),
  "is renamed": (fleet, fridge) => change({ name: `x${fleet.now}${fridge.carrier.id}` })(fleet, fridge),
  "loses its trigger": change({ alarmTriggerId: null }),
  "gets its trigger": (fleet, fridge) => change({ alarmTriggerId: fridge.trigger.id })(fleet, fridge),
  "has a wide range": (fleet, fridge) =>
    db()
      .insert(carrierZone)
      .values({ carrierId: fridge.carrier.id, measure: "temperature", zoneId: fleet.rangeId })
      .onConflictDoNothing(),
  "has no range": (_fleet, fridge) => db().delete(carrierZone).where(eq(carrierZone.carrierId, fridge.carrier.id)),
  "has a narrow range": (fleet) => db().update(zone).set({ maximum: 4 }).where(eq(zone.id, fleet.rangeId)),
  "has narrow limits": (_fleet, fridge) =>
    db().update(alarmCondition).set({ maximum: 4 }).where(eq(alarmCondition.id, fridge.condition.id)),
  "has wide limits": (_fleet, fridge) =>
    db().update(alarmCondition).set({ maximum: 8 }).where(eq(alarmCondition.id, fridge.condition.id)),
  "ends its exceptions": (fleet, fridge) =>
    db()
      .update(exception)
      .set({ endedAt: sql`greatest(started_at, ${at(fleet).toISOString()}::timestamptz)` })
      .where(eq(exception.carrierId, fridge.carrier.id)),
  "is taken off": (fleet, fridge) =>
    db()
      .update(mounting)
      .set({ unmountedAt: at(fleet) })
      .where(sql`${mounting.carrierId} = ${fridge.carrier.id} and ${mounting.unmountedAt} is null`),
  "is put on": (fleet, fridge) =>
    db()
      .insert(mounting)
      .values({
        customerId: fleet.owner.id,
        probeId: fridge.probes.temperature as number,
        carrierId: fridge.carrier.id,
        mountedAt: at(fleet),
      })
      .onConflictDoNothing(),
  "is bound": (fleet, fridge) =>
    db()
      .insert(deviceBinding)
      .values({ customerId: fleet.owner.id, deviceId: fridge.sensor.id, carrierId: fridge.carrier.id })
      .onConflictDoNothing(),
  "is unbound": (_fleet, fridge) => db().delete(deviceBinding).where(eq(deviceBinding.deviceId, fridge.sensor.id)),
  "is disabled": changeDevice({ use: "deactivated" }),
  "is enabled": changeDevice({ use: "activated" }),
  "reports seldom": changeDevice({ reportIntervalSeconds: 3600 }),
  "reports often": changeDevice({ reportIntervalSeconds: 60 }),
  "is calibrated for a day": (fleet, fridge) =>
    changeDevice({ calibrationDueOn: new Date(fleet.now).toISOString().slice(0, 10) })(fleet, fridge),
  "is calibrated for long": changeDevice({ calibrationDueOn: "2030-01-01" }),
  "is never calibrated": changeDevice({ calibrationDueOn: null }),
  "may be silent for long": (fleet) =>
    db()
      .insert(parameter)
      .values({ customerId: fleet.owner.id, code: "device.faultToleranceCoefficient", type: "integer", content: "9" })
      .onConflictDoNothing(),
  "may be silent as shipped": (fleet) => db().delete(parameter).where(eq(parameter.customerId, fleet.owner.id)),
  "moves to another time zone": (fleet) =>
    db().update(customer).set({ timeZone: "America/Lima" }).where(eq(customer.id, fleet.owner.id)),
};

describe("kept states", () => {
  it("are those of the rules, whatever happened and whenever one looks", async () => {
    const step = fc.record({
      name: fc.constantFrom(...Object.keys(STEPS)),
      fridge: fc.integer({ min: 0, max: 2 }),
      isLookedAt: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const fleet = await makeFleet();
        for (const { name, fridge, isLookedAt } of steps) {
          await STEPS[name]?.(fleet, fleet.fridges[fridge] as Fleet["fridges"][number]);
          if (isLookedAt) await expectAgreement(fleet);
        }
        await expectAgreement(fleet);
      }),
      { numRuns: longRuns(5, 25) },
    );
  });

  it("of what is at work elsewhere are noted instead of waited for", async () => {
    const fleet = await makeFleet();
    const [fridge] = fleet.fridges as [Fleet["fridges"][number]];
    await send(fleet, fridge, { temperature: 5 });
    await expectAgreement(fleet);
    const turn = {
      probeId: fridge.probes.temperature as number,
      oldValue: 5,
      oldAt: fleet.now,
      value: 6,
      at: fleet.now + 1000,
    };
    const noted = async () => {
      const rows = await db().execute(sql`select from monitoring_recheck where carrier_id = ${fridge.carrier.id}`);
      return rows.length;
    };
    await transaction(db(), async (tx) => {
      await tx.$client`select from monitoring_state where carrier_id = ${fridge.carrier.id} for update`;
      await recordValueChanges(db(), [turn]);
      expect(await noted()).toBe(1);
    });
    await expectAgreement(fleet);
    expect(await noted()).toBe(0);
  });

  it("of one customer hold up nobody else's while it is being removed", async () => {
    const [held, other] = [await makeFleet(), await makeFleet()];
    const noted = async ({ owner }: Fleet) => {
      const rows = await db().execute(sql`
        select from monitoring_recheck where carrier_id in (select id from carrier where customer_id = ${owner.id})`);
      return rows.length;
    };
    for (const fleet of [held, other]) {
      await expectAgreement(fleet);
      await db().update(carrier).set({ status: "repaired" }).where(eq(carrier.customerId, fleet.owner.id));
    }
    await transaction(db(), async (tx) => {
      await tx.$client`select from monitoring_state where customer_id = ${held.owner.id} for update`;
      await refreshState(db(), monitoringStates, null, at(other));
      expect([await noted(held), await noted(other)]).toEqual([3, 0]);
    });
    await expectAgreement(held);
  });

  it("are judged ahead by the worker, so that readers find nothing due", async () => {
    const fleet = await makeFleet();
    const [fridge] = fleet.fridges as [Fleet["fridges"][number]];
    const checkAt = async () => {
      const [kept] = await db().select().from(deviceState).where(eq(deviceState.deviceId, fridge.sensor.id));
      return (kept?.checkAt.getTime() as number) - fleet.now;
    };
    await send(fleet, fridge, { temperature: 5 });
    await expectAgreement(fleet);
    expect(await checkAt()).toBe(10 * MINUTE);
    fleet.now += 9 * MINUTE;
    await send(fleet, fridge, { temperature: 5 });
    await refreshAhead(db(), deviceStates, at(fleet));
    expect(await checkAt()).toBe(MINUTE);
    fleet.now += MINUTE - 10_000;
    await refreshAhead(db(), deviceStates, at(fleet));
    expect(await checkAt()).toBe(10 * MINUTE);
    await expectAgreement(fleet);
  });

  it("are counted rightly while many change at once and their counts are added up", async () => {
    const fleet = await makeFleet();
    await expectAgreement(fleet);
    const rowsOf = async () => {
      const [row] = await db().execute<{ rows: number }>(sql`
        select count(*)::int as rows from device_count where customer_id = ${fleet.owner.id}`);
      return row?.rows as number;
    };
    const turn = async (to: string) =>
      db().execute(sql`update device_state set online_status = ${to} where customer_id = ${fleet.owner.id}`);
    for (let round = 0; round < 150; round += 1) await turn(round % 2 === 0 ? "offline" : "online");
    expect(await rowsOf()).toBeGreaterThan(500);
    const due = () =>
      db().execute(sql`insert into device_recheck select id from device where customer_id = ${fleet.owner.id}`);
    await transaction(db(), async (tx) => {
      // Turned, and not yet told: another adds up what there is meanwhile.
      await tx.$client`update device_state set is_abnormal = true where device_id = ${fleet.fridges[0]?.sensor.id ?? 0}`;
      await tx.$client`update device_state set is_abnormal = false where device_id = ${fleet.fridges[0]?.sensor.id ?? 0}`;
      await due();
      await refreshState(db(), deviceStates, null, at(fleet));
      expect(await rowsOf()).toBeLessThan(10);
    });
    await due();
    await Promise.all([1, 2, 3].map(() => refreshState(db(), deviceStates, [fleet.owner.id], at(fleet))));
    await expectAgreement(fleet);
  });

  it("change within their limits without being judged again", async () => {
    const fleet = await makeFleet();
    const [fridge] = fleet.fridges as [Fleet["fridges"][number]];
    await send(fleet, fridge, { temperature: 5, humidity: 50 });
    await expectAgreement(fleet);
    fleet.now += MINUTE;
    await send(fleet, fridge, { temperature: 6, humidity: 51 });
    const [noted] = await db().execute<{ count: number }>(sql`
      select (select count(*) from monitoring_recheck where carrier_id = ${fridge.carrier.id})
           + (select count(*) from device_recheck where device_id = ${fridge.sensor.id}) as count`);
    expect(Number(noted?.count)).toBe(0);
    const [kept] = await db().select().from(monitoringState).where(eq(monitoringState.carrierId, fridge.carrier.id));
    expect(kept?.lastAt?.getTime()).toBe(fleet.now);
  });

  it("go with their carriers and devices", async () => {
    const fleet = await makeFleet();
    const [fridge] = fleet.fridges as [Fleet["fridges"][number]];
    await db().delete(mounting).where(eq(mounting.carrierId, fridge.carrier.id));
    await db().delete(carrier).where(eq(carrier.id, fridge.carrier.id));
    await db().execute(
      sql`delete from probe_state where probe_id in (select id from probe where device_id = ${fridge.sensor.id})`,
    );
    await db().execute(sql`delete from probe where device_id = ${fridge.sensor.id}`);
    await db().delete(device).where(eq(device.id, fridge.sensor.id));
    expect(await db().select().from(monitoringState).where(eq(monitoringState.carrierId, fridge.carrier.id))).toEqual(
      [],
    );
    expect(await db().select().from(deviceState).where(eq(deviceState.deviceId, fridge.sensor.id))).toEqual([]);
    await expectAgreement(fleet);
  });
});
