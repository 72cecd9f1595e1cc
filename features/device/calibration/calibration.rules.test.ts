import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CalibrationState } from "@/db/enums";
import { calibrationState } from "../device.rules";
import {
  CALIBRATION_EVENTS,
  CALIBRATION_TRANSITIONS,
  calibrationIssues,
  certificateState,
  currentOf,
  deviationsOf,
  FILE_BYTES,
  fileIssue,
  fileTypeOf,
} from "./calibration.rules";

const TODAY = "2026-11-20";
const DAY_MS = 86_400_000;
const dayAfter = (days: number, from = TODAY) => new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10);

describe("certificateState", () => {
  it.each([
    ["none", null, "none"],
    ["31 days left", { dueOn: dayAfter(31), isRevoked: false }, "valid"],
    ["30 days left", { dueOn: dayAfter(30), isRevoked: false }, "dueSoon"],
    ["its last day", { dueOn: TODAY, isRevoked: false }, "dueSoon"],
    ["the day after", { dueOn: dayAfter(-1), isRevoked: false }, "expired"],
    ["revoked", { dueOn: dayAfter(100), isRevoked: true }, "revoked"],
    ["revoked and expired", { dueOn: dayAfter(-100), isRevoked: true }, "revoked"],
  ] as const)("%s", (_name, certificate, expected) => expect(certificateState(certificate, TODAY)).toBe(expected));
});

describe("the calibration of a device", () => {
  it("goes no way that the table lacks, whatever is added, revoked, or time does", () => {
    const step = fc.record({
      event: fc.constantFrom(...CALIBRATION_EVENTS),
      days: fc.integer({ min: 1, max: 400 }),
      pick: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let today = TODAY;
        const kept: { id: number; calibratedOn: string; dueOn: string; isRevoked: boolean }[] = [];
        const stateNow = (): CalibrationState => calibrationState(currentOf(kept)?.dueOn ?? null, today);
        for (const { event, days, pick } of steps) {
          const before = stateNow();
          if (event === "add")
            kept.push({
              id: kept.length,
              calibratedOn: dayAfter(-days, today),
              dueOn: dayAfter(200 - days, today),
              isRevoked: false,
            });
          else if (event === "revoke") {
            const open = kept.filter(({ isRevoked }) => !isRevoked);
            const one = open[pick % Math.max(1, open.length)];
            if (one) one.isRevoked = true;
          } else {
            today = dayAfter(1, today);
            const after = stateNow();
            const expected =
              Object.values(CALIBRATION_TRANSITIONS[before]).length && before !== after
                ? before === "valid"
                  ? "approach"
                  : "expire"
                : null;
            if (expected && !CALIBRATION_TRANSITIONS[before][expected]?.includes(after)) return false;
            continue;
          }
          const after = stateNow();
          const allowed = CALIBRATION_TRANSITIONS[before][event];
          // A revoked certificate is not necessarily the current one.
          if (after !== before && !allowed?.includes(after)) return false;
        }
        return true;
      }),
    );
  });

  it("is that of the newest certificate that is not revoked", () => {
    const one = (id: number, calibratedOn: string, isRevoked = false) => ({ id, calibratedOn, isRevoked });
    expect(currentOf([])).toBeNull();
    expect(currentOf([one(1, "2026-01-01"), one(2, "2025-01-01")])?.id).toBe(1);
    expect(currentOf([one(1, "2026-01-01"), one(2, "2026-01-01")])?.id).toBe(2);
    expect(currentOf([one(1, "2026-01-01", true), one(2, "2025-01-01")])?.id).toBe(2);
    expect(currentOf([one(1, "2026-01-01", true)])).toBeNull();
  });
});

describe("calibrationIssues", () => {
  const fine = { calibratedOn: "2026-11-01", dueOn: "2027-11-01", noticeOn: "2027-10-01" };
  it.each([
    ["fine", fine, []],
    ["without a reminder", { ...fine, noticeOn: null }, []],
    ["calibrated today", { ...fine, calibratedOn: TODAY }, []],
    ["calibrated tomorrow", { ...fine, calibratedOn: dayAfter(1) }, ["calibratedOn notFuture"]],
    ["due on the day itself", { ...fine, dueOn: fine.calibratedOn, noticeOn: null }, ["dueOn dueAfterCalibration"]],
    ["a reminder today", { ...fine, noticeOn: TODAY }, []],
    ["a reminder yesterday", { ...fine, noticeOn: dayAfter(-1) }, ["noticeOn noticeBeforeNow"]],
    ["a reminder after the end", { ...fine, noticeOn: "2027-11-02" }, ["noticeOn noticeAfterDue"]],
  ] as const)("%s", (_name, days, expected) =>
    expect(calibrationIssues(days, TODAY).map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected),
  );
});

describe("a certificate's file", () => {
  const pdf = new TextEncoder().encode("%PDF-1.7\n");
  it("is a PDF or a picture of at most 20 MB", () => {
    expect(fileTypeOf(pdf)).toBe("application/pdf");
    expect(fileIssue(pdf)).toBeNull();
    expect(fileIssue(new TextEncoder().encode("<html>%PDF-"))).toMatchObject({ rule: "certificateFile" });
    const large = new Uint8Array(FILE_BYTES + 1);
    large.set(pdf);
    expect(fileIssue(large)).toMatchObject({ rule: "fileSize", limit: 20 });
    expect(fileIssue(large.subarray(0, FILE_BYTES))).toBeNull();
  });
});

it("tells how far a device was off, and leaves open what was not adjusted", () => {
  expect(deviationsOf({ measure: "temperature", reference: 5, asFound: 5.5, asLeft: 5 })).toEqual({
    found: 0.5,
    left: 0,
  });
  expect(deviationsOf({ measure: "temperature", reference: 5, asFound: 4, asLeft: null })).toEqual({
    found: -1,
    left: null,
  });
});
