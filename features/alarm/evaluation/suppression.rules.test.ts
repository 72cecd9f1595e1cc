import { describe, expect, it } from "vitest";
import {
  type CarrierHold,
  groupSilent,
  judgeNoData,
  mayRaise,
  nextLookAt,
  noDataDeadlineSeconds,
} from "./suppression.rules";

const running: CarrierHold = {
  carrierStatus: "running",
  alarmSwitch: "on",
  pausedUntil: null,
  defrostUntil: null,
  silencedUntil: null,
  side: "above",
};

describe("mayRaise", () => {
  it.each<[string, Partial<CarrierHold>, boolean]>([
    ["running, switched on", {}, true],
    ["backup", { carrierStatus: "backup" }, false],
    ["retired", { carrierStatus: "retirement" }, false],
    ["to be repaired", { carrierStatus: "repaired" }, false],
    ["switched off", { alarmSwitch: "off" }, false],
    ["paused until later", { alarmSwitch: "paused", pausedUntil: 1001 }, false],
    ["paused until now", { alarmSwitch: "paused", pausedUntil: 1000 }, true],
    ["paused without end", { alarmSwitch: "paused" }, false],
    ["an old pause, switched on again", { pausedUntil: 5000 }, true],
    ["silenced until later", { silencedUntil: 1001 }, false],
    ["silenced until now", { silencedUntil: 1000 }, true],
    ["silenced, and switched off for longer", { silencedUntil: 1, alarmSwitch: "off" }, false],
    ["defrosting, above", { carrierStatus: "defrost", defrostUntil: 1001 }, false],
    ["defrosting, below", { carrierStatus: "defrost", defrostUntil: 1001, side: "below" }, true],
    ["defrosting, a condition without a side", { carrierStatus: "defrost", defrostUntil: 1001, side: null }, true],
    ["defrosting over", { carrierStatus: "defrost", defrostUntil: 1000 }, true],
    ["defrosting without end", { carrierStatus: "defrost" }, false],
    ["defrosting, below, switched off", { carrierStatus: "defrost", side: "below", alarmSwitch: "off" }, false],
    ["retired, pause over", { carrierStatus: "retirement", alarmSwitch: "paused", pausedUntil: 1 }, false],
  ])("%s", (_name, hold, expected) => {
    expect(mayRaise({ ...running, ...hold }, 1000)).toBe(expected);
  });
});

it.each<[string, Partial<CarrierHold>, number]>([
  ["what has no end", { alarmSwitch: "off" }, 61_000],
  ["a pause", { alarmSwitch: "paused", pausedUntil: 1001 }, 1001],
  ["a pause without end", { alarmSwitch: "paused" }, 61_000],
  ["a pause that is over", { alarmSwitch: "paused", pausedUntil: 1000 }, 61_000],
  ["a pause that may be taken back before its end", { alarmSwitch: "paused", pausedUntil: 999_000 }, 61_000],
  ["a silence", { silencedUntil: 2000 }, 2000],
  ["both", { alarmSwitch: "paused", pausedUntil: 3000, silencedUntil: 2000 }, 3000],
])("looks again at what is held back by %s", (_name, hold, expected) => {
  expect(nextLookAt({ ...running, ...hold }, 1000)).toBe(expected);
});

describe("no data", () => {
  it.each([
    [60, 3, 180],
    [60, 2.5, 150],
    [60, 0.5, 60],
  ])("allows %s s × %s = %s s of silence", (interval, coefficient, expected) => {
    expect(noDataDeadlineSeconds(interval, coefficient)).toBe(expected);
  });

  it.each<[string, number | null, number | null, string]>([
    ["never reported", null, null, "none"],
    ["within the deadline", 820_001, null, "none"],
    ["at the deadline", 820_000, null, "none"],
    ["past the deadline", 819_999, null, "open"],
    ["past it, told already", 819_999, 999_999, "none"],
    ["heard again", 999_000, 900_000, "close"],
  ])("%s", (_name, lastReceivedAt, openSince, expected) => {
    expect(judgeNoData({ lastReceivedAt, deadlineSeconds: 180, openSince }, 1_000_000)).toBe(expected);
  });

  it("is not taken for over by a clock that was set back, and ends when something was heard", () => {
    const silent = { lastReceivedAt: 1_000_000, deadlineSeconds: 180, openSince: 1_180_000 };
    for (const now of [880_000, 1_000_000, 1_179_000, 1_180_000, 1_180_001, 1_500_000])
      expect([now, judgeNoData(silent, now)]).toEqual([now, "none"]);
    // Received under a clock that was set back; closed once the clock passes the start.
    const heard = { ...silent, lastReceivedAt: 1_100_000 };
    expect([1_120_000, 1_180_000, 1_180_001].map((now) => judgeNoData(heard, now))).toEqual(["none", "none", "close"]);
    expect(judgeNoData({ ...silent, lastReceivedAt: 1_200_000 }, 1_200_000)).toBe("close");
  });
});

describe("groupSilent", () => {
  const probe = (id: string, gatewayId: string | null, silent = true) => ({ id, gatewayId, silent });

  it("raises one exception for a silent gateway and holds back the silent probes behind it", () => {
    const gateways = [
      { id: "g1", silent: true },
      { id: "g2", silent: false },
    ];
    const probes = [
      probe("p1", "g1"),
      probe("p2", "g1", false),
      probe("p3", "g2"),
      probe("p4", null),
      probe("p5", "g1"),
    ];
    expect(groupSilent({ gateways, probes })).toEqual([
      { source: "gateway", id: "g1", affectedProbeIds: ["p1", "p5"] },
      { source: "probe", id: "p3" },
      { source: "probe", id: "p4" },
    ]);
  });

  it("tells a silent gateway with nothing silent behind it, and a probe of an unknown gateway", () => {
    const gateways = [{ id: "g1", silent: true }];
    expect(groupSilent({ gateways, probes: [probe("p1", "gone")] })).toEqual([
      { source: "gateway", id: "g1", affectedProbeIds: [] },
      { source: "probe", id: "p1" },
    ]);
  });

  it("has nothing to tell when all report", () => {
    expect(groupSilent({ gateways: [{ id: "g1", silent: false }], probes: [probe("p1", "g1", false)] })).toEqual([]);
  });
});
