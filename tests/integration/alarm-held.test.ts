import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmCondition, alarmSilence, alarmSilenceTarget, alarmTrigger, carrier, device, scene } from "@/db/schema";
import { watchNewStates } from "@/features/alarm/evaluation/evaluation.jobs";
import { watchDelays, watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import {
  type Condition,
  cumulative,
  every5,
  exceptionsOf,
  type Fridge,
  fridgeWith,
  live,
  lookAt,
  lostPower,
  MINUTE,
  minute,
  openDoor,
  owner,
  send,
  tick,
  times,
  told,
  useAlarmStories,
} from "../factories/alarm-scenarios";

useAlarmStories();

describe("a maintenance silence", () => {
  const silence = async (target: Partial<typeof alarmSilenceTarget.$inferInsert>, values = {}) => {
    const [made] = await db()
      .insert(alarmSilence)
      .values({
        customerId: owner().id,
        reason: "moving house",
        startsAt: new Date(minute(0)),
        endsAt: new Date(minute(60)),
        ...values,
      })
      .returning();
    await db()
      .insert(alarmSilenceTarget)
      .values({ silenceId: made?.id as number, ...target });
    return made?.id as number;
  };
  const warm = (fridge: Fridge, count: number) => send(fridge, [[count, { temperature: 12 }]], minute(count));

  it.each(["scene", "carrier", "trigger"] as const)(
    "of a %s holds back, and what goes on is raised with the next reading after it",
    async (kind) => {
      const fridge = await fridgeWith([{ minimum: 2, maximum: 8 }]);
      const [below] = await db()
        .insert(scene)
        .values({ customerId: owner().id, parentId: owner().sceneId, code: `s${fridge.carrier.id}`, name: "Room" })
        .returning();
      const [above] = await db()
        .insert(scene)
        .values({ customerId: owner().id, code: `a${fridge.carrier.id}`, name: "Wing" })
        .returning();
      await db().execute(sql`update scene set parent_id = ${above?.id} where id = ${below?.id}`);
      await db().execute(sql`update carrier set scene_id = ${below?.id} where id = ${fridge.carrier.id}`);
      const target = {
        scene: { sceneId: above?.id },
        carrier: { carrierId: fridge.carrier.id },
        trigger: { triggerId: fridge.trigger.id },
      };
      await silence(target[kind] as Partial<typeof alarmSilenceTarget.$inferInsert>);
      await warm(fridge, 10);
      await warm(fridge, 59);
      expect(await told(fridge)).toEqual([]);
      await warm(fridge, 60);
      expect(await told(fridge)).toMatchObject([{ startedAt: new Date(minute(10)), endedAt: null }]);
    },
  );

  it("lets the clock raise a door that was open all the while and said no more", async () => {
    const fridge = await fridgeWith([{ ...openDoor, delaySeconds: 0 }]);
    await silence({ carrierId: fridge.carrier.id });
    await send(fridge, [[10, { door: 1 }]], minute(10));
    await tick(watchDelays, minute(59));
    expect(await told(fridge)).toEqual([]);
    await tick(watchDelays, minute(60) + 31_000);
    expect(await told(fridge)).toMatchObject([{ kind: "state", startedAt: new Date(minute(10)), endedAt: null }]);
    await tick(watchDelays, minute(65));
    expect(await exceptionsOf(fridge)).toHaveLength(1);
    expect(await lookAt(fridge)).toBeNull();
  });

  it("does not lose a door out of sight for a reading that came late", async () => {
    const fridge = await fridgeWith([{ ...openDoor, delaySeconds: 0 }]);
    await silence({ carrierId: fridge.carrier.id });
    await live(fridge, [
      [0, { door: 0 }],
      [5, { door: 0 }],
      [10, { door: 1 }],
    ]);
    await send(fridge, [[3, { door: 0 }]], minute(20));
    await tick(watchDelays, minute(61));
    expect(await told(fridge)).toMatchObject([{ kind: "state", startedAt: new Date(minute(10)), endedAt: null }]);
    await send(fridge, [[4, { door: 0 }]], minute(62));
    await tick(watchDelays, minute(63));
    expect(await exceptionsOf(fridge)).toHaveLength(1);
    expect(await lookAt(fridge)).toBeNull();
  });

  it("of another, one that was ended, and one that has not begun hold nothing back", async () => {
    const [fridge, other] = [await fridgeWith([{ minimum: 2, maximum: 8 }]), await fridgeWith([])];
    await silence({ carrierId: other.carrier.id });
    await silence({ carrierId: fridge.carrier.id }, { endedAt: new Date(minute(5)) });
    await silence({ carrierId: fridge.carrier.id }, { startsAt: new Date(minute(30)) });
    await warm(fridge, 10);
    expect(await told(fridge)).toHaveLength(1);
  });

  it("holds back what falls silent, too", async () => {
    const fridge = await fridgeWith([{ kind: "no-data" }], { device: { reportIntervalSeconds: 60 } });
    const heard = Date.now() - 60 * MINUTE;
    const probeId = fridge.probes.temperature ?? 0;
    const fall = async () => {
      await db()
        .$client`update probe_state set received_at = to_timestamp(${heard}::float8 / 1000) where probe_id = ${probeId}`;
      await tick(watchSilence as typeof watchDelays, Date.now() + 30 * MINUTE);
      return exceptionsOf(fridge);
    };
    const id = await silence(
      { carrierId: fridge.carrier.id },
      { startsAt: new Date(heard), endsAt: new Date(Date.now() + 60 * MINUTE) },
    );
    expect(await fall()).toEqual([]);
    await db().update(alarmSilence).set({ endedAt: new Date() }).where(eq(alarmSilence.id, id));
    expect(await fall()).toMatchObject([{ kind: "no-data" }]);
  });
});

describe("a door that stands open while its alarm is held back", () => {
  const set = (values: Partial<typeof carrier.$inferInsert>) => async (fridge: Fridge) => {
    await db().update(carrier).set(values).where(eq(carrier.id, fridge.carrier.id));
  };
  const nothing = async () => {};
  const awake = (from: string, to: string) => async (fridge: Fridge) => {
    const calendar = { days: [1, 2, 3, 4, 5, 6, 7], windows: [{ from, to }] };
    await db().update(alarmTrigger).set({ calendar }).where(eq(alarmTrigger.id, fridge.trigger.id));
  };

  it.each<[string, (fridge: Fridge) => Promise<void>, (fridge: Fridge) => Promise<void>]>([
    ["a calendar sleeps", awake("01:00", "09:00"), nothing],
    ["a calendar is another", awake("05:00", "09:00"), awake("00:00", "09:00")],
    ["a switch is off", set({ alarmSwitch: "off" }), set({ alarmSwitch: "on" })],
    ["a carrier is repaired", set({ status: "repaired" }), set({ status: "running" })],
    [
      "a pause is taken back",
      set({ alarmSwitch: "paused", alarmPausedUntil: new Date(minute(600)) }),
      set({ alarmSwitch: "on", alarmPausedUntil: null }),
    ],
  ])("is raised by the clock when that is over: %s", async (_name, hold, letGo) => {
    const fridge = await fridgeWith([openDoor]);
    await db().execute(sql`update customer set time_zone = 'UTC' where id = ${owner().id}`);
    await hold(fridge);
    await send(fridge, [[40, { door: 1 }]], minute(40));
    await tick(watchDelays, minute(46));
    await tick(watchDelays, minute(55));
    expect(await exceptionsOf(fridge)).toEqual([]);
    await letGo(fridge);
    await tick(watchDelays, minute(61));
    expect(await exceptionsOf(fridge)).toMatchObject([
      { kind: "state", startedAt: new Date(minute(40)), endedAt: null },
    ]);
    expect(await lookAt(fridge)).toBeNull();
  });

  it("is looked at once a minute, and no more when it is shut", async () => {
    const fridge = await fridgeWith([openDoor]);
    await set({ alarmSwitch: "off" })(fridge);
    await send(fridge, [[40, { door: 1 }]], minute(40));
    await tick(watchDelays, minute(46));
    expect(await lookAt(fridge)).toBe(minute(47));
    await send(fridge, [[50, { door: 0 }]], minute(50));
    expect(await lookAt(fridge)).toBeNull();
  });
});

describe("a state condition that comes into force while a door stands open", () => {
  const trigger = (fridge: Fridge) => eq(alarmTrigger.id, fridge.trigger.id);
  const switched = (isEnabled: boolean) => async (fridge: Fridge) => {
    await db().update(alarmTrigger).set({ isEnabled }).where(trigger(fridge));
  };
  const bound = (isBound: boolean) => async (fridge: Fridge) => {
    const alarmTriggerId = isBound ? fridge.trigger.id : null;
    await db().update(carrier).set({ alarmTriggerId }).where(eq(carrier.id, fridge.carrier.id));
  };
  const added = async (fridge: Fridge) => {
    await db()
      .insert(alarmCondition)
      .values({ triggerId: fridge.trigger.id, kind: "state", measure: "door", delaySeconds: 300 });
  };
  const none = async (fridge: Fridge) => {
    await db().delete(alarmCondition).where(eq(alarmCondition.triggerId, fridge.trigger.id));
  };

  it.each([
    ["a new one", none, added],
    ["its trigger is switched on", switched(false), switched(true)],
    ["its trigger is bound", bound(false), bound(true)],
  ])("is raised by the clock, its delay from there: %s", async (_name, before, into) => {
    const fridge = await fridgeWith([openDoor, lostPower]);
    await before(fridge);
    await send(fridge, [[10, { door: 1, power: 1 }]], minute(10));
    await tick(watchNewStates as typeof watchDelays, minute(20));
    await tick(watchDelays, minute(21));
    expect(await lookAt(fridge)).toBeNull();
    await into(fridge);
    await tick(watchNewStates as typeof watchDelays, minute(30));
    await tick(watchDelays, minute(30) + 30_000);
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await lookAt(fridge)).toBe(minute(35));
    await tick(watchNewStates as typeof watchDelays, minute(31));
    expect(await lookAt(fridge)).toBe(minute(35));
    await tick(watchDelays, minute(36));
    expect(await exceptionsOf(fridge)).toMatchObject([
      { measure: "door", startedAt: new Date(minute(30)), endedAt: null, context: { doorOpenSince: minute(10) } },
    ]);
    await send(fridge, [[40, { door: 0 }]], minute(40));
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: new Date(minute(40)) }]);
  });

  it("is left alone where the device is switched off or the door is shut", async () => {
    const [off, shut] = [await fridgeWith([]), await fridgeWith([])];
    await send(off, [[10, { door: 1 }]], minute(10));
    await send(shut, [[10, { door: 0 }]], minute(10));
    await db().update(device).set({ use: "deactivated" }).where(eq(device.id, off.sensor.id));
    for (const fridge of [off, shut]) await added(fridge);
    await tick(watchNewStates as typeof watchDelays, minute(20));
    expect([await lookAt(off), await lookAt(shut)]).toEqual([null, null]);
  });
});

