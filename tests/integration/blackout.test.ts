import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmSilence, alarmSilenceTarget, alarmTrigger, carrier, device, probe, probeState } from "@/db/schema";
import { saveConnectionWatch } from "@/features/alarm/connection/operations";
import { getException } from "@/features/exception/exception.operations";
import { timelineOf } from "@/features/exception/figures/timeline.rules";
import { acknowledgeException } from "@/features/exception/handling/operations";
import { markInvalid } from "@/features/telemetry/correction/mark.operations";
import { accountContext, makeUser } from "../factories/account";
import { makeBinding } from "../factories/mounting";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { trailOf } from "../support/audit";
import { at, exceptionsOf, INTERVAL, MINUTE, NOW, plannedFor, report, sweep } from "../support/watched-devices";

let owner: Awaited<ReturnType<typeof makeCustomer>>;
beforeEach(async () => {
  owner = await makeCustomer(db());
});
afterAll(() => db().$client.end({ timeout: 5 }));

const contextOf = async () => accountContext(db(), await makeUser(db(), owner.id), { now: new Date(NOW) });
const make = () => makeGateway(db(), owner.id, { ...INTERVAL, sceneId: owner.sceneId });
const blackoutsOf = async (gateway: { id: number }) =>
  (await exceptionsOf(gateway)).filter(({ kind, withdrawnAt }) => kind === "blackout" && withdrawnAt === null);
const minuteOf = (instant: Date | null) => (instant ? Math.round((instant.getTime() - NOW) / MINUTE) : null);
/** The blackouts by their minutes. */
const spans = async (gateway: { id: number }) =>
  (await blackoutsOf(gateway)).map(({ startedAt, endedAt }) => [minuteOf(startedAt), minuteOf(endedAt)]);
const powerOf = async (gateway: { id: number }) => {
  const [row] = await db()
    .select({ id: probe.id })
    .from(probe)
    .where(and(eq(probe.deviceId, gateway.id), eq(probe.measure, "power")));
  return row?.id as number;
};

/** A gateway bound to a vehicle. */
async function onLorry() {
  const gateway = await make();
  const lorry = await makeFridge(db(), owner, { carrier: { type: "vehicle" } });
  await makeBinding(db(), {
    ...{ customerId: owner.id, deviceId: gateway.id, carrierId: lorry.carrier.id, state: "bound" as const },
  });
  return { gateway, carrierId: lorry.carrier.id };
}

/** A carrier whose trigger has a condition for the power, with the power probe of a gateway. */
async function follow(gateway: { id: number }, probeId: number) {
  const fridge = await makeFridge(db(), owner, {
    condition: { kind: "state", measure: "power", minimum: null, maximum: null, deadBand: 0 },
    measures: [],
  });
  await db().execute(
    sql`insert into mounting (customer_id, probe_id, carrier_id, mounted_at) values (${owner.id}, ${probeId}, ${fridge.carrier.id}, '2000-01-01')`,
  );
  return { ...fridge, gateway };
}

/** A maintenance silence from one minute to another. */
async function silence(target: Partial<typeof alarmSilenceTarget.$inferInsert>, from: number, to: number) {
  const [row] = await db()
    .insert(alarmSilence)
    .values({ customerId: owner.id, reason: "works", startsAt: new Date(at(from)), endsAt: new Date(at(to)) })
    .returning();
  await db()
    .insert(alarmSilenceTarget)
    .values({ silenceId: row?.id as number, ...target });
}

describe("a gateway that reports its power", () => {
  it("as lost has a blackout at once, until it reports power again", async () => {
    const gateway = await make();
    await report(gateway, 0, { power: 1 });
    expect(await spans(gateway)).toEqual([]);
    await report(gateway, 1, { power: 0 });
    const [open] = await exceptionsOf(gateway);
    expect(open).toMatchObject({ kind: "blackout", measure: "power", severity: "major", probeId: null, endedAt: null });
    expect(await plannedFor(open?.id)).toMatchObject([{ channel: "popup" }]);
    await report(gateway, 2, { power: 0 });
    await report(gateway, 3, { power: 1 });
    expect(await spans(gateway)).toEqual([[1, 3]]);
  });

  it("has the same blackouts in whatever order its reports come", async () => {
    const reports: [number, number][] = [
      [0, 1],
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 1],
      [5, 0],
      [6, 1],
      [7, 0],
    ];
    const orders = [
      reports,
      reports.toReversed(),
      [3, 6, 0, 7, 1, 5, 2, 4].map((index) => reports[index] as [number, number]),
    ];
    for (const order of orders) {
      const gateway = await make();
      for (const [minute, power] of order) await report(gateway, 10, { power }, minute);
      expect(await spans(gateway)).toEqual([
        [1, 3],
        [5, 6],
        [7, null],
      ]);
    }
  });

  it("has its blackout and its silence at the vehicle that it is bound to", async () => {
    const { gateway, carrierId } = await onLorry();
    await report(gateway, 0, { power: 0 });
    await sweep(4);
    expect(await exceptionsOf(gateway)).toMatchObject([
      { kind: "blackout", carrierId },
      { kind: "no-data", carrierId, endedAt: null },
    ]);
  });
});

