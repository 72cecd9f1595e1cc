import { describe, expect, it } from "vitest";
import { VERIFICATION_STATES } from "@/db/verification-enums";
import { actsOf, assertAct } from "./act.rules";
import { numberOf, obstaclesOf } from "./task.rules";

const point = (label: string, more: object = {}) => ({
  ...{ label, pointClass: "uniform" as const, busy: null, isAway: false, hasTemperature: true, hasHumidity: false },
  device: { id: 1, name: `L ${label}`, dueOn: "2027-01-01", reportIntervalSeconds: 60 },
  ...more,
});
const rule = {
  ...{ uniformMinimum: 2, horizontalMetres: null, verticalMetres: null, perVolumePoints: null },
  ...{ volumeCubicMetres: null, perFan: 0, perDoor: 1, perDeadCorner: 0, perRack: 0, perProbe: 0, outside: 0 },
};
const task = {
  ...{ samplingSeconds: 60, samplingMode: "average" as const, durationMinutes: 60, timeZone: "UTC", rule },
  limits: { temperature: { setting: 5, minimum: 2, maximum: 8 }, humidity: null },
  space: {
    ...{ lengthMetres: 2, widthMetres: 2, heightMetres: 2, fans: 0, doors: 1, deadCorners: 0, racks: 0, probes: 0 },
  },
};
const door = point("D1", { pointClass: "door" });
const rulesOf = (points: ReturnType<typeof point>[], more: object = {}) =>
  obstaclesOf({ ...task, ...more }, points, "2026-12-01").map(({ rule: name }) => name);

describe("a verification", () => {
  it("starts with enough calibrated devices", () => {
    expect(rulesOf([point("U1"), point("U2"), door])).toEqual([]);
  });

  it("does not start without a plan, with too few points of a class, or for the mode", () => {
    expect(rulesOf([], { space: null })).toEqual(["required"]);
    expect(rulesOf([point("U1")])).toEqual(["tooFewUniform", "tooFewDoor", "minimumPoints"]);
    expect(rulesOf([point("U1"), point("U2"), door], { samplingMode: "equilibrium" })).toEqual([]);
  });

  it.each([
    ["pointDevice", { device: null }],
    ["deviceBusy", { busy: "V261128-001" }],
    ["deviceAway", { isAway: true }],
    ["deviceTemperature", { hasTemperature: false }],
    ["deviceTooSlow", { device: { id: 1, name: "L", dueOn: "2027-01-01", reportIntervalSeconds: 300 } }],
    ["deviceCalibration", { device: { id: 1, name: "L", dueOn: "2026-11-30", reportIntervalSeconds: 60 } }],
    ["deviceCalibration", { device: { id: 1, name: "L", dueOn: null, reportIntervalSeconds: 60 } }],
  ])("does not start: %s", (name, more) => {
    const [obstacle, ...others] = obstaclesOf(task, [point("U1", more), point("U2"), door], "2026-12-01");
    expect(others).toEqual([]);
    expect(obstacle).toMatchObject({ path: "points", rule: name });
    expect(obstacle?.names).toContain("U1");
  });

  it("wants humidity of the points inside if it has limits for it", () => {
    const limits = { ...task.limits, humidity: { setting: null, minimum: 35, maximum: 75 } };
    const damp = { hasHumidity: true };
    const outside = point("O1", { pointClass: "outside" });
    expect(rulesOf([point("U1"), point("U2", damp), { ...door, ...damp }, outside], { limits })).toEqual([
      "deviceHumidity",
    ]);
  });

  it("is deleted before it starts or after its end, unless a report tells of it", () => {
    const may = { mayEdit: true, mayRemove: true };
    const removable = VERIFICATION_STATES.filter((state) =>
      actsOf({ state, isReported: false }, may).includes("remove"),
    );
    expect(removable).toEqual(["toBeStarted", "terminated"]);
    expect(actsOf({ state: "terminated", isReported: true }, may)).toEqual([]);
    expect(() => assertAct("remove", "recording")).toThrow("running");
    expect(() => assertAct("start", "terminated")).toThrow("terminated");
    expect(actsOf({ state: "comparing", isReported: false }, may)).toEqual(["confirm", "mark"]);
    expect(actsOf({ state: "recording", isReported: false }, { ...may, mayEdit: false })).toEqual([]);
  });

  it("has the next number of its day", () => {
    expect(numberOf("2026-11-28", ["V261128-001", "V261127-009"])).toBe("V261128-002");
  });
});
