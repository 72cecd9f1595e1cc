import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { db } from "@/db/client";
import { invalidReading } from "@/db/schema";
import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import type { InvalidRuleInput } from "@/features/telemetry/correction/invalid.schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;

let admin: OperationContext;
let stranger: OperationContext;

const contextOf = async (of: Customer, options: UserOptions = {}) =>
  accountContext(db(), await makeUser(db(), of.id, options));

beforeAll(async () => {
  admin = await contextOf(await makeCustomer(db()));
  stranger = await contextOf(await makeCustomer(db()));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

describe("rules", () => {
  const input: z.input<typeof InvalidRuleInput> = {
    name: "faults",
    measure: "temperature",
    kind: "fault-value",
    faultValues: [-127, 85, 85],
  };

  it("are made, changed, switched and removed, each with its audit row; what they took stays", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    const fridge = await makeFridge(db(), of);
    const made = await invalidRules.create.call(ctx, { ...input, minimum: 3, ratePerMinute: 4 });
    // Figures of other kinds are dropped.
    expect(made).toMatchObject({ faultValues: [-127, 85], minimum: null, ratePerMinute: null, isEnabled: true });
    await ingest(deviceContext(of.id), [
      { device: fridge.sensor.serialNumber, at: Date.UTC(2026, 8, 1), values: { temperature: 85 } },
    ]);
    const changed = await invalidRules.update.call(ctx, { id: made.id, ...input, kind: "implausible", maximum: 60 });
    expect(changed).toMatchObject({ kind: "implausible", faultValues: [], maximum: 60 });
    await invalidRules.switch.call(ctx, { id: made.id, isEnabled: false });
    await invalidRules.remove.call(ctx, { id: made.id });
    expect(
      await db()
        .select()
        .from(invalidReading)
        .where(eq(invalidReading.probeId, fridge.probes.temperature as number)),
    ).toMatchObject([{ value: 85, reason: "faults", ruleId: made.id, kind: "fault-value" }]);
    expect((await auditRows(db(), of.id)).map(({ operation }) => operation)).toEqual([
      "invalidRule.create",
      "invalidRule.update",
      "invalidRule.switch",
      "invalidRule.remove",
    ]);
  });

  it("leave to alarms what lies outside a range that is watched", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    await makeFridge(db(), of);
    const implausible = { ...input, kind: "implausible" as const };
    for (const limits of [{ maximum: 8 }, { maximum: 7 }, { minimum: 2 }, { minimum: 4, maximum: 60 }]) {
      expect(await refusal(invalidRules.create.call(ctx, { ...implausible, ...limits }))).toMatchObject({
        issues: [{ path: limits.minimum === undefined ? "maximum" : "minimum", rule: "insideRange" }],
      });
    }
    const made = await invalidRules.create.call(ctx, { ...implausible, minimum: -40, maximum: 60 });
    const { id } = made;
    expect(await refusal(invalidRules.update.call(ctx, { id, ...implausible, maximum: 8 }))).toMatchObject({
      issues: [{ path: "maximum", rule: "insideRange" }],
    });
    expect(await invalidRules.get.call(ctx, { id })).toMatchObject({ minimum: -40, maximum: 60 });
    // Of other measures and other customers no range counts.
    await invalidRules.create.call(ctx, { ...implausible, name: "dry", measure: "humidity", maximum: 5 });
  });

  it.each([
    [{ faultValues: [] }, "faultValues", "required"],
    [{ faultValues: [-300] }, "faultValues", "physical"],
    [{ kind: "implausible" }, "minimum", "oneLimit"],
    [{ kind: "implausible", minimum: 5, maximum: 5 }, "maximum", "aboveMinimum"],
    [{ kind: "implausible", minimum: 5.123 }, "minimum", "twoDecimals"],
    [{ kind: "jump" }, "ratePerMinute", "required"],
    [{ kind: "jump", ratePerMinute: 0 }, "ratePerMinute", "aboveZero"],
    [{ kind: "jump", ratePerMinute: 2000 }, "ratePerMinute", "physical"],
    [{ kind: "jump", ratePerMinute: 0.001 }, "ratePerMinute", "twoDecimals"],
    [{ measure: "door" }, "measure", "invalid_value"],
    [{ name: "" }, "name", "required"],
    [{ name: "x".repeat(31) }, "name", "too_big"],
  ])("with %j are refused at %s as %s", async (values, path, rule) => {
    const failure = await refusal(invalidRules.create.call(admin, { ...input, ...values } as never));
    expect(failure).toMatchObject({ issues: [{ path, rule: expect.stringContaining(rule) }] });
  });

  it("are of one customer: denied, out of scope, one name once, and never another's", async () => {
    const of = await makeCustomer(db());
    const ctx = await contextOf(of);
    const made = await invalidRules.create.call(ctx, input);
    const reader = await contextOf(of, { permissions: ["viewExRule"] });
    expect(await refusal(invalidRules.create.call(reader, input))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(invalidRules.update.call(reader, { id: made.id, ...input }))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await refusal(invalidRules.update.call(stranger, { id: made.id, ...input }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await refusal(invalidRules.remove.call(stranger, { id: made.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(invalidRules.create.call(ctx, { ...input, name: "FAULTS" }))).toMatchObject({
      issues: [{ path: "name", rule: "unique" }],
    });
    const platform = await contextOf(of, { scopeType: 3 });
    const elsewhere = await makeCustomer(db());
    expect(
      await refusal(invalidRules.update.call(platform, { id: made.id, ...input, customerId: elsewhere.id })),
    ).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "customerId" }],
    });
    expect(await invalidRules.get.call(ctx, { id: made.id })).toMatchObject({ name: "faults", customerId: of.id });
  });
});
