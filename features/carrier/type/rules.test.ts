import { expect, it } from "vitest";
import { numberOfType, SHIPPED_CARRIER_TYPES } from "./rules";

it("gives the types the numbers of the specification", () => {
  expect(SHIPPED_CARRIER_TYPES).toEqual([
    { code: "1", base: "incubator" },
    { code: "2", base: "refrigerator" },
    { code: "3", base: "vehicle" },
    { code: "4", base: "refrigeratory" },
    { code: "5", base: "warehouse" },
    { code: "6", base: "store" },
    { code: "7", base: "other" },
  ]);
  expect(numberOfType("store")).toBe(6);
});
