import { and, eq, isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, exception, historyHorizon, invalidReading, invalidRule, outbox, probeState } from "@/db/schema";
import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import { markInvalid, restoreInvalid } from "@/features/telemetry/correction/mark.operations";
import { applyInvalidRules } from "@/features/telemetry/correction/run.jobs";
import { applyRule, previewRun } from "@/features/telemetry/correction/run.operations";
import { getHistory, listInvalid, listReadings } from "@/features/telemetry/history/history.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;

const START = Date.UTC(2026, 8, 1);
const minute = (count: number) => START + count * 60_000;

let owner: Customer;
let admin: OperationContext;
let stranger: OperationContext;

const contextOf = async (of: Customer, options: UserOptions = {}) =>
  accountContext(db(), await makeUser(db(), of.id, options));

beforeAll(async () => {
  owner = await makeCustomer(db());
  admin = await contextOf(owner);
  stranger = await contextOf(await makeCustomer(db()));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const probeOf = (fridge: Fridge) => fridge.probes.temperature as number;
const send = (fridge: Fridge, values: readonly (readonly [minutes: number, value: number])[], of = owner) =>
  ingest(
    deviceContext(of.id),
    values.map(([minutes, temperature]) => ({
      device: fridge.sensor.serialNumber,
      at: minute(minutes),
      values: { temperature },
    })),
  );
const span = (fridge: Fridge, from: number, to: number) => ({
  probeId: probeOf(fridge),
  from: String(minute(from)),
  to: String(minute(to)),
  reason: "the probe lay in the sink",
});
const valid = async (fridge: Fridge) => {
  const rows = await db().$client<{ minutes: number; value: number }[]>`
    select ((extract(epoch from at) * 1000 - ${START}) / 60000)::float8 as minutes, value
      from reading where probe_id = ${probeOf(fridge)} order by at`;
  return rows.map(({ minutes, value }) => [minutes, value]);
};
const invalid = (fridge: Fridge) =>
  db()
    .select()
    .from(invalidReading)
    .where(and(eq(invalidReading.probeId, probeOf(fridge)), isNull(invalidReading.restoredAt)))
    .orderBy(invalidReading.at);
const exceptionsOf = (fridge: Fridge) =>
  db()
    .select()
    .from(exception)
    .where(and(eq(exception.probeId, probeOf(fridge)), isNull(exception.withdrawnAt)))
    .orderBy(exception.startedAt);
const stateOf = async (fridge: Fridge) => {
  const [row] = await db()
    .select()
    .from(probeState)
    .where(eq(probeState.probeId, probeOf(fridge)));
  return row as typeof probeState.$inferSelect;
};
const hoursOf = async (fridge: Fridge) => {
  const kept = await db().$client`
    select hour, count, round(sum::numeric, 6)::float8 as sum, minimum, maximum
      from reading_hour where probe_id = ${probeOf(fridge)} order by hour`;
  const computed = await db().$client`
    select date_trunc('hour', at, 'UTC') as hour, count(*)::int, round(sum(value)::numeric, 6)::float8 as sum, min(value) as minimum,
           max(value) as maximum
      from reading where probe_id = ${probeOf(fridge)} group by 1 order by 1`;
  return { kept: [...kept], computed: [...computed] };
};
const warm = [
  [0, 5],
  [1, 5],
  [2, 12],
  [3, 13],
  [4, 5],
  [5, 5],
] as const;

describe("marking readings by hand", () => {
  it("takes them out of alarms, hours and the newest value, tells nobody, and keeps who and why", async () => {
    const fridge = await makeFridge(db(), owner, {
      plan: [{ afterMinutes: 0, channels: ["email"] }],
      contacts: [{ email: "a@example.org", level: 1 }],
    });
    await send(fridge, warm);
    const [before] = await exceptionsOf(fridge);
    expect(before).toMatchObject({ startedAt: new Date(minute(2)), peak: 13 });
    const told = await db()
      .select()
      .from(outbox)
      .where(sql`${outbox.payload} ->> 'exceptionId' = ${String(before?.id)}`);

    expect(await markInvalid.call(admin, span(fridge, 2, 4))).toEqual({ probeId: probeOf(fridge), count: 2 });
    expect(await valid(fridge)).toEqual([
      [0, 5],
      [1, 5],
      [4, 5],
      [5, 5],
    ]);
    const user = admin.actor.type === "user" ? admin.actor.principal.user.id : null;
    expect(await invalid(fridge)).toMatchObject([
      { value: 12, reason: "the probe lay in the sink", kind: null, ruleId: null, markedBy: user },
      { value: 13, reason: "the probe lay in the sink", kind: null, ruleId: null, markedBy: user },
    ]);
    expect(await exceptionsOf(fridge)).toEqual([]);
    const { kept, computed } = await hoursOf(fridge);
    expect(kept).toEqual(computed);
    expect(
      (
        await db()
          .select()
          .from(outbox)
          .where(sql`${outbox.payload} ->> 'exceptionId' = ${String(before?.id)}`)
      ).length,
    ).toBe(told.length);
    const trail = (await auditRows(db(), owner.id)).at(-1);
    expect(trail).toMatchObject({
      operation: "invalidReading.mark",
      entity: "probe",
      entityId: String(probeOf(fridge)),
      reason: "the probe lay in the sink",
      newValues: { count: 2, from: new Date(minute(2)).toISOString(), to: new Date(minute(4)).toISOString() },
    });
  });

  it("shows them struck through in the list and by themselves, and nowhere else", async () => {
    const fridge = await makeFridge(db(), owner);
    await send(fridge, warm);
    await markInvalid.call(admin, span(fridge, 2, 4));
    const asked = {
      probeIds: String(probeOf(fridge)),
      from: new Date(minute(0)).toISOString(),
      to: new Date(minute(10)).toISOString(),
    };
    const name = admin.actor.type === "user" ? admin.actor.principal.user.name : "";
    const invalid = { reason: "the probe lay in the sink", kind: null, by: name };
    const { items } = await listReadings.call(admin, { ...asked, order: "oldest" });
    expect(items.map(({ value, invalid: mark }) => [value, mark])).toEqual([
      [5, undefined],
      [5, undefined],
      [12, invalid],
      [13, invalid],
      [5, undefined],
      [5, undefined],
    ]);
    expect(await listInvalid.call(admin, asked)).toMatchObject({
      items: [{ value: 13, invalid }, { value: 12 }],
      count: 2,
      isComplete: true,
    });
    const { series } = await getHistory.call(admin, asked);
    expect(series[0]?.max).toEqual([5, 5, 5, 5]);
    expect(await refusal(listInvalid.call(stranger, asked))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("moves the newest value back, and a later reading goes on from there", async () => {
    const fridge = await makeFridge(db(), owner);
    await send(fridge, warm.slice(0, 4));
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: null }]);
    await markInvalid.call(admin, span(fridge, 2, 10));
    expect(await stateOf(fridge)).toMatchObject({
      lastAt: new Date(minute(1)),
      lastValue: 5,
      invalidAt: new Date(minute(3)),
    });
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await send(fridge, [[3, 13]])).toMatchObject({ duplicates: 1 });
    await send(fridge, [[4, 12]]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ startedAt: new Date(minute(4)), endedAt: null }]);
  });

  it("leaves a probe without any reading as one that never measured", async () => {
    const fridge = await makeFridge(db(), owner);
    await send(fridge, warm.slice(2, 4));
    await markInvalid.call(admin, span(fridge, 0, 10));
    expect(await stateOf(fridge)).toMatchObject({ lastAt: null, lastValue: null, trend: null });
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect((await hoursOf(fridge)).kept).toEqual([]);
  });

  it("keeps a held jump from coming back", async () => {
    const fridge = await makeFridge(db(), owner);
    const [rule] = await db()
      .insert(invalidRule)
      .values({
        customerId: owner.id,
        name: `jump ${Math.random()}`,
        measure: "temperature",
        kind: "jump",
        ratePerMinute: 2,
      })
      .returning();
    await send(fridge, [
      [0, 5],
      [1, 20],
    ]);
    await markInvalid.call(admin, span(fridge, 1, 2));
    await send(fridge, [[2, 20.5]]);
    await send(fridge, [[3, 20.5]]);
    expect(await valid(fridge)).toEqual([
      [0, 5],
      [2, 20.5],
      [3, 20.5],
    ]);
    await db()
      .delete(invalidRule)
      .where(eq(invalidRule.id, rule?.id as number));
  });

  it("of a door counts for what waited for it", async () => {
    const condition = { delaySeconds: 60, delayMode: "ignore-delay" as const, doorDelaySeconds: 600 };
    const fridge = await makeFridge(db(), owner, { condition, measures: ["temperature", "door"] });
    const device = fridge.sensor.serialNumber;
    const door = (minutes: number, value: number) => ({ device, at: minute(minutes), values: { door: value } });
    await ingest(deviceContext(owner.id), [door(-5, 0), door(1, 1), door(30, 0)]);
    await send(fridge, [
      [0, 5],
      [2, 12],
      [3, 12],
      [4, 12],
      [5, 5],
    ]);
    expect(await exceptionsOf(fridge)).toEqual([]);
    const opening = { ...span(fridge, 1, 2), probeId: fridge.probes.door as number };
    await markInvalid.call(admin, opening);
    expect(await exceptionsOf(fridge)).toMatchObject([
      { startedAt: new Date(minute(2)), endedAt: new Date(minute(5)) },
    ]);
    await restoreInvalid.call(admin, opening);
    expect(await exceptionsOf(fridge)).toEqual([]);
  });

  it("is refused without the permission, out of scope, where nothing is, of too much, and of what is gone", async () => {
    const fridge = await makeFridge(db(), owner);
    await send(fridge, warm);
    const reader = await contextOf(owner, { permissions: ["viewExRule", "viewHistory"] });
    expect(await refusal(markInvalid.call(reader, span(fridge, 2, 4)))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(markInvalid.call(stranger, span(fridge, 2, 4)))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(markInvalid.call(admin, span(fridge, 100, 200)))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "from", rule: "nothingValid" }],
    });
    expect(await refusal(markInvalid.call(admin, { ...span(fridge, 2, 4), reason: " " }))).toMatchObject({
      issues: [{ path: "reason" }],
    });
    expect(await refusal(markInvalid.call(admin, span(fridge, 4, 2)))).toMatchObject({ issues: [{ path: "to" }] });
    expect(await valid(fridge)).toEqual(warm.map((one) => [...one]));

    const many = await makeFridge(db(), owner);
    await db().$client`
      insert into reading (probe_id, at, value)
      select ${probeOf(many)}, to_timestamp(${START / 1000}) + make_interval(secs => s), 5 from generate_series(1, 10001) s`;
    expect(await refusal(markInvalid.call(admin, span(many, 0, 1000)))).toMatchObject({
      issues: [{ path: "to", rule: "tooMany", limit: 10_000 }],
    });

    await db()
      .insert(historyHorizon)
      .values({
        customerId: owner.id,
        readingsFrom: new Date(minute(3)),
        positionsFrom: new Date(minute(3)),
        notedAt: new Date(),
        readingsCleared: new Date(minute(3)),
        positionsCleared: new Date(minute(3)),
      });
    expect(await refusal(markInvalid.call(admin, span(fridge, 0, 3)))).toMatchObject({
      issues: [{ path: "to", rule: "notKept" }],
    });
    expect(await markInvalid.call(admin, span(fridge, 0, 4))).toMatchObject({ count: 1 });
    await db().delete(historyHorizon).where(eq(historyHorizon.customerId, owner.id));
  });

  it("judges nothing at a device that is switched off", async () => {
    const fridge = await makeFridge(db(), owner);
    await send(fridge, warm.slice(0, 4));
    await db().update(device).set({ use: "deactivated" }).where(eq(device.id, fridge.sensor.id));
    await markInvalid.call(admin, span(fridge, 2, 10));
    await db()
      .update(exception)
      .set({ withdrawnAt: new Date() })
      .where(eq(exception.probeId, probeOf(fridge)));
    await restoreInvalid.call(admin, span(fridge, 2, 10));
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await valid(fridge)).toHaveLength(4);
  });
});

