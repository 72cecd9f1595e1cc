import { expect, it } from "vitest";
import { carrierHref, carrierPage } from "./carrier-page";

it("leads to a carrier's page, or to its live window for who may not open that", () => {
  expect(carrierPage(7)).toBe("/carrier/carrierDetailPage?id=7");
  expect(carrierPage(7, "trigger")).toBe("/carrier/carrierDetailPage?id=7&tab=trigger");
  expect(carrierHref(7, true)).toBe("/carrier/carrierDetailPage?id=7");
  expect(carrierHref(7, false)).toBe("/monitorPointRealTime?id=7");
});
