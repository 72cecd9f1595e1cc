import { describe, expect, it } from "vitest";
import { z } from "zod";
import { valueLocale } from "@/lib/units/value-locale";
import { issuesOf } from "@/lib/validation/issues";
import { writtenEndurance } from "./phrase.rules";
import { type Endurance, enduranceIssues, PRODUCT_PRESETS } from "./product.rules";
import { ProductInput } from "./product.schema";

const vaccine: Endurance = {
  ...{ minimum: 2, maximum: 8, isFreezeSensitive: false, freezeLimit: null, allowances: [], bands: [] },
  ...{ kineticClass: "none", kineticLimit: null, unobservedMinutes: 60 },
};

describe("what a product endures", () => {
  it.each([
    [
      "bands on both sides",
      {
        bands: [
          { from: 8, to: 15, minutes: 60 },
          { from: 0, to: 2, minutes: null },
        ],
      },
      [],
    ],
    ["no limit", { minimum: null, maximum: null }, ["minimum oneLimit"]],
    ["a band inside the range", { bands: [{ from: 7, to: 15, minutes: 60 }] }, ["bands.0.from outsideRange"]],
    ["a band upside down", { bands: [{ from: 15, to: 8, minutes: 60 }] }, ["bands.0.to aboveMinimum"]],
    [
      "overlapping bands",
      {
        bands: [
          { from: 8, to: 15, minutes: 60 },
          { from: 14, to: 20, minutes: 60 },
        ],
      },
      ["bands.1.from bandOverlap"],
    ],
    [
      "an allowance inside the range",
      { allowances: [{ side: "above", limit: 7, minutes: 60, mode: "single" }] },
      ["allowances.0.limit outsideRange"],
    ],
    [
      "an allowance twice",
      {
        allowances: [
          { side: "above", limit: 8, minutes: 60, mode: "single" },
          { side: "above", limit: 8, minutes: 90, mode: "single" },
        ],
      },
      ["allowances.1.limit repeated"],
    ],
    ["a freeze-sensitive one without a limit", { isFreezeSensitive: true }, ["freezeLimit required"]],
    ["a freeze limit in the range", { isFreezeSensitive: true, freezeLimit: 3 }, ["freezeLimit outsideRange"]],
    ["a kinetic class without a limit", { kineticClass: "cct" }, ["kineticLimit required"]],
    ["a kinetic limit in the range", { kineticClass: "cct", kineticLimit: 7 }, ["kineticLimit kineticLimit"]],
  ] as const)("%s", (_name, change, expected) => {
    const issues = enduranceIssues({ ...vaccine, ...change } as Endurance);
    expect(issues.map(({ path, rule }) => `${path.join(".")} ${rule}`)).toEqual(expected);
  });

  it.each(PRODUCT_PRESETS.map((preset) => [preset.key, preset] as const))("preset %s is valid", (key, preset) => {
    const { key: _, isWeak: __, ...rest } = preset;
    const parsed = ProductInput.safeParse({ ...rest, name: key, code: key, presetKey: key });
    expect(parsed.error?.issues ?? []).toEqual([]);
  });
});

describe("temperatures of a product", () => {
  it("have bounds that people read in their unit, and callers in °C", () => {
    const { error } = ProductInput.safeParse({ ...vaccine, name: "a", code: "a", minimum: -300, kineticLimit: 400 });
    const figure = { measure: "temperature" };
    expect(error && issuesOf(error)).toMatchObject([
      { path: "minimum", rule: "too_small", limit: -273.15, figure, message: "must be from -273.15 to 327.67" },
      { path: "kineticLimit", rule: "too_big", limit: 327.67, figure },
    ]);
    const { properties } = z.toJSONSchema(ProductInput, { io: "input", unrepresentable: "any" });
    expect(JSON.stringify(properties?.minimum)).toContain('"minimum":-273.15,"maximum":327.67');
  });

  it("are written in the unit of the form beside the changes of others, in lists too", () => {
    const says = (key: string, values = {}) => [key, ...Object.values(values)].join(" ");
    const written = writtenEndurance(says, valueLocale("en-US", "fahrenheit"));
    expect(written.minimum(2)).toBe("35.6 °F");
    expect(written.freezeLimit(null)).toBe("–");
    expect(written.bands([{ from: 8, to: 15, minutes: null }])).toBe("band 46.4 59 °F any");
    const allowances = [8, 15].map((limit) => ({ side: "above", limit, minutes: 0, mode: "single" }) as const);
    expect(written.allowances(allowances)).toBe("above 46.4 °F never\nabove 59 °F never");
    expect(written.bands([])).toBe("nothing");
  });
});