describe("restoring readings", () => {
  it("brings them back to alarms and hours, and no rule takes them again", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    const fridge = await makeFridge(db(), of);
    const rule = await invalidRules.create.call(ctx, {
      name: "faults",
      measure: "temperature",
      kind: "fault-value",
      faultValues: [85],
    });
    await send(
      fridge,
      [
        [0, 5],
        [1, 85],
        [2, 5],
      ],
      of,
    );
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await restoreInvalid.call(ctx, span(fridge, 0, 10))).toMatchObject({ count: 1 });
    expect(await valid(fridge)).toEqual([
      [0, 5],
      [1, 85],
      [2, 5],
    ]);
    expect(await exceptionsOf(fridge)).toMatchObject([
      { startedAt: new Date(minute(1)), endedAt: new Date(minute(2)), isDetectedLate: true },
    ]);
    const [row] = await db()
      .select()
      .from(invalidReading)
      .where(eq(invalidReading.probeId, probeOf(fridge)));
    expect(row).toMatchObject({
      ruleId: rule.id,
      restoredBy: ctx.actor.type === "user" ? ctx.actor.principal.user.id : null,
    });
    expect(row?.restoredAt).not.toBeNull();
    await applyRule.call(ctx, { id: rule.id, from: String(minute(-1)) });
    await work();
    expect(await valid(fridge)).toHaveLength(3);
    expect((await auditRows(db(), of.id)).map(({ operation }) => operation)).toEqual([
      "invalidRule.create",
      "invalidReading.restore",
      "invalidRule.apply",
    ]);
    // Somebody may think better of it.
    expect(await markInvalid.call(ctx, span(fridge, 1, 2))).toMatchObject({ count: 1 });
    expect(await invalid(fridge)).toMatchObject([{ value: 85, kind: null, restoredAt: null, restoredBy: null }]);
  });

  it("is refused without the permission, out of scope, and where nothing is", async () => {
    const fridge = await makeFridge(db(), owner);
    await send(fridge, warm);
    await markInvalid.call(admin, span(fridge, 2, 4));
    const reader = await contextOf(owner, { permissions: ["viewExRule"] });
    expect(await refusal(restoreInvalid.call(reader, span(fridge, 2, 4)))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(restoreInvalid.call(stranger, span(fridge, 2, 4)))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(restoreInvalid.call(admin, span(fridge, 4, 6)))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "from", rule: "nothingInvalid" }],
    });
    expect(await refusal(restoreInvalid.call(admin, { ...span(fridge, 2, 4), reason: "" }))).toMatchObject({
      issues: [{ path: "reason" }],
    });
    expect(await invalid(fridge)).toHaveLength(2);
  });
});