describe("a blackout that begins while alarms are suppressed", () => {
  type Suppressed = { gateway: { id: number; serialNumber: string; customerId: number }; over: () => Promise<unknown> };
  const off = async (values: Partial<typeof carrier.$inferInsert>): Promise<Suppressed> => {
    const { gateway, carrierId } = await onLorry();
    await db().update(carrier).set(values).where(eq(carrier.id, carrierId));
    const on = { alarmSwitch: "on", status: "running" } as const;
    return { gateway, over: () => db().update(carrier).set(on).where(eq(carrier.id, carrierId)) };
  };
  const CASES: [string, () => Promise<Suppressed>][] = [
    [
      "by a silence of its node",
      async () => {
        await silence({ sceneId: owner.sceneId }, 0, 5);
        return { gateway: await make(), over: async () => {} };
      },
    ],
    [
      "by a silence of its carrier",
      async () => {
        const { gateway, carrierId } = await onLorry();
        await silence({ carrierId }, 0, 5);
        return { gateway, over: async () => {} };
      },
    ],
    ["by the alarm switch of its carrier", () => off({ alarmSwitch: "off" })],
    ["by a pause of its carrier", () => off({ alarmSwitch: "paused", alarmPausedUntil: new Date(at(5)) })],
    ["by the status of its carrier", () => off({ status: "repaired" })],
  ];

  it.each(CASES)("%s is raised and notified at the end of that, though nothing is heard", async (_name, begin) => {
    const { gateway, over } = await begin();
    await report(gateway, 1, { power: 0 });
    await report(gateway, 2, { power: 0 });
    await sweep(3);
    expect(await blackoutsOf(gateway)).toEqual([]);
    await over();
    await sweep(6);
    const [open, ...others] = await blackoutsOf(gateway);
    expect([minuteOf(open?.startedAt ?? null), open?.endedAt, others]).toEqual([1, null, []]);
    expect(await plannedFor(open?.id)).toMatchObject([{ channel: "popup" }]);
    await sweep(7);
    expect(await plannedFor(open?.id)).toHaveLength(1);
    await report(gateway, 8, { power: 1 });
    expect(await spans(gateway)).toEqual([[1, 8]]);
  });

  it("and ends meanwhile is none, also when it is judged again later", async () => {
    await silence({ sceneId: owner.sceneId }, 0, 5);
    const gateway = await make();
    await report(gateway, 1, { power: 0 });
    await report(gateway, 3, { power: 1 });
    await sweep(6);
    await report(gateway, 7, { power: 0 }, 2);
    expect(await blackoutsOf(gateway)).toEqual([]);
  });

  it("is none of one that was raised before: it goes on", async () => {
    const gateway = await make();
    await report(gateway, 1, { power: 0 });
    await silence({ sceneId: owner.sceneId }, 2, 5);
    await report(gateway, 3, { power: 0 });
    await sweep(4);
    expect(await spans(gateway)).toEqual([[1, null]]);
  });

  it("is none of a gateway that is disabled, or whose customer is cancelled", async () => {
    await silence({ sceneId: owner.sceneId }, 0, 5);
    const gateway = await make();
    await report(gateway, 1, { power: 0 });
    await db().execute(sql`update customer set status = 'cancelled' where id = ${owner.id}`);
    await sweep(6);
    await db().execute(sql`update customer set status = 'active' where id = ${owner.id}`);
    await db().update(device).set({ use: "deactivated" }).where(eq(device.id, gateway.id));
    await sweep(7);
    expect(await blackoutsOf(gateway)).toEqual([]);
  });
});

