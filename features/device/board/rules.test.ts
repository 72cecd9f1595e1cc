import { describe, expect, it } from "vitest";
import { isLow, reasonsOf } from "./rules";

const LAST = 1_000;
const device = (change: Partial<Parameters<typeof reasonsOf>[0]> = {}) => ({
  onlineStatus: "online" as const,
  openExceptions: 0,
  slowPaceSeconds: null,
  reportIntervalSeconds: 300,
  lastSeenAt: LAST,
  calibrationState: "none" as const,
  calibrationDueOn: null,
  probes: [],
  isGatewaySilent: false,
  ...change,
});
const probe = (measure: "battery" | "signal", value: number | null) => ({
  id: 1,
  measure,
  channel: "",
  value,
  at: 1,
  faultAt: null,
  trend: null,
});
const dueOn = "2026-11-01";

describe("why a device needs looking at", () => {
  it.each([
    ["nothing", {}, []],
    ["an open exception", { openExceptions: 2 }, [{ key: "abnormal", count: 2 }]],
    [
      "a slow pace beside its exception",
      { openExceptions: 1, slowPaceSeconds: 1200 },
      [
        { key: "abnormal", count: 1 },
        { key: "slow", paceSeconds: 1200, agreedSeconds: 300 },
      ],
    ],
    ["silence", { onlineStatus: "offline" as const }, [{ key: "offline", since: LAST, isGatewaySilent: false }]],
    [
      "the silence of its gateway",
      { onlineStatus: "offline" as const, isGatewaySilent: true },
      [{ key: "offline", since: LAST, isGatewaySilent: true }],
    ],
    ["never a word", { onlineStatus: "unknown" as const, lastSeenAt: null }, [{ key: "unknown" }]],
    ["a battery at its limit", { probes: [probe("battery", 20)] }, [{ key: "batteryLow", value: 20 }]],
    ["no battery above it", { probes: [probe("battery", 20.1)] }, []],
    ["a weak signal", { probes: [probe("signal", -110)] }, [{ key: "signalWeak", value: -110 }]],
    [
      "a calibration that is over",
      { calibrationState: "expired" as const, calibrationDueOn: dueOn },
      [{ key: "expired", dueOn }],
    ],
    ["one that holds", { calibrationState: "valid" as const, calibrationDueOn: dueOn }, []],
  ])("tells of %s", (_, change, expected) => {
    expect(reasonsOf(device(change))).toEqual(expected);
  });

  it("puts the most urgent first", () => {
    const worn = device({
      onlineStatus: "offline",
      openExceptions: 1,
      calibrationState: "dueSoon",
      calibrationDueOn: dueOn,
      probes: [probe("signal", -120), probe("battery", 3)],
    });
    expect(reasonsOf(worn).map(({ key }) => key)).toEqual([
      "abnormal",
      "offline",
      "batteryLow",
      "signalWeak",
      "dueSoon",
    ]);
  });

  it("asks for nothing but its open exceptions where it is stopped", () => {
    const stopped = device({ onlineStatus: "stopped", openExceptions: 1, probes: [probe("battery", 1)] });
    expect(reasonsOf(stopped).map(({ key }) => key)).toEqual(["abnormal"]);
  });

  it("takes no value for no low one", () => {
    expect(isLow("battery", null)).toBe(false);
    expect(isLow("temperature", -200)).toBe(false);
  });
});
