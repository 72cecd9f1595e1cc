import { describe, expect, it } from "vitest";
import type { CarrierStatus, Measure, Severity } from "@/db/enums";
import { isWorstFirst, pointStatus, remarksOf, urgency, valueState } from "./monitoring.rules";
import type { MonitoringProbeDto } from "./monitoring.schema";

const now = Date.UTC(2026, 10, 20, 8);
const minutesAgo = (minutes: number) => now - minutes * 60_000;

const probe = (value: number | null, change: Partial<MonitoringProbeDto> = {}): MonitoringProbeDto => ({
  id: 1,
  measure: "temperature",
  value,
  at: value === null ? null : minutesAgo(1),
  trend: null,
  minimum: 2,
  maximum: 8,
  state: "unknown",
  staleAfterSeconds: 900,
  excursion: null,
  ...change,
});
const good = probe(5);
const warm = probe(9);
const silent = probe(5, { at: minutesAgo(16) });
const never = probe(null);

describe("valueState", () => {
  it.each([
    ["in range", good, "normal"],
    ["on the upper limit", probe(8), "normal"],
    ["on the lower limit", probe(2), "normal"],
    ["above", probe(8.01), "above"],
    ["below", probe(1.99), "below"],
    ["without limits", probe(99, { minimum: null, maximum: null }), "normal"],
    ["as old as silence allows", probe(5, { at: minutesAgo(15) }), "normal"],
    ["a moment older", probe(5, { at: minutesAgo(15) - 1 }), "stale"],
    ["outside, but old", probe(20, { at: minutesAgo(60) }), "stale"],
    ["never reported", never, "unknown"],
    ["from a clock ahead of ours", probe(5, { at: now + 60_000 }), "normal"],
  ])("%s", (_name, value, expected) => expect(valueState(value, now)).toBe(expected));
});

type Case = { status?: CarrierStatus; until?: number; worst?: Severity; probes: MonitoringProbeDto[] };
const point = ({ status = "running", until, worst, probes }: Case) => ({
  carrierStatus: status,
  defrostUntil: until ?? null,
  worstExcursion: worst ?? null,
  probes,
});

describe("pointStatus and urgency", () => {
  it.each([
    ["all in range", { probes: [good, good] }, "normal", 7],
    ["a value outside, no alarm yet", { probes: [good, warm] }, "abnormal", 4],
    ["an open critical excursion", { worst: "critical", probes: [good] }, "abnormal", 0],
    ["an open warning", { worst: "warning", probes: [warm] }, "abnormal", 3],
    ["outside and silent", { probes: [warm, silent] }, "abnormal", 4],
    ["one of two silent", { probes: [good, silent] }, "offline", 5],
    ["never reported", { probes: [never] }, "unknown", 6],
    ["no probe", { probes: [] }, "unknown", 6],
    ["one of two never reported", { probes: [never, good] }, "normal", 7],
    ["a silent battery alone", { probes: [good, { ...silent, measure: "battery" }] }, "normal", 7],
    ["only a door", { probes: [{ ...good, measure: "door" }] }, "unknown", 6],
    ["too warm while defrosting", { status: "defrost", probes: [warm] }, "normal", 7],
    ["too cold while defrosting", { status: "defrost", probes: [probe(1)] }, "abnormal", 4],
    ["too warm after the defrosting", { status: "defrost", until: minutesAgo(1), probes: [warm] }, "abnormal", 4],
    ["spare", { status: "backup", worst: "critical", probes: [warm] }, "stopped", 8],
    ["to be repaired", { status: "repaired", probes: [silent] }, "stopped", 8],
    ["obsolete", { status: "retirement", probes: [] }, "stopped", 8],
  ] as [string, Case, string, number][])("%s", (_name, given, status, order) => {
    expect(pointStatus(point(given), now)).toBe(status);
    expect(urgency(point(given), now)).toBe(order);
  });
});

it("sees when the worst no longer stands first", () => {
  const calm = point({ probes: [good] });
  const bad = point({ probes: [warm] });
  expect(isWorstFirst([], now)).toBe(true);
  expect(isWorstFirst([bad, calm, calm], now)).toBe(true);
  expect(isWorstFirst([bad, calm, bad], now)).toBe(false);
});

const told = (measure: Measure, value: number, at = minutesAgo(1)) =>
  probe(value, { measure, at, minimum: null, maximum: null });

it("remarks on the devices, not on what is stale", () => {
  const probes = [told("door", 1), told("power", 0), told("battery", 20), told("signal", -110)];
  expect(remarksOf({ probes, gatewayOnline: false, carrierStatus: "running" }, now)).toEqual([
    "powerLost",
    "doorOpen",
    "gatewayOffline",
    "batteryLow",
    "signalWeak",
  ]);
  const fine = [told("door", 0), told("power", 1), told("battery", 21), told("signal", -60)];
  expect(remarksOf({ probes: fine, gatewayOnline: null, carrierStatus: "running" }, now)).toEqual([]);
  expect(
    remarksOf({ probes: [told("door", 1, minutesAgo(60))], gatewayOnline: true, carrierStatus: "running" }, now),
  ).toEqual([]);
});

it("does not remark what the reason of an alarm tells, but where no reason is given", () => {
  const excursion = {
    exceptionId: 1,
    kind: "state",
    severity: "major",
    side: "above",
    minimum: null,
    maximum: 0.5,
    startedAt: now,
    outsideMinutes: null,
    windowMinutes: null,
  } as const;
  const probes = [{ ...told("door", 1), excursion }, told("power", 0)];
  const remarks = (carrierStatus: "running" | "repaired") =>
    remarksOf({ probes, gatewayOnline: true, carrierStatus }, now);
  expect(remarks("running")).toEqual(["powerLost"]);
  expect(remarks("repaired")).toEqual(["powerLost", "doorOpen"]);
});
