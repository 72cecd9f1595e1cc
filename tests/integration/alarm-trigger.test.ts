import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import {
  alarmCondition,
  alarmTrigger,
  carrier,
  contact,
  contactGroup,
  dutyRota,
  exception,
  probeState,
  pushSubscription,
} from "@/db/schema";
import { watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { previewTrigger } from "@/features/alarm/preview/operations";
import { listBindable, listBound } from "@/features/alarm/trigger/binding.operations";
import { listReach } from "@/features/alarm/trigger/plan.operations";
import {
  alarmTriggers,
  removeTriggers,
  switchTrigger,
  switchTriggers,
} from "@/features/alarm/trigger/trigger.operations";
import { bindTrigger } from "@/features/carrier/batch/operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { auditRows, trailOf } from "../support/audit";
import { deviceContext, systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let groupId: number;
const MINUTE = 60_000;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const issuesOf = async (call: Promise<unknown>) =>
  ((await refusal(call)).issues ?? []).map(({ path, rule }) => `${path} ${rule}`);

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  const [group] = await db().insert(contactGroup).values({ customerId: own.id, name: "night watch" }).returning();
  groupId = group?.id as number;
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

let count = 0;
const RANGE = { kind: "range" as const, measure: "temperature" as const, minimum: 2, maximum: 8, delaySeconds: 300 };
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  const plan = [{ afterMinutes: 0, contactGroupId: groupId, channels: ["email", "popup"] as const }];
  return { name: `trigger ${count}`, conditions: [RANGE], plan, ...fields } as never;
};
const stored = (id: number) => db().select().from(alarmTrigger).where(eq(alarmTrigger.id, id));
const conditionsOf = (id: number) =>
  db().select().from(alarmCondition).where(eq(alarmCondition.triggerId, id)).orderBy(alarmCondition.id);
const exceptionsOf = (probeId: number | undefined) =>
  db()
    .select()
    .from(exception)
    .where(eq(exception.probeId, probeId as number))
    .orderBy(exception.id);

/** What a form sends of a trigger that it has read. */
async function formOf(id: number) {
  const { name, severity, calendar, conditions } = await alarmTriggers.get.call(admin, { id });
  const kept = conditions.map(({ id, measure, minimum, maximum, deadBand, delaySeconds, kind }) =>
    kind === "range" ? { id, kind, measure, minimum, maximum, deadBand, delaySeconds } : { id, kind, measure },
  );
  return { id, name, severity, calendar, conditions: kept, plan: [] } as never as {
    id: number;
    conditions: { id: number; maximum?: number }[];
  } & Record<string, never>;
}

describe("alarm triggers", () => {
  it("are made with every kind of condition, a calendar and a plan, and the trail says so", async () => {
    const conditions = [
      { ...RANGE, delayMode: "ignore-delay", deadBand: 0.5, doorDelaySeconds: 600 },
      { kind: "cumulative", measure: "temperature", maximum: 8, outsideMinutes: 600, windowMinutes: 43_200 },
      { kind: "no-data", measure: "temperature", severity: "minor" },
      { kind: "state", measure: "door", delaySeconds: 120 },
      { kind: "trend", measure: "temperature", horizonMinutes: 30, severity: "warning" },
    ];
    const calendar = { days: [1, 2, 3], windows: [{ from: "22:00", to: "06:00" }] };
    const made = await alarmTriggers.create.call(admin, values({ conditions, calendar, severity: "critical" }));
    expect(made).toMatchObject({ customerId: own.id, severity: "critical", isEnabled: true, calendar });
    expect(made.conditions).toMatchObject(conditions);
    expect(made.plan).toMatchObject([
      { afterMinutes: 0, contactGroupId: groupId, groupName: "night watch", level: 1, channels: ["email", "popup"] },
    ]);
    expect(await alarmTriggers.get.call(admin, { id: made.id })).toMatchObject({ ...made, carrierCount: 0 });
    expect(await trailOf(db(), own.id, "alarmTrigger", made.id)).toMatchObject([
      { operation: "alarmTrigger.create", oldValues: null, newValues: { name: made.name, calendar } },
    ]);
  });

  it("are changed in place, with the old and the new in the trail", async () => {
    const made = await alarmTriggers.create.call(admin, values());
    const [condition] = made.conditions;
    const [row] = made.plan;
    const changed = await alarmTriggers.update.call(admin, {
      ...(values({ name: made.name }) as object),
      id: made.id,
      conditions: [
        { kind: "no-data", measure: "temperature" },
        { ...RANGE, id: condition?.id, maximum: 10 },
      ],
      plan: [
        { afterMinutes: 60, channels: ["popup"] },
        { id: row?.id, afterMinutes: 0, contactGroupId: groupId, channels: ["sms"], repeatTimes: 2 },
      ],
    } as never);
    expect(changed.conditions.map(({ id, kind, maximum }) => [id === condition?.id, kind, maximum])).toEqual([
      [true, "range", 10],
      [false, "no-data", null],
    ]);
    expect(changed.plan).toMatchObject([
      { id: row?.id, channels: ["sms"], repeatTimes: 2 },
      { afterMinutes: 60, contactGroupId: null, channels: ["popup"] },
    ]);
    const trail = (await trailOf(db(), own.id, "alarmTrigger", made.id)).at(-1);
    expect(trail).toMatchObject({ operation: "alarmTrigger.update", oldValues: { conditions: [{ maximum: 8 }] } });
    expect(trail?.newValues).not.toHaveProperty("name");
  });

  it("are found by what they say, the worst first where that is asked", async () => {
    const customer = await makeCustomer(db());
    const ctx = await contextOf({}, customer);
    const make = (name: string, severity: string, conditions: object[]) =>
      alarmTriggers.create.call(ctx, { name, severity, conditions } as never);
    await make("b", "warning", [{ kind: "no-data", measure: "temperature" }]);
    const { id } = await make("a", "critical", [RANGE]);
    await make("c", "major", [RANGE]);
    await switchTrigger.call(ctx, { id, isEnabled: false });
    const named = async (query: object) =>
      (await alarmTriggers.list.call(ctx, query as never)).items.map((one) => one.name).join("");
    expect(await named({})).toBe("abc");
    expect(await named({ sort: "severity" })).toBe("acb");
    expect(await named({ kind: "no-data" })).toBe("b");
    expect(await named({ isEnabled: "true" })).toBe("bc");
    expect(await named({ severity: "major" })).toBe("c");
    expect(await named({ isBound: "true" })).toBe("");
    expect(await named({ q: "C" })).toBe("c");
  });
});

describe("a trigger with a mistake", () => {
  const day = (windows: object[], days = [1]) => values({ calendar: { days, windows } });
  const plan = (...rows: object[]) => values({ plan: rows });
  const popup = { channels: ["popup"] };
  it.each<[string, () => never, string[]]>([
    ["no conditions", () => values({ conditions: [] }), ["conditions required"]],
    ["the same twice", () => values({ conditions: [RANGE, RANGE] }), ["conditions.1.measure repeatedCondition"]],
    [
      "nine seconds",
      () => values({ conditions: [{ ...RANGE, delaySeconds: 9 }] }),
      ["conditions.0.delaySeconds shortestSeconds"],
    ],
    ["no day", () => day([{ from: "08:00", to: "17:00" }], []), ["calendar.days required"]],
    ["no time", () => day([]), ["calendar.windows required"]],
    [
      "a time that no clock shows",
      () => day([{ from: "24:00", to: "25:00" }]),
      ["calendar.windows.0.from timeOfDay", "calendar.windows.0.to timeOfDay"],
    ],
    ["no minutes of a row", () => plan(popup), ["plan.0.afterMinutes required"]],
    [
      "rows thirty minutes apart",
      () => plan({ afterMinutes: 0, ...popup }, { afterMinutes: 30, ...popup }),
      ["plan.1.afterMinutes rowsApart"],
    ],
    [
      "an interval of nothing",
      () => plan({ afterMinutes: 0, ...popup, repeatIntervalMinutes: 0 }),
      ["plan.0.repeatIntervalMinutes too_small"],
    ],
    ["nobody to mail to", () => plan({ afterMinutes: 0, channels: ["email"] }), ["plan.0.contactGroupId required"]],
    [
      "a state of the temperature",
      () => values({ conditions: [{ kind: "state", measure: "temperature", delaySeconds: 60 }] }),
      ["conditions.0.measure invalid_value"],
    ],
  ])("is refused beside the field: %s", async (_name, input, issues) => {
    const before = (await auditRows(db(), own.id)).length;
    expect(await issuesOf(alarmTriggers.create.call(admin, input()))).toEqual(issues);
    expect(await auditRows(db(), own.id)).toHaveLength(before);
  });

  it("is refused for a name that the customer has, another's group, and another trigger's condition", async () => {
    const made = await alarmTriggers.create.call(admin, values({ name: "Taken" }));
    expect(await refusal(alarmTriggers.create.call(admin, values({ name: "taken" })))).toMatchObject({
      code: "CONFLICT",
    });
    const [foreign] = await db().insert(contactGroup).values({ customerId: other.id, name: "x" }).returning();
    const theirs = { afterMinutes: 0, contactGroupId: foreign?.id, channels: ["email"] };
    expect(await issuesOf(alarmTriggers.create.call(admin, values({ plan: [theirs] })))).toEqual([
      "plan.0.contactGroupId reference",
    ]);
    const id = made.conditions[0]?.id;
    expect(await issuesOf(alarmTriggers.create.call(admin, values({ conditions: [{ ...RANGE, id }] })))).toEqual([
      "conditions.0.id reference",
    ]);
    const moved = {
      ...(values({ conditions: [{ kind: "no-data", measure: "temperature", id }] }) as object),
      id: made.id,
    };
    expect(await issuesOf(alarmTriggers.update.call(admin, moved as never))).toEqual(["conditions.0.kind fixed"]);
  });
});

describe("what a trigger has open", () => {
  const fridgeWith = async (options: FridgeOptions = {}) => makeFridge(db(), own, { noData: true, ...options });
  const warm = (serialNumber: string, temperature: number, at: number) =>
    ingest(deviceContext(own.id, new Date(at)), [{ device: serialNumber, at, values: { temperature } }]);
  /** A fridge that is too warm. */
  async function alarming() {
    const fridge = await fridgeWith();
    await warm(fridge.sensor.serialNumber, 12, Date.now() - MINUTE);
    expect(await exceptionsOf(fridge.probes.temperature)).toMatchObject([{ endedAt: null }]);
    return fridge;
  }

  it("goes on while its condition is changed in place", async () => {
    const { trigger, sensor, probes, condition } = await alarming();
    const form = await formOf(trigger.id);
    const conditions = form.conditions.map((one) => (one.id === condition.id ? { ...one, maximum: 10 } : one));
    await alarmTriggers.update.call(admin, { ...form, conditions } as never);
    await warm(sensor.serialNumber, 12.5, Date.now());
    expect(await exceptionsOf(probes.temperature)).toMatchObject([
      { endedAt: null, conditionId: condition.id, peak: 12.5 },
    ]);
  });

  it("ends at once when its condition is taken away, and the next reading opens nothing", async () => {
    const { trigger, sensor, probes, condition } = await alarming();
    const form = await formOf(trigger.id);
    const conditions = form.conditions.filter((one) => one.id !== condition.id);
    await alarmTriggers.update.call(admin, { ...form, conditions } as never);
    const [ended] = await exceptionsOf(probes.temperature);
    expect(ended?.endedAt).not.toBeNull();
    expect(ended?.conditionId).toBeNull();
    const [state] = await db()
      .select()
      .from(probeState)
      .where(eq(probeState.probeId, probes.temperature as number));
    expect(state?.alarm).not.toHaveProperty(String(condition.id));
    await warm(sensor.serialNumber, 13, Date.now());
    expect(await exceptionsOf(probes.temperature)).toHaveLength(1);
  });

  it("ends when it is switched off, silence too, and is raised anew when it is switched on", async () => {
    const { trigger, sensor, probes } = await alarming();
    await db()
      .update(probeState)
      .set({ receivedAt: new Date(Date.now() - 24 * 60 * MINUTE) })
      .where(eq(probeState.probeId, probes.temperature as number));
    await watchSilence.run({}, { db: db(), now: new Date() } as never);
    const kinds = async () =>
      (await exceptionsOf(probes.temperature)).map(({ kind, endedAt }) => `${kind} ${endedAt === null}`);
    const before = await kinds();
    expect(before).toContain("range true");
    await switchTrigger.call(admin, { id: trigger.id, isEnabled: false });
    expect((await kinds()).filter((one) => one.endsWith("true"))).toEqual([]);
    await warm(sensor.serialNumber, 13, Date.now() - 2000);
    expect(await kinds()).toHaveLength(before.length);
    await switchTrigger.call(admin, { id: trigger.id, isEnabled: true });
    await warm(sensor.serialNumber, 13, Date.now());
    expect((await kinds()).filter((one) => one === "range true")).toHaveLength(1);
  });

  it("stays open where carriers keep the trigger from being deleted, which names them", async () => {
    const { trigger, probes, carrier: place } = await alarming();
    expect(await refusal(alarmTriggers.remove.call(admin, { id: trigger.id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "id", rule: "triggerBound", limit: 1, names: place.name }],
    });
    expect(await stored(trigger.id)).toHaveLength(1);
    expect(await exceptionsOf(probes.temperature)).toMatchObject([{ endedAt: null }]);
  });

  it("ends with the trigger, once no carrier has it", async () => {
    const { trigger, probes, carrier: place } = await alarming();
    await db().update(carrier).set({ alarmTriggerId: null }).where(eq(carrier.id, place.id));
    const removed = await alarmTriggers.remove.call(admin, { id: trigger.id });
    expect(await stored(trigger.id)).toEqual([]);
    expect((await exceptionsOf(probes.temperature))[0]?.endedAt).not.toBeNull();
    expect((await trailOf(db(), own.id, "alarmTrigger", trigger.id)).at(-1)).toMatchObject({
      operation: "alarmTrigger.remove",
      oldValues: { name: removed.name },
      newValues: null,
    });
  });

  it("ends where a carrier is taken off its trigger, silence too", async () => {
    const { trigger, probes, carrier: place } = await alarming();
    const silent = { customerId: own.id, carrierId: place.id, probeId: probes.temperature as number };
    const [noData] = (await conditionsOf(trigger.id)).filter(({ kind }) => kind === "no-data");
    const [reference] = await exceptionsOf(probes.temperature);
    await db()
      .insert(exception)
      .values({
        ...silent,
        ...{ deviceId: reference?.deviceId as number, conditionId: noData?.id as number, kind: "no-data" },
        ...{ severity: "major", startedAt: new Date(), raisedAt: new Date() },
      });
    // Bound to the same one again it stays.
    await bindTrigger.call(admin, { ids: [place.id], alarmTriggerId: trigger.id });
    expect((await exceptionsOf(probes.temperature)).map(({ endedAt }) => endedAt)).toEqual([null, null]);
    await bindTrigger.call(admin, { ids: [place.id], alarmTriggerId: null });
    expect((await exceptionsOf(probes.temperature)).filter(({ endedAt }) => endedAt === null)).toEqual([]);
    expect((await exceptionsOf(probes.temperature)).map(({ conditionId }) => conditionId)).not.toContain(null);
  });

  it("cannot be left behind by a reading that comes while the condition goes", async () => {
    const { trigger, sensor, probes, condition } = await fridgeWith();
    await warm(sensor.serialNumber, 5, Date.now() - 10 * MINUTE);
    const form = await formOf(trigger.id);
    const conditions = form.conditions.filter((one) => one.id !== condition.id);
    await Promise.all([
      warm(sensor.serialNumber, 12, Date.now() - MINUTE),
      alarmTriggers.update.call(admin, { ...form, conditions } as never),
      warm(sensor.serialNumber, 12.5, Date.now()),
    ]);
    expect((await exceptionsOf(probes.temperature)).filter(({ endedAt }) => endedAt === null)).toEqual([]);
  });
});

describe("a batch", () => {
  it("switches all, each with its row in the trail, or none", async () => {
    const [a, b] = [await alarmTriggers.create.call(admin, values()), await alarmTriggers.create.call(admin, values())];
    await switchTriggers.call(admin, { ids: [b.id, a.id], isEnabled: false });
    expect(
      (await alarmTriggers.list.call(admin, { q: "trigger", isEnabled: false })).items.map(({ id }) => id),
    ).toEqual(expect.arrayContaining([a.id, b.id]));
    expect((await trailOf(db(), own.id, "alarmTrigger", a.id)).at(-1)).toMatchObject({
      operation: "alarmTrigger.switch",
      oldValues: { isEnabled: true },
      newValues: { isEnabled: false },
    });
    const theirs = await alarmTriggers.create.call(systemContext(), {
      ...(values({ plan: [] }) as object),
      customerId: other.id,
    } as never);
    expect(await issuesOf(switchTriggers.call(admin, { ids: [a.id, theirs.id], isEnabled: true }))).toEqual([
      "ids.1 reference",
    ]);
    expect(await issuesOf(switchTriggers.call(systemContext(), { ids: [a.id, theirs.id], isEnabled: true }))).toEqual([
      "ids.1 sameCustomer",
    ]);
    expect(await stored(a.id)).toMatchObject([{ isEnabled: false }]);
  });

  it("deletes none where one watches a carrier", async () => {
    const free = await alarmTriggers.create.call(admin, values());
    const { trigger, carrier: place } = await makeFridge(db(), own);
    expect((await refusal(removeTriggers.call(admin, { ids: [free.id, trigger.id] }))).issues).toMatchObject([
      { path: "ids.1", rule: "triggerBound", names: place.name },
    ]);
    expect(await stored(free.id)).toHaveLength(1);
    await removeTriggers.call(admin, { ids: [free.id] });
    expect(await stored(free.id)).toEqual([]);
  });
});

describe("a batch that ends what is open", () => {
  const BATCHES: [string, (ids: number[]) => Promise<unknown>][] = [
    ["switched off", (ids) => switchTriggers.call(admin, { ids, isEnabled: false })],
    ["deleted", (ids) => removeTriggers.call(admin, { ids }).catch(failureOf)],
  ];
  it.each(BATCHES)("waits for arriving readings, and never they for it: %s", async (_what, batch) => {
    const [first, second] = [await makeFridge(db(), own), await makeFridge(db(), own)];
    // The trigger that comes first watches the probe that comes last.
    for (const [{ trigger }, { carrier: place }] of [[first, second] as const, [second, first] as const])
      await db().update(carrier).set({ alarmTriggerId: trigger.id }).where(eq(carrier.id, place.id));
    const probeOf = ({ probes }: typeof first) => probes.temperature as number;
    let started: Promise<unknown> | undefined;
    await transaction(db(), async (tx) => {
      await tx.$client`select from probe_state where probe_id = ${probeOf(first)} for update`;
      const [{ pid } = { pid: 0 }] = await tx.$client<{ pid: number }[]>`select pg_backend_pid() as pid`;
      started = batch([first.trigger.id, second.trigger.id]);
      const waiting = () => db().$client`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await tx.$client`select from probe_state where probe_id = ${probeOf(second)} for update nowait`;
    });
    await started;
  });
});

describe("carriers and groups of a trigger", () => {
  it("are told with what they have now, and bound by the carriers' own call", async () => {
    const { id } = await alarmTriggers.create.call(admin, values());
    const { carrier: place, trigger } = await makeFridge(db(), own);
    const candidates = await listBindable.call(admin, { id, q: place.name });
    expect(candidates.items).toMatchObject([{ id: place.id, current: { id: trigger.id }, mayEdit: true }]);
    await bindTrigger.call(admin, { ids: [place.id], alarmTriggerId: id });
    expect((await listBound.call(admin, { id })).items).toMatchObject([{ id: place.id, current: { id } }]);
    expect(await alarmTriggers.get.call(admin, { id })).toMatchObject({ carrierCount: 1 });
  });

  it("say whom each level reaches, nobody by what the customer has switched off", async () => {
    await makeFridge(db(), own, {
      contacts: [
        { level: 1, email: "a@example.com", channels: ["email"] },
        { level: 1, phone: "13800000001", channels: ["sms", "voice"] },
        { level: 2, email: "b@example.com", channels: ["email"] },
      ],
    });
    const reached = async () => (await listReach.call(admin, {})).map(({ levels }) => levels[0]?.reach.sms);
    expect(await reached()).not.toContain(1);
    await db().$client`update customer set notify_by_sms = true where id = ${own.id}`;
    expect(await reached()).toContain(1);
    const groups = await listReach.call(admin, {});
    expect(groups.map(({ levels }) => levels)).toContainEqual([
      { level: 1, people: 2, reach: { email: 1, sms: 1, voice: 1, push: 0 } },
      { level: 2, people: 1, reach: { email: 1, sms: 0, voice: 0, push: 0 } },
    ]);
    expect(groups.find(({ id }) => id === groupId)).toMatchObject({ name: "night watch", levels: [] });
    expect(await refusal(listReach.call(admin, { customerId: other.id }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a trigger that is tried out", () => {
  it("counts what was outside before the days that it tells of", async () => {
    const { carrier: place, sensor } = await makeFridge(db(), own, { device: { reportIntervalSeconds: 3600 } });
    const start = Date.now() - 31 * 24 * 60 * MINUTE;
    const readings = Array.from({ length: 60 }, (_, index) => ({
      device: sensor.serialNumber,
      at: start + index * 60 * MINUTE,
      values: { temperature: index < 40 ? 12 : 5 },
    }));
    await ingest(deviceContext(own.id), readings);
    // Of the 40 hours outside 24 lie before the 30 days.
    const condition = {
      ...{ kind: "cumulative" as const, measure: "temperature" as const, minimum: 2, maximum: 8 },
      ...{ outsideMinutes: 30 * 60, windowMinutes: 48 * 60 },
    };
    const preview = await previewTrigger.call(admin, {
      carrierId: place.id,
      conditions: [condition],
      plan: [],
    } as never);
    expect(preview.alarms).toMatchObject([{ kind: "cumulative", startedAt: start + 30 * 60 * MINUTE }]);
    expect(preview.from).toBe(preview.to - 30 * 24 * 60 * MINUTE);
  });

  it("tells what it would have raised at a carrier, and changes nothing", async () => {
    const {
      carrier: place,
      sensor,
      group,
      probes,
    } = await makeFridge(db(), own, {
      condition: { maximum: 50 },
      contacts: [{ level: 1, email: "night@example.com", channels: ["email"] }],
    });
    const start = Date.now() - 3 * 24 * 60 * MINUTE;
    const readings = [5, 12, 12, 12, 5, 12, 5].map((temperature, index) => ({
      device: sensor.serialNumber,
      at: start + index * 5 * MINUTE,
      values: { temperature },
    }));
    await ingest(deviceContext(own.id), readings);
    const before = [await exceptionsOf(probes.temperature), (await auditRows(db(), own.id)).length];
    const input = {
      carrierId: place.id,
      conditions: [
        { ...RANGE, delaySeconds: 600, delayMode: "ignore-delay" as const },
        { kind: "no-data" as const, measure: "temperature" as const },
        { ...RANGE, measure: "humidity" as const, minimum: 20, maximum: 60 },
      ],
      plan: [{ afterMinutes: 0, contactGroupId: group.id, channels: ["email" as const, "popup" as const] }],
    };
    const preview = await previewTrigger.call(admin, input);
    expect(preview).toMatchObject({ carrierName: place.name, total: 1, hasSilence: true, unwatched: ["humidity"] });
    // No mail server is set here: the alarm says whom it would tell, and that nothing would leave.
    expect(preview.unconfigured).toEqual(["email"]);
    expect(preview.alarms).toMatchObject([
      {
        startedAt: start + 5 * MINUTE,
        raisedAt: start + 15 * MINUTE,
        endedAt: start + 20 * MINUTE,
        severity: "major",
        messages: [
          { channel: "email", count: 1 },
          { channel: "popup", count: 1 },
        ],
      },
    ]);
    expect([await exceptionsOf(probes.temperature), (await auditRows(db(), own.id)).length]).toEqual(before);

    // What reaches nobody is not told: Ada is on duty, and has no device yet that takes push notifications.
    const ada = await makeUser(db(), own.id);
    const called = await makeFridge(db(), own, {
      contacts: [
        { level: 1, name: "Ada", userId: ada.id, channels: ["push"] },
        { level: 2, name: "Bo", email: "bo@example.com", channels: ["email"] },
      ],
    });
    const people = await db().select().from(contact).where(eq(contact.groupId, called.group.id)).orderBy(contact.id);
    const shift = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00", endsNextDay: false, substituteId: null };
    await db()
      .insert(dutyRota)
      .values({
        ...{ customerId: own.id, groupId: called.group.id, allowsOverlap: false, version: "1" },
        ...{ shifts: [{ ...shift, contactId: people[0]?.id as number }], holidays: [], absences: [] },
      });
    const channels = ["push" as const, "email" as const];
    const onDuty = [{ afterMinutes: 0, contactGroupId: called.group.id, isOnDuty: true, channels }];
    const byLevel = [{ afterMinutes: 0, contactGroupId: called.group.id, channels }];
    const messages = async (plan: object) => (await previewTrigger.call(admin, { ...input, plan } as never)).messages;
    expect(await messages(onDuty)).toEqual([{ channel: "email", count: 1 }]);
    expect(await messages(byLevel)).toEqual([]);
    await db().insert(pushSubscription).values({
      userId: ada.id,
      endpoint: "https://push.example/1",
      p256dh: "k",
      auth: "a",
      label: "Phone",
      publicKey: "k",
    });
    expect(await messages(onDuty)).toEqual([{ channel: "push", count: 1 }]);
    expect(await messages(byLevel)).toEqual([{ channel: "push", count: 1 }]);

    const { carrier: theirs } = await makeFridge(db(), other);
    expect(await refusal(previewTrigger.call(admin, { ...input, carrierId: theirs.id }))).toMatchObject({
      code: "NOT_FOUND",
    });
    const [foreign] = await db().insert(contactGroup).values({ customerId: other.id, name: "y" }).returning();
    const plan = [{ afterMinutes: 0, contactGroupId: foreign?.id as number, channels: ["email" as const] }];
    expect(await issuesOf(previewTrigger.call(admin, { ...input, plan }))).toEqual(["plan.0.contactGroupId reference"]);
    const nurse = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    expect(await refusal(previewTrigger.call(nurse, input))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("without the right or out of reach", () => {
  it("nothing is read or changed", async () => {
    const { id } = await alarmTriggers.create.call(admin, values());
    const theirs = await alarmTriggers.create.call(systemContext(), {
      ...(values({ plan: [] }) as object),
      customerId: other.id,
    } as never);
    const viewer = await contextOf({ permissions: ["viewAlarmTrigger"] });
    const nurse = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    const before = [await stored(id), await stored(theirs.id), await conditionsOf(theirs.id)];
    const actions = (ctx: OperationContext, one: number) => [
      () => alarmTriggers.update.call(ctx, { ...(values() as object), id: one } as never),
      () => alarmTriggers.remove.call(ctx, { id: one }),
      () => switchTrigger.call(ctx, { id: one, isEnabled: false }),
      () => switchTriggers.call(ctx, { ids: [one], isEnabled: false }),
      () => removeTriggers.call(ctx, { ids: [one] }),
    ];
    for (const call of actions(viewer, id)) expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    for (const call of actions(admin, theirs.id)) expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    // Whoever sees some nodes alone sees what watches them, and changes nothing for the others.
    for (const call of actions(nurse, id)) expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    expect(await alarmTriggers.get.call(nurse, { id })).toMatchObject({ id });
    for (const call of [listBound, listBindable])
      expect(await refusal(call.call(admin, { id: theirs.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect([await stored(id), await stored(theirs.id), await conditionsOf(theirs.id)]).toEqual(before);
    const ids = (await alarmTriggers.list.call(admin, { iDisplayLength: 100 })).items.map((one) => one.customerId);
    expect(new Set(ids)).toEqual(new Set([own.id]));
    expect(
      await db()
        .select()
        .from(alarmTrigger)
        .where(inArray(alarmTrigger.id, [theirs.id])),
    ).toHaveLength(1);
  });
});
