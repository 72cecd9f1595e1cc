import { describe, expect, it } from "vitest";
import { assertRemovable } from "./rules";

const ruleOf = (...input: Parameters<typeof assertRemovable>): string | null => {
  try {
    assertRemovable(...input);
    return null;
  } catch (error) {
    return (error as { details: { issues: { rule: string }[] } }).details.issues[0]?.rule ?? "";
  }
};

describe("deleting a reason", () => {
  it.each([
    ["one of its own among shipped ones", false, 0, { own: 1, shipped: 10 }, null],
    ["one of several of its own where none ships", false, 0, { own: 2, shipped: 0 }, null],
    ["the last of all", false, 0, { own: 1, shipped: 0 }, "lastReason"],
    ["one that was given for an exception", false, 1, { own: 5, shipped: 10 }, "inUse"],
    ["a shipped one among others", true, 0, { own: 0, shipped: 2 }, null],
    ["the last shipped one, whatever a customer has of its own", true, 0, { own: 4, shipped: 1 }, "lastReason"],
  ] as const)("%s", (_name, isShipped, uses, stock, rule) => expect(ruleOf({ isShipped, uses }, stock)).toBe(rule));
});
