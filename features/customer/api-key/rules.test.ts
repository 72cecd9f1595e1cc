import { expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import { failureOf } from "@/lib/http/error-response";
import { assertMayMake, givenToKeys, stateOf } from "./rules";

const NOW = new Date("2026-11-20T08:00:00Z");
const at = (iso: string) => new Date(iso);

it.each([
  [null, null, "active"],
  ["2026-11-20T08:00:01Z", null, "active"],
  ["2026-11-20T08:00:00Z", null, "expired"],
  ["2026-11-19T08:00:00Z", "2026-11-18T08:00:00Z", "revoked"],
  [null, "2026-11-18T08:00:00Z", "revoked"],
])("a key until %s, revoked %s, is %s", (expires, revoked, state) => {
  expect(stateOf({ expiresAt: expires ? at(expires) : null, revokedAt: revoked ? at(revoked) : null }, NOW)).toBe(
    state,
  );
});

it("gives keys what is held, within a customer, and nothing of a person's", () => {
  expect(givenToKeys(new Set<Permission>(["viewEx", "handleEx", "viewParam", "newUser"]))).toEqual([
    "viewEx",
    "newUser",
  ]);
  expect(givenToKeys("all")).not.toContain("acknowledgeEx");
  expect(givenToKeys("all")).not.toContain("viewParam");
});

it.each<[Permission[], string | null, string[]]>([
  [["viewEx"], null, []],
  [["viewEx"], "2026-11-20T08:00:01Z", []],
  [["viewUser"], null, ["codes.viewUser notHeld"]],
  [["handleEx", "viewParam"], null, ["codes.handleEx keyCode", "codes.viewParam keyCode"]],
  [["viewEx"], "2026-11-20T08:00:00Z", ["expiresAt future"]],
])("codes %j until %s: %j", (codes, end, issues) => {
  const make = () =>
    assertMayMake(
      { codes, expiresAt: end ? at(end) : null },
      new Set<Permission>(["viewEx", "handleEx", "viewParam"]),
      NOW,
    );
  let told: string[] = [];
  try {
    make();
  } catch (error) {
    told = (failureOf(error).issues ?? []).map(({ path, rule }) => `${path} ${rule}`);
  }
  expect(told).toEqual(issues);
});
