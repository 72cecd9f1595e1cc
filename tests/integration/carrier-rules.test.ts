import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { zone } from "@/db/schema";
import { editCarriers } from "@/features/carrier/batch/operations";
import { createCarrier, getOneCarrier, removeCarrier, updateCarrier } from "@/features/carrier/carrier.operations";
import { CarrierInput } from "@/features/carrier/carrier.schema";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { issuesOf } from "@/lib/validation/issues";
import { carrierRules, carrierStateRules } from "../contract/rules/carrier";
import { accountContext, makeUser } from "../factories/account";
import { makeRange } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";

let admin: OperationContext;
let platform: OperationContext;
let own: Awaited<ReturnType<typeof makeCustomer>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let sceneId: number;
let rangeId: number;
let zoneIds: number[];

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  sceneId = own.sceneId;
  rangeId = await makeRange(db(), own.id);
  admin = await accountContext(db(), await makeUser(db(), own.id));
  platform = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 3 }));
  const rows = await db()
    .insert(zone)
    .values([
      { customerId: own.id, name: "cold", measure: "temperature", maximum: 8 },
      { customerId: own.id, name: "dry", measure: "humidity", maximum: 60 },
    ])
    .returning({ id: zone.id });
  zoneIds = rows.map(({ id }) => id);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

let count = 0;
/** An input that breaks no rule but the one of the field; a position needs its other half, a range one that exists. */
function inputWith(field: string, value: unknown): never {
  count += 1;
  const pair = field === "longitude" ? { latitude: 0 } : field === "latitude" ? { longitude: 0 } : {};
  const given =
    field === "zones"
      ? (value as { measure: string; zoneId: number }[]).map((one) => ({ ...one, zoneId: zoneIds[one.zoneId - 1] }))
      : value;
  return { type: "refrigerator", name: `fridge ${count}`, sceneId, ...pair, [field]: given } as never;
}

describe("the rules of carriers", () => {
  it.each(carrierRules)("$field: $rule ($line)", async ({ field, passes, fails, rule }) => {
    const parsed = CarrierInput.safeParse(inputWith(field, fails));
    const issues = parsed.success ? [] : issuesOf(parsed.error);
    expect(issues.filter(({ path }) => path.split(".")[0] === field).map((issue) => issue.rule)).toEqual([rule]);
    const refusal = await createCarrier.call(admin, inputWith(field, fails)).then(() => null, failureOf);
    expect(refusal).toMatchObject({ code: "INVALID", issues: [{ rule }] });
    expect(await createCarrier.call(admin, inputWith(field, passes))).toHaveProperty("id");
  });
});

/** What the words of a case stand for, and the call that the rule is about. */
const CALLS: Record<string, (value: never) => Promise<unknown>> = {
  async ids(words: string[]) {
    const ids: number[] = [];
    for (const word of words) {
      const [whose, alarmSwitch] = word.split(" ") as ["own" | "other", "on" | "off"];
      const made = await makeFridge(db(), whose === "own" ? own : other, { carrier: { alarmSwitch } });
      ids.push(made.carrier.id);
    }
    return editCarriers.call(platform, { ids, description: "x" });
  },
  async zones(measures: ("temperature" | "humidity")[]) {
    const { carrier } = await makeFridge(db(), own, { measures });
    const { type, name } = await getOneCarrier.call(admin, { id: carrier.id });
    const zones = [{ measure: "humidity" as const, zoneId: zoneIds[1] as number }];
    return updateCarrier.call(admin, { id: carrier.id, type, name, sceneId, zones });
  },
  async name(word: string) {
    const { carrier } = await makeFridge(db(), own);
    return createCarrier.call(admin, inputWith("name", word === "taken" ? carrier.name : `${carrier.name} b`));
  },
  async id(word: string) {
    const { carrier } = await makeFridge(db(), own, word === "free" ? { measures: [] } : {});
    return removeCarrier.call(admin, { id: carrier.id });
  },
  sceneId: (word: string) =>
    createCarrier.call(admin, inputWith("sceneId", { node: sceneId, range: rangeId }[word] ?? null)),
};

describe("the rules of carriers about what is there", () => {
  it.each(carrierStateRules)("$field: $rule ($line)", async ({ field, passes, fails, rule }) => {
    const call = CALLS[field] as (value: unknown) => Promise<unknown>;
    const issue = { path: expect.stringMatching(new RegExp(`^${field}\\b`)), rule };
    expect(await call(fails).then(() => null, failureOf)).toMatchObject({ issues: [issue] });
    expect(await call(passes)).toBeTruthy();
  });
});