describe("a blackout that nobody watches any more", () => {
  const settings = { isEnabled: true, severity: "minor", gatewaySeverity: "major", powerSeverity: "major" } as const;

  it("ends when a trigger's condition for the power comes into force, and says so", async () => {
    const gateway = await make();
    await report(gateway, 1, { power: 0 });
    const fridge = await follow(gateway, await powerOf(gateway));
    await sweep(5);
    const [ended] = await blackoutsOf(gateway);
    expect(minuteOf(ended?.endedAt ?? null)).toBe(5);
    const id = ended?.id as number;
    expect(await trailOf(db(), owner.id, "exception", id)).toMatchObject([{ operation: "exception.end" }]);
    const detail = await getException.call(await contextOf(), { id });
    expect(timelineOf(detail)).toContainEqual(expect.objectContaining({ kind: "unwatched", cause: "followed" }));
    await sweep(6);
    expect(await spans(gateway)).toEqual([[1, 5]]);

    // Once the trigger is off again, what still lasts is another one, and notified.
    await db().update(alarmTrigger).set({ isEnabled: false }).where(eq(alarmTrigger.id, fridge.trigger.id));
    await sweep(7);
    expect(await spans(gateway)).toEqual([
      [1, 5],
      [5, null],
    ]);
    const [, open] = await blackoutsOf(gateway);
    expect(await plannedFor(open?.id)).toMatchObject([{ channel: "popup" }]);
    await report(gateway, 9, { power: 1 });
    expect(await spans(gateway)).toEqual([
      [1, 5],
      [5, 9],
    ]);
  });

  it("is another one, and notified, when it is watched again", async () => {
    const gateway = await make();
    await report(gateway, -9, { power: 0 });
    const ctx = await contextOf();
    await acknowledge(ctx, (await blackoutsOf(gateway))[0]?.id as number);
    await saveConnectionWatch.call(ctx, { ...settings, isPowerEnabled: false, plan: [] });
    await report(gateway, 1, { power: 0 });
    await saveConnectionWatch.call(ctx, { ...settings, isPowerEnabled: true, plan: [] });
    await sweep(2);
    expect(await spans(gateway)).toEqual([
      [-9, 0],
      [0, null],
    ]);
    const [, open] = await blackoutsOf(gateway);
    expect(open?.acknowledgedAt).toBeNull();
    expect(await plannedFor(open?.id)).toMatchObject([{ channel: "popup" }]);
  });
});

const acknowledge = (ctx: Awaited<ReturnType<typeof contextOf>>, id: number) =>
  acknowledgeException.call(ctx, { id, comment: "seen" });

describe("blackouts that late readings change", () => {
  const mark = async (gateway: { id: number }, minute: number) => {
    const [from, to] = [at(minute), at(minute) + 1].map((one) => new Date(one).toISOString());
    const input = { probeId: await powerOf(gateway), from, to, reason: "wrong" };
    await markInvalid.call({ ...(await contextOf()), now: new Date(at(30)) }, input as never);
  };

  it("leave an acknowledgement with the begin that it was given for", async () => {
    const gateway = await make();
    for (const [minute, power] of [1, 0, 0, 0].entries()) await report(gateway, minute, { power });
    const [first] = await blackoutsOf(gateway);
    await acknowledge(await contextOf(), first?.id as number);
    await mark(gateway, 1);
    const [old, next] = await exceptionsOf(gateway);
    expect(old).toMatchObject({ id: first?.id, withdrawnAt: expect.any(Date), mergedIntoId: null });
    expect(next).toMatchObject({ acknowledgedAt: null, endedAt: null, startedAt: new Date(at(2)) });
    expect(await plannedFor(next?.id)).toMatchObject([{ channel: "popup" }]);
  });

  it("merge the later of two into the first", async () => {
    const gateway = await make();
    for (const [minute, power] of [1, 0, 1, 0].entries()) await report(gateway, minute, { power });
    const [first, second] = await blackoutsOf(gateway);
    await mark(gateway, 2);
    expect(await exceptionsOf(gateway)).toMatchObject([
      { id: first?.id, endedAt: null, withdrawnAt: null },
      { id: second?.id, withdrawnAt: expect.any(Date), mergedIntoId: first?.id },
    ]);
  });
});

it("power of a gateway that a trigger's condition follows is that condition's", async () => {
  const fridge = await makeFridge(db(), owner, {
    condition: { kind: "state", measure: "power", minimum: null, maximum: null, deadBand: 0 },
    measures: [],
  });
  const gateway = await makeGateway(db(), owner.id, INTERVAL);
  const [row] = await db()
    .insert(probe)
    .values({ customerId: owner.id, deviceId: gateway.id, measure: "power" })
    .returning();
  const id = row?.id as number;
  await db().insert(probeState).values({ probeId: id });
  await db().execute(
    sql`insert into mounting (customer_id, probe_id, carrier_id, mounted_at) values (${owner.id}, ${id}, ${fridge.carrier.id}, '2000-01-01')`,
  );
  await report(gateway, 0, { power: 0 });
  expect(await exceptionsOf(gateway)).toMatchObject([{ kind: "state", measure: "power" }]);
});
