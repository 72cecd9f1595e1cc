import { describe, expect, it } from "vitest";
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