it("the clock ends what is open by a condition that nothing follows any more", async () => {
  const ofRange = { minimum: null, maximum: null };
  const fridge = await fridgeWith([ofRange, { ...ofRange, delaySeconds: 1200 }]);
  const [made] = await db().$client<{ id: number }[]>`
    insert into zone (customer_id, name, measure, minimum, maximum)
    values (${owner().id}, ${`range ${fridge.carrier.id}`}, 'temperature', 2, 8) returning id::int`;
  await db().$client`
    insert into carrier_zone (carrier_id, measure, zone_id) values (${fridge.carrier.id}, 'temperature', ${made?.id ?? 0})`;
  await send(fridge, [[0, { temperature: 9 }]], minute(0));
  expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: null }]);
  await db().$client`delete from carrier_zone where carrier_id = ${fridge.carrier.id}`;
  await tick(watchDelays, minute(21));
  expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: new Date(minute(21)) }]);
});

describe("an open exception of which the machine knows nothing", () => {
  const forget = (fridge: Fridge) =>
    db().$client`update probe_state set alarm = '{}' where probe_id = ${fridge.probes.temperature ?? 0}`;

  it.each<[string, Condition]>([
    ["range", { minimum: 2, maximum: 8 }],
    ["cumulative", { ...cumulative, outsideMinutes: 5 }],
  ])("goes on as the one that is found: %s", async (_kind, condition) => {
    const fridge = await fridgeWith([condition]);
    await live(fridge, [
      [0, { temperature: 9 }],
      [5, { temperature: 9 }],
      [10, { temperature: 9 }],
    ]);
    const [before] = await exceptionsOf(fridge);
    await forget(fridge);
    await live(fridge, [
      [15, { temperature: 11 }],
      [20, { temperature: 11 }],
      [25, { temperature: 11 }],
    ]);
    expect(await exceptionsOf(fridge)).toMatchObject([
      { id: before?.id, startedAt: before?.startedAt, endedAt: null, peak: 11 },
    ]);
    await live(fridge, [[600, { temperature: 5 }]]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ id: before?.id, endedAt: new Date(minute(600)) }]);
  });

  it("ends where what is found lies on the other side", async () => {
    const fridge = await fridgeWith([{ minimum: 2, maximum: 8 }]);
    await live(fridge, [[0, { temperature: 9 }]]);
    await forget(fridge);
    await live(fridge, [[5, { temperature: 1 }]]);
    expect(await exceptionsOf(fridge)).toMatchObject([
      { side: "above", endedAt: new Date(minute(5)) },
      { side: "below", endedAt: null },
    ]);
  });
});

