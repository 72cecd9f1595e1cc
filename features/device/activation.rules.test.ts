import fc from "fast-check";
import { expect, it } from "vitest";
import { DEVICE_USES, type DeviceUse } from "@/db/enums";
import {
  type Followed,
  followed,
  mayBecome,
  nextUse,
  USE_TRANSITIONS,
  USE_VERBS,
  type UseVerb,
} from "./activation.rules";

it("knows every way, and no other", () => {
  const ways = DEVICE_USES.flatMap((use) => USE_VERBS.map((verb) => [use, verb, nextUse(use, verb)]));
  expect(ways).toEqual([
    ["activated", "enable", undefined],
    ["activated", "disable", "deactivated"],
    ["unactivated", "enable", "activated"],
    ["unactivated", "disable", undefined],
    ["deactivated", "enable", "activated"],
    ["deactivated", "disable", undefined],
  ]);
});

it("never leaves the table, and never leads back to unactivated", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DEVICE_USES),
      fc.array(fc.constantFrom(...USE_VERBS), { maxLength: 20 }),
      (start: DeviceUse, verbs: UseVerb[]) => {
        let use = start;
        for (const verb of verbs) {
          const next = nextUse(use, verb);
          if (next === undefined) continue;
          expect(Object.values(USE_TRANSITIONS[use])).toContain(next);
          expect(mayBecome(use, next)).toBe(true);
          expect(next).not.toBe("unactivated");
          expect(next).not.toBe(use);
          use = next;
        }
      },
    ),
  );
});

it("follows the customer: rests while it is cancelled, and comes back as it was", () => {
  const events = fc.array(fc.constantFrom("suspend" as const, "resume" as const), { maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...DEVICE_USES), events, (use, list) => {
      const start: Followed = { use, resumeUse: null };
      let now = start;
      for (const event of list) {
        now = followed(now, event) ?? now;
        if (event === "suspend")
          expect(now).toEqual(use === "activated" ? { use: "deactivated", resumeUse: use } : start);
        else expect(now).toEqual(start);
      }
    }),
  );
});
