import { expect, it } from "vitest";
import { MAXIMUM_PLACED } from "./limits.rules";
import { planIssues, shownPlacements, unknownIssues } from "./rules";
import { PlacementInput } from "./schema";

it("is a plan or none", () => {
  expect(planIssues({ funcType: 1 })).toEqual([]);
  for (const funcType of [0, 2] as const)
    expect(planIssues({ funcType })).toMatchObject([{ path: "id", rule: "planOnly" }]);
});

it("names every carrier that cannot be put on the plan", () => {
  expect(unknownIssues([1, 2, 3], new Set([2]))).toMatchObject([
    { path: "items.0.carrierId", rule: "unknown" },
    { path: "items.2.carrierId", rule: "unknown" },
  ]);
});

it("is kept in the trail by name and to a thousandth", () => {
  expect(shownPlacements([{ carrierId: 7, name: "Fridge", type: "refrigerator", x: 1 / 3, y: 1 }])).toEqual([
    "Fridge (7): 0.333, 1.000",
  ]);
});

const at = (carrierId: number, x: unknown = 0.5, y: unknown = 0.5) => ({ carrierId, x, y });
it.each([
  [[at(1, 0, 1), at(2)], []],
  [[at(1), at(2), at(1)], ["items.2.carrierId"]],
  [[at(1, -0.01)], ["items.0.x"]],
  [[at(1, 0.5, 1.01)], ["items.0.y"]],
  [[at(1, "0.5")], ["items.0.x"]],
  [Array.from({ length: MAXIMUM_PLACED + 1 }, (_, index) => at(index + 1)), ["items"]],
])("takes or refuses %j", (items, paths) => {
  const parsed = PlacementInput.safeParse({ id: "3", items });
  expect(parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."))).toEqual(paths);
});