describe("readings that were dropped", () => {
  it("take nothing with them that was told of them", async () => {
    const fridge = await fridgeWith([{ minimum: 2, maximum: 8 }]);
    await send(fridge, every5(9, 9, 5, 5, 9, 9, 9, 9));
    const before = await exceptionsOf(fridge);
    expect(before).toMatchObject([
      { endedAt: new Date(minute(10)) },
      { startedAt: new Date(minute(20)), endedAt: null },
    ]);
    await db().$client`
      delete from reading where probe_id = ${fridge.probes.temperature ?? 0} and at < to_timestamp(${minute(26)}::float8 / 1000)`;
    await send(fridge, [[32, { temperature: 10 }]]);
    expect(await exceptionsOf(fridge)).toMatchObject([
      { id: before[0]?.id, withdrawnAt: null },
      { id: before[1]?.id, withdrawnAt: null, startedAt: new Date(minute(20)), endedAt: null, peak: 10 },
    ]);
    await send(fridge, [[40, { temperature: 5 }]]);
    expect(await exceptionsOf(fridge)).toMatchObject([{}, { id: before[1]?.id, endedAt: new Date(minute(40)) }]);
    await send(fridge, [[33, { temperature: 11 }]]);
    const after = await exceptionsOf(fridge);
    expect(after).toHaveLength(2);
    expect(after[1]).toMatchObject({
      startedAt: new Date(minute(20)),
      endedAt: new Date(minute(40)),
      withdrawnAt: null,
    });
  });
});

