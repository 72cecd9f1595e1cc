import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CARRIER_STATUSES, DEVICE_KINDS, DEVICE_USES } from "@/db/enums";
import { AppError } from "@/lib/errors";
import {
  assertCome,
  assertEnds,
  assertFree,
  assertInService,
  assertUsable,
  isMountedKind,
  type Period,
} from "./mounting.rules";

const NOW = Date.UTC(2026, 10, 20, 8);

const ruleOf = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError)
      return `${error.code} ${error.details.issues?.[0]?.path} ${error.details.issues?.[0]?.rule}`;
    throw error;
  }
  return "done";
};
const period = (from: number, to: number | null): Period => ({ from, to, carrierId: 1, carrierName: "Fridge" });

describe("a probe's periods", () => {
  it.each([
    ["that hung nowhere", [], 10, "done"],
    ["from the end of an earlier one", [period(0, 10)], 10, "done"],
    ["within an earlier one", [period(0, 10)], 9, "CONFLICT at overlap"],
    ["before an earlier one", [period(5, 10)], 1, "CONFLICT at overlap"],
    ["while it hangs somewhere", [period(0, null)], 10, "CONFLICT deviceId mounted"],
  ] as const)("can begin %s: %s", (_name, periods, at, expected) =>
    expect(ruleOf(() => assertFree(periods, at))).toBe(expected),
  );

  it("never overlap, whatever is asked for", () => {
    const step = fc.record({ verb: fc.constantFrom("mount", "unmount"), at: fc.integer({ min: 0, max: 100 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const periods: Period[] = [];
        for (const { verb, at } of steps) {
          const open = periods.find(({ to }) => to === null);
          if (verb === "mount" && ruleOf(() => assertFree(periods, at)) === "done") periods.push(period(at, null));
          if (verb === "unmount" && open && ruleOf(() => assertEnds(open.from, at)) === "done") open.to = at;
        }
        const overlap = (a: Period, b: Period) => a.from < (b.to ?? Infinity) && b.from < (a.to ?? Infinity);
        return periods.every((one, index) => periods.slice(index + 1).every((other) => !overlap(one, other)));
      }),
    );
  });

  it("do not begin in the future, nor end before they began", () => {
    expect(ruleOf(() => assertCome(NOW, NOW))).toBe("done");
    expect(ruleOf(() => assertCome(NOW + 1, NOW))).toBe("INVALID at notFuture");
    expect(ruleOf(() => assertEnds(10, 10))).toBe("done");
    expect(ruleOf(() => assertEnds(10, 9))).toBe("INVALID at beforeMounting");
  });
});

describe("who takes part", () => {
  it("is no place that is retired, and no device that is disabled", () => {
    expect(CARRIER_STATUSES.filter((status) => ruleOf(() => assertInService(status)) !== "done")).toEqual([
      "retirement",
    ]);
    expect(DEVICE_USES.filter((use) => ruleOf(() => assertUsable({ use, custody: "own" })) !== "done")).toEqual([
      "deactivated",
    ]);
  });

  it("are the kinds that have probes of their own", () => {
    expect(DEVICE_KINDS.filter(isMountedKind)).toEqual(["sensor", "gas", "magnetism"]);
  });
});
