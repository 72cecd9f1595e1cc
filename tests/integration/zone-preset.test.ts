import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { zonePreset } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { lookUpZonePresets, zonePresets } from "@/features/zone/preset/operations";
import { SHIPPED_PRESETS } from "@/features/zone/preset/rules";
import { failureOf } from "@/lib/http/error-response";
import { LOCALES } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { limitIssues } from "@/lib/units/limits";
import { accountContext, makeUser } from "../factories/account";
import { trailOf } from "../support/audit";

const PLATFORM = 1;
let keeper: OperationContext;
let viewer: OperationContext;

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  keeper = await accountContext(db(), await makeUser(db(), PLATFORM, { scopeType: 3 }));
  const permissions = ["viewZonePreset"] as const;
  viewer = await accountContext(db(), await makeUser(db(), PLATFORM, { scopeType: 3, permissions }));
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  const limits = { measure: "temperature" as const, minimum: 1, maximum: 4 };
  return { code: `own_${count}`, name: `Own ${count}`, source: "House rule", ...limits, ...fields };
};
const told = async (call: Promise<unknown>) => {
  const { code, issues = [] } = await call.then(() => Promise.reject(new Error("it was done")), failureOf);
  return [code, ...issues.map(({ path, rule }) => `${path} ${rule}`)];
};
const shipped = async () =>
  (await zonePresets.list.call(keeper, { q: "usp_refrigerator" })).items[0] as Awaited<
    ReturnType<typeof zonePresets.get.call>
  >;

describe("the presets that ship", () => {
  it("keep the rules of ranges, and are there once however often the product starts", async () => {
    for (const preset of SHIPPED_PRESETS) expect(limitIssues(preset), preset.code).toEqual([]);
    const rows = await db().select().from(zonePreset);
    await seedReference(db());
    expect(await db().select().from(zonePreset)).toEqual(rows);
    expect(rows.map(({ code }) => code)).toEqual(SHIPPED_PRESETS.map(({ code }) => code));
  });

  it.each(LOCALES)("have names in %s, each of them one that a range may have", async (locale) => {
    const names = (await lookUpZonePresets.call({ ...viewer, locale }, {})).map(({ name }) => name);
    expect(new Set(names).size).toBe(SHIPPED_PRESETS.length);
    for (const [index, name] of names.entries()) {
      expect(name.length, name).toBeLessThanOrEqual(30);
      expect(
        SHIPPED_PRESETS.map(({ code }) => code),
        `${index}`,
      ).not.toContain(name);
    }
  });

  it("say where a figure is to be checked", async () => {
    const offered = await lookUpZonePresets.call(viewer, {});
    const weak = offered.filter(({ isWeak }) => isWeak).map(({ code }) => code);
    expect(weak.sort()).toEqual(
      SHIPPED_PRESETS.filter(({ isWeak }) => isWeak)
        .map(({ code }) => code)
        .sort(),
    );
    expect(weak).not.toContain("usp_refrigerator");
  });

  it("are there for what is stored, each group in one piece and with its source", async () => {
    const offered = await lookUpZonePresets.call(viewer, {});
    const groups = offered.map(({ goods }) => goods).filter((goods, index, all) => goods !== all[index - 1]);
    expect(groups).toEqual([null, "medicine", "blood", "food"]);
    for (const { goods, source, name } of offered) if (goods !== null) expect(source, name).not.toBe("");
    const limits = offered.map(({ code, minimum, maximum }) => [code, minimum, maximum]);
    for (const known of [
      ["who_vaccine", 2, 8],
      ["who_freezer", -25, -15],
      ["insulin_unopened", 2, 8],
      ["blood_red_cells", 2, 6],
      ["blood_platelets", 20, 24],
      ["blood_plasma_edqm", null, -25],
      ["blood_plasma_fda", null, -18],
      ["food_frozen", null, -18],
      ["food_chilled", null, 5],
      ["food_raw_milk", null, 6],
    ])
      expect(limits).toContainEqual(known);
  });

  it("can be renamed and switched off, and are otherwise as they are", async () => {
    const {
      id,
      createdAt: _,
      isEnabled: __,
      isShipped: ___,
      isWeak: ____,
      version: _____,
      ...preset
    } = await shipped();
    expect(await told(zonePresets.update.call(keeper, { ...preset, id, maximum: 9 }))).toEqual([
      "CONFLICT",
      "maximum isShipped",
    ]);
    expect(await told(zonePresets.remove.call(keeper, { id }))).toEqual(["CONFLICT", "id isShipped"]);
    expect((await zonePresets.update.call(keeper, { ...preset, id, name: "Our fridges" })).name).toBe("Our fridges");
    await zonePresets.switch.call(keeper, { id, isEnabled: false });
    expect((await lookUpZonePresets.call(viewer, {})).map(({ code }) => code)).not.toContain("usp_refrigerator");
    await zonePresets.switch.call(keeper, { id, isEnabled: true });
    // Called as it always is, in whatever language, it has its name in each of them again.
    await zonePresets.update.call(keeper, { ...preset, id, name: "冷蔵（USP）" });
    expect((await shipped()).name).toBe("Refrigerator (USP)");
  });
});

describe("presets of the installation", () => {
  it("are made, changed and removed, with a row each", async () => {
    const made = await zonePresets.create.call(keeper, values());
    expect(made).toMatchObject({ isShipped: false, isWeak: false, isEnabled: true });
    await zonePresets.update.call(keeper, { ...values({ code: made.code }), id: made.id, maximum: 5 });
    expect(await told(zonePresets.remove.call(keeper, { id: made.id }))).toEqual(["CONFLICT", "id isEnabled"]);
    await zonePresets.switch.call(keeper, { id: made.id, isEnabled: false });
    await zonePresets.remove.call(keeper, { id: made.id });
    const trail = await trailOf(db(), PLATFORM, "zonePreset", made.id);
    expect(trail.map(({ operation }) => operation)).toEqual([
      "zonePreset.create",
      "zonePreset.update",
      "zonePreset.switch",
      "zonePreset.remove",
    ]);
    expect(trail[1]).toMatchObject({ oldValues: { maximum: 4 }, newValues: { maximum: 5 } });
  });

  it("are refused without the code, beyond the limits, and under a name or code that is taken", async () => {
    const made = await zonePresets.create.call(keeper, values());
    const before = (await db().select().from(zonePreset)).length;
    for (const call of [
      zonePresets.create.call(viewer, values()),
      zonePresets.update.call(viewer, { ...values(), id: made.id }),
      zonePresets.switch.call(viewer, { id: made.id, isEnabled: false }),
      zonePresets.remove.call(viewer, { id: made.id }),
    ])
      expect(await told(call)).toEqual(["FORBIDDEN"]);
    const create = (fields: Record<string, unknown>) => told(zonePresets.create.call(keeper, values(fields)));
    expect(await create({ minimum: 5 })).toEqual(["INVALID", "maximum aboveMinimum"]);
    expect(await create({ code: "two words" })).toEqual(["INVALID", "code word"]);
    expect(await create({ code: made.code.toUpperCase() })).toEqual(["CONFLICT", "code unique"]);
    expect(await create({ name: made.name.toUpperCase() })).toEqual(["CONFLICT", "name unique"]);
    expect(await create({ name: "冷藏（USP）" })).toEqual(["CONFLICT", "name unique"]);
    expect(await told(zonePresets.get.call(keeper, { id: 999_999 }))).toEqual(["NOT_FOUND"]);
    expect(await db().select().from(zonePreset)).toHaveLength(before);
  });
});
