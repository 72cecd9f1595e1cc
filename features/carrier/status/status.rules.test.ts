import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CARRIER_STATUSES, type CarrierStatus } from "@/db/enums";
import { AppError } from "@/lib/errors";
import {
  CUSTOMER_EVENTS,
  changed,
  DEFROST_MINUTES,
  type Followed,
  followed,
  issuesOf,
  mayFollow,
  type StatusState,
  statusAt,
  TRANSITIONS,
} from "./status.rules";

const NOW = Date.UTC(2026, 10, 20, 8);
const FREE = { devices: [], openExceptions: 0 };
const status = fc.constantFrom(...CARRIER_STATUSES);

const refusalOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, ...error.details.issues?.[0] };
    throw error;
  }
  throw new Error("it was done");
};

describe("the status of a carrier", () => {
  it("goes where the table leads, and nowhere else", () => {
    fc.assert(
      fc.property(status, status, fc.option(fc.integer({ min: 1, max: 1440 })), (from, to, minutes) => {
        const state: StatusState = { status: from, defrostUntil: from === "defrost" ? NOW + 1 : null };
        const wish = { to, reason: "inspection", defrostMinutes: to === "defrost" ? minutes : null };
        if (!TRANSITIONS[from].includes(to)) {
          const { code, path } = refusalOf(() => changed(state, wish, FREE, NOW));
          return code === "CONFLICT" && path === "status";
        }
        const after = changed(state, wish, FREE, NOW);
        const until = to === "defrost" ? NOW + (minutes ?? DEFROST_MINUTES.default) * 60_000 : null;
        return after.status === to && after.defrostUntil === until;
      }),
    );
  });

  it("keeps an end for a defrost alone, along any way", () => {
    fc.assert(
      fc.property(fc.array(status, { maxLength: 20 }), (wishes) => {
        let state: StatusState = { status: "running", defrostUntil: null };
        for (const to of wishes) {
          if (!mayFollow(state.status, to)) continue;
          state = changed(state, { to, reason: "inspection", defrostMinutes: null }, FREE, NOW);
          if ((state.status === "defrost") !== (state.defrostUntil !== null)) return false;
        }
        return true;
      }),
    );
  });

  it("leads from everywhere back to running", () => {
    const reached = new Set<CarrierStatus>();
    const walk = (from: CarrierStatus) => {
      if (reached.has(from)) return;
      reached.add(from);
      TRANSITIONS[from].forEach(walk);
    };
    for (const from of CARRIER_STATUSES) {
      reached.clear();
      walk(from);
      expect(reached, from).toContain("running");
    }
  });

  it.each([
    [{ to: "backup", reason: " ", defrostMinutes: null }, "reason", "required"],
    [{ to: "retirement", reason: "", defrostMinutes: null }, "reason", "required"],
    [{ to: "defrost", reason: "ice", defrostMinutes: 0 }, "defrostMinutes", "too_small"],
    [{ to: "defrost", reason: "ice", defrostMinutes: 1.5 }, "defrostMinutes", "too_small"],
    [{ to: "defrost", reason: "ice", defrostMinutes: 1441 }, "defrostMinutes", "too_big"],
    [{ to: "repaired", reason: "fan", defrostMinutes: 60 }, "defrostMinutes", "onlyDefrost"],
  ] as const)("refuses %o", (wish, path, rule) => {
    expect(issuesOf(wish)).toMatchObject([{ path, rule }]);
  });

  it("needs no reason to run again, and lets a defrost last a day", () => {
    expect(issuesOf({ to: "running", reason: "", defrostMinutes: null })).toEqual([]);
    expect(issuesOf({ to: "defrost", reason: "ice", defrostMinutes: 1440 })).toEqual([]);
  });

  it("does not undo what somebody else has done meanwhile", () => {
    const wish = { to: "backup", reason: "spare", defrostMinutes: null, from: "running" } as const;
    expect(refusalOf(() => changed({ status: "repaired", defrostUntil: null }, wish, FREE, NOW))).toMatchObject({
      code: "CONFLICT",
      rule: "statusChanged",
    });
  });

  it("does not retire what carries devices or is in alarm, and names the devices", () => {
    const wish = { to: "retirement", reason: "scrapped", defrostMinutes: null } as const;
    const state: StatusState = { status: "running", defrostUntil: null };
    const burdened = refusalOf(() => changed(state, wish, { devices: ["SN-1", "SN-2"], openExceptions: 1 }, NOW));
    expect(burdened).toMatchObject({ rule: "hasDevices", message: "devices are mounted: SN-1, SN-2" });
    expect(refusalOf(() => changed(state, wish, { devices: [], openExceptions: 2 }, NOW))).toMatchObject({
      rule: "openExceptions",
    });
  });

  it("is running again at the moment when the defrost ends", () => {
    const state: StatusState = { status: "defrost", defrostUntil: NOW };
    expect(statusAt(state, NOW - 1)).toEqual(state);
    expect(statusAt(state, NOW)).toEqual({ status: "running", defrostUntil: null });
  });
});

describe("the status of a carrier under its customer", () => {
  const event = fc.constantFrom(...CUSTOMER_EVENTS);
  const state = fc.record({ status, resumeStatus: fc.constant(null) });

  it("knows every way, and no other", () => {
    for (const from of CARRIER_STATUSES) {
      const isObsolete = from === "retirement";
      expect(followed({ status: from, resumeStatus: null }, "suspend")).toEqual(
        isObsolete ? null : { status: "retirement", resumeStatus: from },
      );
      expect(followed({ status: from, resumeStatus: null }, "resume")).toBeNull();
    }
  });

  it("waits where nothing is watched, and comes back as it was, whatever the customer goes through", () => {
    fc.assert(
      fc.property(state, fc.array(event, { maxLength: 20 }), (start, events) => {
        let now: Followed = start;
        for (const one of events) {
          now = followed(now, one) ?? now;
          expect(now.resumeStatus === null ? now : { status: now.resumeStatus, resumeStatus: null }).toEqual(start);
          if (one === "suspend") expect(now.status).toBe("retirement");
          if (one === "resume") expect(now).toEqual(start);
        }
      }),
    );
  });
});
