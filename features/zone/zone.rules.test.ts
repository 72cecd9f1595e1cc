import { expect, it } from "vitest";
import { inUse } from "./zone.rules";

it("names the carriers that are in the way, and counts the rest", () => {
  const names = ["A", "B", "C", "D", "E", "F", "G"];
  expect(inUse("id", names.slice(0, 2)).message).toBe("id: the range is bound to A, B");
  expect(inUse("id", ["A", null, null]).message).toBe("id: the range is bound to A and 2 more");
  expect(inUse("id", [null, null]).message).toBe("id: the range is bound to 2 other carriers");
  expect(inUse("measure", names)).toMatchObject({
    code: "CONFLICT",
    details: {
      issues: [{ path: "measure", rule: "inUse", message: "the range is bound to A, B, C, D, E and 2 more" }],
    },
  });
});