describe("what is open from before the readings that are judged again", () => {
  it("is ended by the next that says so, where those from its begin were dropped", async () => {
    const fridge = await fridgeWith([cumulative]);
    await live(fridge, every5(...times(8, 9), ...times(16, 5)));
    expect(await exceptionsOf(fridge)).toMatchObject([{ startedAt: new Date(minute(30)), endedAt: null }]);
    await db().$client`
      delete from reading where probe_id = ${fridge.probes.temperature ?? 0} and at < to_timestamp(${minute(80)}::float8 / 1000)`;
    await send(fridge, [[112, { temperature: 5 }]], minute(116));
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: null, withdrawnAt: null }]);
    await live(fridge, [[120, { temperature: 5 }]]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: new Date(minute(120)), withdrawnAt: null }]);
  });

  it("ends with the reading at rest before them, where its limits are wider now", async () => {
    const fridge = await fridgeWith([{ minimum: 2, maximum: 8 }]);
    await live(fridge, [
      [10, { temperature: 9 }],
      [20, { temperature: 9 }],
      [30, { temperature: 9 }],
    ]);
    await db().update(alarmCondition).set({ maximum: 10 }).where(eq(alarmCondition.triggerId, fridge.trigger.id));
    await send(
      fridge,
      [
        [25, { temperature: 9 }],
        [35, { temperature: 9 }],
      ],
      minute(35),
    );
    expect(await exceptionsOf(fridge)).toMatchObject([
      { startedAt: new Date(minute(10)), endedAt: new Date(minute(20)), withdrawnAt: null },
    ]);
  });
});

it("a condition that became another kind ends what it had open", async () => {
  const fridge = await fridgeWith([{ minimum: 2, maximum: 8 }]);
  await send(fridge, every5(9));
  await db()
    .update(alarmCondition)
    .set({ ...cumulative, outsideMinutes: 5 })
    .where(eq(alarmCondition.triggerId, fridge.trigger.id));
  await send(fridge, every5(9, 9, 9).slice(1), minute(30));
  expect(await exceptionsOf(fridge)).toMatchObject([
    { kind: "range", endedAt: new Date(minute(30)) },
    { kind: "cumulative", startedAt: new Date(minute(10)), endedAt: null },
  ]);
});
