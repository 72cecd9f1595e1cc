import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db, transaction } from "@/db/client";
import { exception, invalidReading, invalidRun } from "@/db/schema";
import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import { LISTED } from "@/features/telemetry/correction/invalid.rules";
import { markInvalid, restoreInvalid } from "@/features/telemetry/correction/mark.operations";
import { countWould } from "@/features/telemetry/correction/preview.service";
import { findRule, lockRun, type RunningRule } from "@/features/telemetry/correction/run.data";
import { applyInvalidRules } from "@/features/telemetry/correction/run.jobs";
import { applyRule, giveBack } from "@/features/telemetry/correction/run.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { zones } from "@/features/zone/zone.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>> & { customer: Customer };

const START = Date.UTC(2026, 8, 1);
const minute = (count: number) => START + count * 60_000;

let of: Customer;
let ctx: OperationContext;

const contextOf = async (customer: Customer, options: UserOptions = {}) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const work = () =>
  applyInvalidRules.run(
    {},
    { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );
const probeOf = (fridge: Fridge) => fridge.probes.temperature as number;
const send = (fridge: Fridge, values: readonly (readonly [minutes: number, value: number])[]) =>
  ingest(
    deviceContext(fridge.customer.id),
    values.map(([minutes, temperature]) => ({
      device: fridge.sensor.serialNumber,
      at: minute(minutes),
      values: { temperature },
    })),
  );
const valid = async (fridge: Fridge) => {
  const rows = await db().$client<{ value: number }[]>`
    select value from reading where probe_id = ${probeOf(fridge)} order by at`;
  return rows.map(({ value }) => value);
};
const invalid = (fridge: Fridge) =>
  db()
    .select({ value: invalidReading.value, ruleId: invalidReading.ruleId, kind: invalidReading.kind })
    .from(invalidReading)
    .where(eq(invalidReading.probeId, probeOf(fridge)))
    .orderBy(invalidReading.at);
const runOf = async (ruleId: number) => (await db().select().from(invalidRun).where(eq(invalidRun.ruleId, ruleId)))[0];
const open = (fridge: Fridge) => db().$count(exception, eq(exception.probeId, probeOf(fridge)));

const temperature = { measure: "temperature" as const };
const faults = { ...temperature, name: "faults", kind: "fault-value" as const, faultValues: [85] };
const jumps = { ...temperature, name: "jumps", kind: "jump" as const, ratePerMinute: 0.1 };

beforeAll(async () => {
  of = await makeCustomer(db());
  ctx = await contextOf(of);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** A customer of its own: its rules are for none of the others' readings. */
async function alone() {
  of = await makeCustomer(db());
  ctx = await contextOf(of);
  return { ...(await makeFridge(db(), of)), customer: of };
}

describe("a rule that is off", () => {
  it.each([
    { rule: jumps, held: [6, 5, 6] },
    { rule: faults, held: [85] },
  ])("gives back all that it keeps, and judges it: $rule.kind", async ({ rule, held }) => {
    const fridge = await alone();
    const { id } = await invalidRules.create.call(ctx, rule);
    const values = [5, ...held, 5];
    await send(
      fridge,
      values.map((value, index) => [index, value] as const),
    );
    expect((await invalid(fridge)).length).toBeGreaterThan(0);
    expect(await refusal(giveBack.call(ctx, { id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "id", rule: "isOn" }],
    });
    await invalidRules.switch.call(ctx, { id, isEnabled: false });
    await giveBack.call(ctx, { id });
    await work();
    expect(await valid(fridge)).toEqual(values);
    expect(await invalid(fridge)).toEqual([]);
    expect(await open(fridge)).toBe(rule.kind === "jump" ? 0 : 1);
    const { items } = await invalidRules.list.call(ctx, {});
    expect(items).toMatchObject([{ takenCount: 0, run: { givesBack: true, finishedAt: expect.any(String) } }]);
    expect((await auditRows(db(), of.id)).map(({ operation }) => operation)).toEqual([
      "invalidRule.create",
      "invalidRule.switch",
      "invalidRule.giveBack",
    ]);
  });

  it("leaves to others what they take, and what somebody marked or restored", async () => {
    const fridge = await alone();
    const first = await invalidRules.create.call(ctx, faults);
    const second = await invalidRules.create.call(ctx, {
      ...temperature,
      name: "hot",
      kind: "implausible",
      maximum: 70,
    });
    await send(fridge, [
      [0, 5],
      [1, 85],
      [2, 85],
      [3, 6],
    ]);
    const by = { probeId: probeOf(fridge), reason: "by hand" };
    await markInvalid.call(ctx, { ...by, from: String(minute(3)), to: String(minute(4)) });
    await restoreInvalid.call(ctx, { ...by, from: String(minute(2)), to: String(minute(3)) });
    await invalidRules.switch.call(ctx, { id: first.id, isEnabled: false });
    await giveBack.call(ctx, { id: first.id });
    await work();
    expect(await valid(fridge)).toEqual([5, 85]);
    expect(await invalid(fridge)).toEqual([
      { value: 85, ruleId: second.id, kind: "implausible" },
      { value: 85, ruleId: first.id, kind: "fault-value" },
      { value: 6, ruleId: null, kind: null },
    ]);
  });

  it("stops where it is switched on again", async () => {
    const fridge = await alone();
    const { id } = await invalidRules.create.call(ctx, faults);
    await send(fridge, [[1, 85]]);
    await invalidRules.switch.call(ctx, { id, isEnabled: false });
    await giveBack.call(ctx, { id });
    await invalidRules.switch.call(ctx, { id, isEnabled: true });
    await work();
    expect(await invalid(fridge)).toHaveLength(1);
    expect(await runOf(id)).toMatchObject({ finishedAt: expect.any(Date), takenCount: 0 });
  });

  it("is nobody else's: denied, and out of scope", async () => {
    await alone();
    const { id } = await invalidRules.create.call(ctx, faults);
    const reader = await contextOf(of, { permissions: ["viewExRule"] });
    expect(await refusal(giveBack.call(reader, { id }))).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await contextOf(await makeCustomer(db()));
    expect(await refusal(giveBack.call(stranger, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await runOf(id)).toBeUndefined();
  });
});

describe("a rule that is removed", () => {
  it("keeps what it took in its words, or gives it back where that is asked for", async () => {
    const fridge = await alone();
    for (const givesBack of [false, true]) {
      const { id } = await invalidRules.create.call(ctx, faults);
      await send(fridge, [[givesBack ? 2 : 1, 85]]);
      await applyRule.call(ctx, { id, from: String(minute(0)) });
      await invalidRules.remove.call(ctx, { id, givesBack });
      await work();
      expect(await runOf(id)).toBeUndefined();
    }
    expect(await valid(fridge)).toEqual([85]);
    expect(await invalid(fridge)).toMatchObject([{ value: 85, kind: "fault-value" }]);
  });

  it("goes without a write to what it kept, however much that is", async () => {
    const fridge = await alone();
    const { id } = await invalidRules.create.call(ctx, faults);
    await db().$client`
      insert into invalid_reading (probe_id, at, value, reason, kind, rule_id)
      select ${probeOf(fridge)}, to_timestamp(${START}::float8 / 1000) - make_interval(secs => n), 85, 'faults', 'fault-value', ${id}
        from generate_series(1, ${LISTED + 500}) n`;
    expect((await invalidRules.list.call(ctx, {})).items).toMatchObject([{ takenCount: LISTED + 1 }]);
    const before = await db().$client`select xmin from invalid_reading where probe_id = ${probeOf(fridge)} limit 1`;
    await invalidRules.remove.call(ctx, { id });
    // Not one of the rows was written anew.
    expect(
      await db().$client`
      select xmin from invalid_reading where probe_id = ${probeOf(fridge)} limit 1`,
    ).toEqual(before);
  });
});

describe("a rule with other figures", () => {
  it("lets go of what it would not take any more, once it is applied", async () => {
    const fridge = await alone();
    const { id } = await invalidRules.create.call(ctx, { ...faults, faultValues: [85, 12] });
    await send(fridge, [
      [0, 5],
      [1, 12],
      [2, 85],
    ]);
    await invalidRules.update.call(ctx, { id, ...faults, faultValues: [85, 5] });
    await applyRule.call(ctx, { id, from: String(minute(-1)) });
    await work();
    expect(await valid(fridge)).toEqual([12]);
    // As a rule for jumps it takes neither.
    await invalidRules.update.call(ctx, { id, ...jumps, ratePerMinute: 900 });
    await applyRule.call(ctx, { id, from: String(minute(-1)) });
    await work();
    expect(await valid(fridge)).toEqual([5, 12, 85]);
  });

  it("judges anew what was judged by the old ones in the same run", async () => {
    const fridge = await alone();
    const { id } = await invalidRules.create.call(ctx, { ...faults, faultValues: [1] });
    await send(fridge, [
      [0, 5],
      [1, 12],
    ]);
    await applyRule.call(ctx, { id, from: String(minute(-1)) });
    // As if the first probe were through when somebody changes the rule.
    await db().update(invalidRun).set({ probeId: 2_000_000_000 }).where(eq(invalidRun.ruleId, id));
    await invalidRules.update.call(ctx, { id, ...faults, faultValues: [12] });
    await work();
    expect(await valid(fridge)).toEqual([5]);
  });

  it("is read under the lock of its run: nobody judges by what is being changed", async () => {
    await alone();
    const { id } = await invalidRules.create.call(ctx, faults);
    await applyRule.call(ctx, { id, from: String(minute(-1)) });
    await transaction(db(), async (tx) => {
      await tx.$client`select from invalid_run where rule_id = ${id} for update`;
      expect(await transaction(db(), (other) => lockRun(other, id))).toBeNull();
    });
  });
});

it("fails for itself: the rules behind it are applied", async () => {
  const broken = await alone();
  await send(broken, [[1, 85]]);
  const first = await invalidRules.create.call(ctx, faults);
  await applyRule.call(ctx, { id: first.id, from: String(minute(-1)) });
  const sound = await alone();
  await send(sound, [[1, 85]]);
  const second = await invalidRules.create.call(ctx, faults);
  await applyRule.call(ctx, { id: second.id, from: String(minute(-1)) });
  // What the first run writes is refused, as by a disk that is full.
  await db().$client`
    alter table invalid_reading add constraint trial check (probe_id <> ${db().$client.unsafe(String(probeOf(broken)))}) not valid`;
  try {
    await expect(work()).rejects.toThrow(/trial/);
  } finally {
    await db().$client`alter table invalid_reading drop constraint trial`;
  }
  expect(await valid(broken)).toEqual([85]);
  expect(await valid(sound)).toEqual([]);
});

it("is counted no longer than anybody waits, and says so", async () => {
  const fridge = await alone();
  await send(
    fridge,
    Array.from({ length: 300 }, (_, index) => [index, index % 2 ? 85 : 5] as const),
  );
  const span = { from: minute(-1), to: minute(400) };
  for (const [rule, count] of [
    [faults, 150],
    [jumps, 299],
  ] as const) {
    const { id } = await invalidRules.create.call(ctx, rule);
    const running = (await findRule(db(), id)) as RunningRule;
    expect(await countWould(db(), running, span)).toEqual({ count, isComplete: true });
    const hurried = await countWould(db(), running, span, -1);
    expect(hurried.isComplete).toBe(false);
    expect(hurried.count).toBeLessThanOrEqual(count);
  }
});

it("tells open screens that a probe has no reading left", async () => {
  const fridge = await alone();
  await send(fridge, [[0, 5]]);
  const told = vi.spyOn(liveBus(), "publish");
  const span = { probeId: probeOf(fridge), from: String(minute(0)), to: String(minute(1)), reason: "wet" };
  await markInvalid.call(ctx, span);
  expect(told.mock.calls.flatMap(([events]) => events)).toContainEqual(
    expect.objectContaining({
      type: "reading",
      data: { probeId: span.probeId, at: null, value: null, trend: null, isRestated: true },
    }),
  );
  told.mockRestore();
});

describe("limits that are watched", () => {
  it("reach no further than a rule lets values through: ranges and conditions made later", async () => {
    await alone();
    const rule = { ...temperature, name: "impossible", kind: "implausible" as const, minimum: -40, maximum: 60 };
    const { id } = await invalidRules.create.call(ctx, rule);
    const range = { name: "freezer", measure: "temperature" as const, minimum: -30, maximum: 8 };
    for (const [limits, path] of [
      [{ maximum: 60 }, "maximum"],
      [{ minimum: -40 }, "minimum"],
      [{ minimum: -80, maximum: 5 }, "minimum"],
    ] as const) {
      const failure = await refusal(zones.create.call(ctx, { ...range, ...limits }));
      expect(failure).toMatchObject({ code: "INVALID", issues: [{ path, rule: "beyondRule", names: "impossible" }] });
    }
    const zone = await zones.create.call(ctx, range);
    expect(await refusal(zones.update.call(ctx, { id: zone.id, ...range, maximum: 61 }))).toMatchObject({
      issues: [{ path: "maximum", rule: "beyondRule" }],
    });
    const condition = { kind: "range" as const, measure: "temperature" as const, minimum: null, maximum: 70 };
    const trigger = { name: "hot", severity: "major" as const, conditions: [condition], plan: [] };
    expect(await refusal(alarmTriggers.create.call(ctx, trigger as never))).toMatchObject({
      issues: [{ path: "conditions.0.maximum", rule: "beyondRule" }],
    });
    // One that is off takes nothing.
    await invalidRules.switch.call(ctx, { id, isEnabled: false });
    await zones.update.call(ctx, { id: zone.id, ...range, maximum: 61 });
    await alarmTriggers.create.call(ctx, trigger as never);
    expect(await refusal(invalidRules.switch.call(ctx, { id, isEnabled: true }))).toMatchObject({
      issues: [{ path: "maximum", rule: "insideRange" }],
    });
  });
});
