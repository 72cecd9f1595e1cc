import { expect, it } from "vitest";
import { MEASURES } from "@/db/enums";
import { canonicalOf, isRelativeHumidity, UNITS_OF, unitOfText } from "./unit.rules";

it.each([
  ["%rF", "%"],
  ["% r. F.", "%"],
  ["%HR", "%"],
  ["Vol.-%", "%"],
  ["℃", "°C"],
  ["k", "K"],
  ["lx", null],
  ["constructor", null],
])("%j is %s", (text, unit) => expect(unitOfText(text)).toBe(unit));

it.each(["%RH", "% r.F.", "[%HR]", "55 % rH"])("%j says of what it is a share", (text) =>
  expect(isRelativeHumidity(text)).toBe(true),
);
it.each(["%", "%Ladung", "Vol.-%"])("%j does not", (text) => expect(isRelativeHumidity(text)).toBe(false));

it("a share of a gas is in parts per million, and any canonical unit is as it stands", () => {
  expect(canonicalOf("co2", 0.042, "%")).toBe(420);
  expect(canonicalOf("gas", 1500, "ppb")).toBe(1.5);
  expect(canonicalOf("humidity", 42, "%")).toBe(42);
  expect(canonicalOf("voltage", 3300, "mV")).toBe(3.3);
  expect(canonicalOf("temperature", 278.15, "K")).toBe(5);
  for (const measure of MEASURES)
    for (const unit of UNITS_OF[measure].slice(0, 1)) expect(canonicalOf(measure, 7, unit)).toBe(7);
});