const work = (signal = new AbortController().signal) =>
  applyInvalidRules.run({}, { db: db(), now: new Date(), jobId: "1", attempt: 1, maximumAttempts: 1, signal });

describe("applying a rule to what is stored", () => {
  it("takes what the preview counts, of all its probes, and no more", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    const fridges = [await makeFridge(db(), of), await makeFridge(db(), of)];
    const foreign = await makeFridge(db(), owner);
    for (const fridge of fridges)
      await send(
        fridge,
        [
          [0, 5],
          [1, 85],
          [2, 5],
          [70, 85],
          [71, 5],
        ],
        of,
      );
    await send(foreign, [[0, 85]]);
    const rule = await invalidRules.create.call(ctx, {
      name: "faults",
      measure: "temperature",
      kind: "fault-value",
      faultValues: [85],
    });
    expect(await exceptionsOf(fridges[0] as Fridge)).toHaveLength(2);
    expect(await previewRun.call(ctx, { id: rule.id, from: String(minute(2)) })).toEqual({
      count: 2,
      isComplete: true,
    });
    expect(await previewRun.call(ctx, { id: rule.id, from: String(minute(-1)) })).toEqual({
      count: 4,
      isComplete: true,
    });
    await applyRule.call(ctx, { id: rule.id, from: String(minute(-1)) });
    await work();
    for (const fridge of fridges) {
      expect(await valid(fridge)).toEqual([
        [0, 5],
        [2, 5],
        [71, 5],
      ]);
      expect(await invalid(fridge)).toMatchObject([{ ruleId: rule.id, kind: "fault-value" }, { ruleId: rule.id }]);
      expect(await exceptionsOf(fridge)).toEqual([]);
      const { kept, computed } = await hoursOf(fridge);
      expect(kept).toEqual(computed);
    }
    expect(await valid(foreign)).toHaveLength(1);
    const { items } = await invalidRules.list.call(ctx, {});
    expect(items).toMatchObject([{ takenCount: 4, run: { takenCount: 4, finishedAt: expect.any(String) } }]);
    expect(await previewRun.call(ctx, { id: rule.id, from: String(minute(-1)) })).toEqual({
      count: 0,
      isComplete: true,
    });
  });

  it("finds the jumps that arriving readings would have been, in parts that a worker may leave at any point", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    const [live, stored] = [await makeFridge(db(), of), await makeFridge(db(), of)];
    const values = Array.from({ length: 4500 }, (_, index): [number, number] => [
      index,
      index % 97 === 50 ? 30 : 5 + (index % 5) / 10,
    ]);
    for (let start = 0; start < values.length; start += 1500) await send(stored, values.slice(start, start + 1500), of);
    const rule = await invalidRules.create.call(ctx, {
      name: "jumps",
      measure: "temperature",
      kind: "jump",
      ratePerMinute: 2,
    });
    for (let start = 0; start < values.length; start += 1500) await send(live, values.slice(start, start + 1500), of);
    const expected = await valid(live);
    expect(expected.length).toBeLessThan(4500);
    expect(await previewRun.call(ctx, { id: rule.id, from: String(minute(-1)) })).toEqual({
      count: 4500 - expected.length,
      isComplete: true,
    });
    await applyRule.call(ctx, { id: rule.id, from: String(minute(-1)) });
    for (let round = 0; round < 20; round += 1) {
      // Stops after one part, as one who is told to end.
      const control = new AbortController();
      const pending = work(control.signal);
      setTimeout(() => control.abort(), 30);
      await pending;
    }
    await work();
    expect(await valid(stored)).toEqual(expected);
    const { kept, computed } = await hoursOf(stored);
    expect(kept).toEqual(computed);
  });

  it("gives back what a rate held that was too strict, once it is a better one", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    const fridge = await makeFridge(db(), of);
    const input = { name: "jumps", measure: "temperature", kind: "jump" } as const;
    const rule = await invalidRules.create.call(ctx, { ...input, ratePerMinute: 0.1 });
    const values = Array.from({ length: 300 }, (_, index): [number, number] => [index, index % 2 === 0 ? 5 : 6]);
    await send(fridge, values, of);
    expect(await valid(fridge)).toEqual([[0, 5]]);
    await invalidRules.update.call(ctx, { id: rule.id, ...input, ratePerMinute: 5 });
    // Nothing valid is left in that time: those held are looked at as well.
    await applyRule.call(ctx, { id: rule.id, from: String(minute(1)) });
    await work();
    expect(await valid(fridge)).toEqual(values);
    const { kept, computed } = await hoursOf(fridge);
    expect(kept).toEqual(computed);
  });

  it("is refused for a rule that is off, of times to come, without the permission and out of scope", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    const rule = await invalidRules.create.call(ctx, {
      name: "faults",
      measure: "temperature",
      kind: "fault-value",
      faultValues: [85],
    });
    const asked = { id: rule.id, from: String(minute(0)) };
    expect(await refusal(applyRule.call(ctx, { id: rule.id, from: String(Date.now() + 1000) }))).toMatchObject({
      issues: [{ path: "from", rule: "past" }],
    });
    expect(await refusal(applyRule.call(stranger, asked))).toMatchObject({ code: "NOT_FOUND" });
    const reader = await contextOf(of, { permissions: ["viewExRule"] });
    expect(await refusal(applyRule.call(reader, asked))).toMatchObject({ code: "FORBIDDEN" });
    await invalidRules.switch.call(ctx, { id: rule.id, isEnabled: false });
    expect(await refusal(applyRule.call(ctx, asked))).toMatchObject({
      code: "CONFLICT",
      issues: [{ rule: "isDisabled" }],
    });
    // One that is switched off while it is at work stops.
    await invalidRules.switch.call(ctx, { id: rule.id, isEnabled: true });
    await applyRule.call(ctx, asked);
    await invalidRules.switch.call(ctx, { id: rule.id, isEnabled: false });
    await work();
    const { items } = await invalidRules.list.call(ctx, {});
    expect(items).toMatchObject([{ run: { takenCount: 0, finishedAt: expect.any(String) } }]);
    await invalidRules.remove.call(ctx, { id: rule.id });
  });
});

