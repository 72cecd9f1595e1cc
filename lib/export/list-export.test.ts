import { expect, it } from "vitest";
import { stemOf } from "./list-export";

const SHANGHAI = "Asia/Shanghai";

it.each([
  ["its title alone", null, {}, "Users"],
  ["what was searched for", null, { q: "ward 3", severity: "critical" }, "Users ward 3"],
  ["what it is about", "Sensors", {}, "Users Sensors"],
  [
    "the days in the zone",
    null,
    { from: "2026-11-01T16:00:00Z", to: "2026-11-07T15:59:59Z" },
    "Users 2026-11-02 2026-11-07",
  ],
  ["one day once", null, { from: "2026-11-01T16:00:00Z", to: "2026-11-02T15:00:00Z" }, "Users 2026-11-02"],
  ["an open range", null, { from: new Date("2026-11-01T16:00:00Z") }, "Users 2026-11-02"],
] as const)("a file is named by %s", (_, about, query, expected) => {
  expect(stemOf("Users", about, query, SHANGHAI)).toBe(expected);
});
