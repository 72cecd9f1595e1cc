import { describe, expect, it } from "vitest";
import type { ExceptionDetailDto } from "../exception.schema";
import { timelineOf } from "./timeline.rules";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();

const OPEN: ExceptionDetailDto = {
  id: 1,
  customerId: 2,
  kind: "range",
  type: "sensor-temperature",
  measure: "temperature",
  side: "above",
  severity: "critical",
  carrier: { id: 3, name: "Fridge 3", type: "refrigerator" },
  scenePath: [],
  device: { id: 4, name: "Sensor", serialNumber: "SN-1", kind: "sensor" },
  probeId: 5,
  minimum: 2,
  maximum: 8,
  startedAt: at(0),
  raisedAt: at(10),
  endedAt: null,
  durationSeconds: 1800,
  peak: 11.3,
  peakAt: at(20),
  mean: 9.4,
  degreeMinutes: 40,
  meanKineticTemperature: 9.6,
  kineticRefusal: null,
  observedSeconds: 3000,
  figuresAt: null,
  sampleCount: 6,
  exposure: null,
  forecast: null,
  crossing: null,
  pace: null,
  isDetectedLate: false,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedVia: null,
  isEndedSilent: false,
  acknowledgementComment: null,
  status: "unprocessed",
  isClosed: false,
  reason: null,
  measures: null,
  remark: null,
  analysisResult: null,
  handledAt: null,
  handledBy: null,
  withdrawnAt: null,
  mergedIntoId: null,
  removedAt: null,
  removedBy: null,
  removalReason: null,
  context: { doorOpenSince: null, powerLostSince: null, affected: [], rises: [], retainedReadings: null },
  notices: [],
  trail: [],
};

const change = (operation: string, minute: number) => ({
  at: at(minute),
  actor: "Li",
  operation,
  reason: null,
  oldValues: null,
  newValues: null,
});

const unwatched = (operation: string, minute: number) => ({
  ...change(operation, minute),
  newValues: { endedAt: at(minute) },
});

const notice = {
  type: "alarm",
  channel: "email",
  status: "sent",
  contactName: "Wang",
  recipient: "w@x.cn",
  attempt: 1,
  isDigest: false,
  others: 0,
  reason: "",
  remark: null,
} as const;

const kinds = (detail: ExceptionDetailDto) => timelineOf(detail).map(({ kind }) => kind);

describe("timelineOf", () => {
  it("tells of an open one its start, the alarm after its delay and the peak so far", () => {
    expect(timelineOf(OPEN)).toEqual([
      { at: at(0), kind: "started" },
      { at: at(10), kind: "raised", delaySeconds: 600, isLate: false },
      { at: at(20), kind: "peak" },
    ]);
  });

  it("leaves out the peak of a switch, which has none", () => {
    expect(kinds({ ...OPEN, kind: "state", measure: "door", peak: 1 })).toEqual(["started", "raised"]);
  });

  it("leaves out a peak at the start", () => {
    expect(kinds({ ...OPEN, peakAt: OPEN.startedAt })).toEqual(["started", "raised"]);
  });

  it("puts the data, the messages and the people into one order", () => {
    const story = kinds({
      ...OPEN,
      endedAt: at(30),
      acknowledgedAt: at(15),
      acknowledgedBy: "Li",
      acknowledgementComment: "on my way",
      notices: [
        { ...notice, at: at(10) },
        { ...notice, at: at(40), status: "failed", reason: "mailbox full" },
      ],
      trail: [
        change("exception.acknowledge", 15),
        change("exception.handle", 45),
        change("exception.reopen", 50),
        change("exception.handle", 55),
        change("exception.close", 55),
      ],
    });
    expect(story).toEqual([
      "started",
      "raised",
      "notice",
      "acknowledged",
      "peak",
      "cleared",
      "notice",
      "handled",
      "reopened",
      "handled",
      "closed",
    ]);
  });

  it("tells the acknowledgement once, with its comment", () => {
    const entries = timelineOf({
      ...OPEN,
      acknowledgedAt: at(15),
      acknowledgedBy: "Li",
      acknowledgementComment: "seen",
      trail: [change("exception.acknowledge", 15)],
    });
    expect(entries.filter(({ kind }) => kind === "acknowledged")).toEqual([
      { at: at(15), kind: "acknowledged", actor: "Li", comment: "seen", via: "console" },
    ]);
  });

  it("tells the cause with the acknowledgement that recorded it, and the deletion last", () => {
    const cause = {
      ...change("exception.acknowledgeByLink", 15),
      newValues: { reasonId: 3, reason: "door-left-open" },
    };
    const removal = { ...change("exception.remove", 60), reason: "a test of the probe" };
    const entries = timelineOf({
      ...{ ...OPEN, endedAt: at(30), acknowledgedAt: at(15), acknowledgedBy: "Li", acknowledgementComment: "seen" },
      trail: [cause, removal],
    });
    expect(entries.find(({ kind }) => kind === "acknowledged")).toMatchObject({ cause });
    expect(entries.at(-1)).toEqual({ at: at(60), kind: "removed", change: removal });
  });

  it.each([
    ["device.disable", "disabled"],
    ["device.update", "disabled"],
    ["exception.end", "takenDown"],
    ["customer.cancel", "cancelled"],
  ])("does not say that all is well again where somebody ended the watch: %s", (operation, cause) => {
    const ending = unwatched(operation, 30);
    const story = timelineOf({ ...OPEN, endedAt: at(30), trail: [ending, change("exception.handle", 45)] });
    expect(story.slice(-2)).toEqual([
      { at: at(30), kind: "unwatched", cause, change: ending },
      expect.objectContaining({ kind: "handled" }),
    ]);
    expect(story.some(({ kind }) => kind === "cleared")).toBe(false);
  });

  it("says when the severity rose", () => {
    const rises = [{ at: at(25), severity: "critical" as const }];
    const told = timelineOf({ ...OPEN, context: { ...OPEN.context, rises } });
    expect(told.at(-1)).toEqual({ at: at(25), kind: "risen", severity: "critical" });
  });

  it("ends with a withdrawal", () => {
    expect(kinds({ ...OPEN, withdrawnAt: at(59) }).at(-1)).toBe("withdrawn");
  });

  it("tells who entered late that the device had been removed, where that withdrew it", () => {
    const removal = { ...change("exception.withdraw", 59), reason: "to the workshop" };
    const story = timelineOf({ ...OPEN, withdrawnAt: at(59), trail: [removal] });
    expect(story.at(-1)).toEqual({ at: at(59), kind: "withdrawn", change: removal });
  });
});