describe("whatever people and readings do", () => {
  const action = fc.oneof(
    fc.record({
      kind: fc.constant("send" as const),
      at: fc.integer({ min: 0, max: 60 }),
      value: fc.constantFrom(4, 5, 6, 9, 12, 20, 85),
    }),
    fc.record({
      kind: fc.constantFrom("mark" as const, "restore" as const),
      at: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 1, max: 20 }),
    }),
  );

  it("hours are those of the readings, the newest value is theirs, and the exceptions are those of a fresh judge", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    await invalidRules.create.call(ctx, {
      name: "faults",
      measure: "temperature",
      kind: "fault-value",
      faultValues: [85],
    });
    await invalidRules.create.call(ctx, { name: "jumps", measure: "temperature", kind: "jump", ratePerMinute: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(0, 180),
        async (actions, delaySeconds) => {
          const condition = { delaySeconds, delayMode: "ignore-delay" as const };
          const fridge = await makeFridge(db(), of, { condition });
          for (const one of actions) {
            if (one.kind === "send") await send(fridge, [[one.at, one.value]], of);
            else {
              const call = one.kind === "mark" ? markInvalid : restoreInvalid;
              await call.call(ctx, span(fridge, one.at, one.at + one.length)).catch(failureOf);
            }
          }
          const left = (await valid(fridge)) as [number, number][];
          const { kept, computed } = await hoursOf(fridge);
          expect(kept).toEqual(computed);
          const newest = left.at(-1);
          expect(await stateOf(fridge)).toMatchObject({
            lastAt: newest ? new Date(minute(newest[0])) : null,
            lastValue: newest?.[1] ?? null,
          });
          const plain = await makeFridge(db(), owner, { condition });
          if (left.length > 0) await send(plain, left);
          const told = async (one: Fridge) =>
            (await exceptionsOf(one)).map(({ startedAt, endedAt, raisedAt, peak, sampleCount, side }) => ({
              startedAt,
              endedAt,
              raisedAt,
              peak,
              sampleCount,
              side,
            }));
          expect(await told(fridge)).toEqual(await told(plain));
        },
      ),
      { numRuns: longRuns(10, 40) },
    );
  }, 240_000);
});
