import { CARRIER_STATUSES, type CarrierStatus, type Measure, MONITORED_MEASURES, SEVERITIES } from "@/db/enums";
import type { MonitoringPointDto, MonitoringProbeDto } from "./monitoring.schema";
import { MONITOR_STATUSES, type MonitorStatus, type ValueState } from "./point-state.rules";

const MONITORED: ReadonlySet<Measure> = new Set(MONITORED_MEASURES);

/** Carriers out of service: they raise no alarms, and their values may be out of range. */
export const STOPPED_STATUSES = CARRIER_STATUSES.filter((status) => status !== "running" && status !== "defrost");

/** Shipped value of the parameter `device.faultToleranceCoefficient`. */
export const DEFAULT_TOLERANCE = 3;
/** A battery at or below this charge, in %, has to be replaced. */
export const LOW_BATTERY = 20;
/** A radio link at or below this level, in dBm, is unreliable: it is close to the sensitivity limit of the radios. */
export const WEAK_SIGNAL = -110;

type Valued = Pick<MonitoringProbeDto, "value" | "at" | "minimum" | "maximum" | "staleAfterSeconds">;

/** Whether carriers are monitored for this measure. */
export const isMonitored = (measure: Measure): boolean => MONITORED.has(measure);

/** The state of a probe's latest value at `now` (epoch ms). The limit itself is within the range. */
export function valueState({ value, at, minimum, maximum, staleAfterSeconds }: Valued, now: number): ValueState {
  if (value === null || at === null) return "unknown";
  if (now - at > staleAfterSeconds * 1000) return "stale";
  if (maximum !== null && value > maximum) return "above";
  if (minimum !== null && value < minimum) return "below";
  return "normal";
}

type Point = Pick<MonitoringPointDto, "carrierStatus" | "defrostUntil" | "worstExcursion"> & {
  probes: readonly (Valued & { measure: Measure })[];
};

/** Defrosting warms a carrier on purpose, so values above the range are no excursion. */
const isDefrosting = ({ carrierStatus, defrostUntil }: Point, now: number) =>
  carrierStatus === "defrost" && (defrostUntil === null || now < defrostUntil);

/**
 * The state of a carrier at `now` (epoch ms), in this order: stopped if out of service; abnormal with an open excursion
 * or a value outside its range; offline if any monitored value is stale; unknown without any value; otherwise normal.
 */
export function pointStatus(point: Point, now: number): MonitorStatus {
  if (isStopped(point.carrierStatus)) return "stopped";
  if (point.worstExcursion !== null) return "abnormal";
  const states = point.probes.filter(({ measure }) => isMonitored(measure)).map((probe) => valueState(probe, now));
  const defrosting = isDefrosting(point, now);
  if (states.some((state) => state === "below" || (state === "above" && !defrosting))) return "abnormal";
  if (states.includes("stale")) return "offline";
  return states.some((state) => state !== "unknown") ? "normal" : "unknown";
}

/** Whether a carrier of this status is out of service. */
export const isStopped = (status: CarrierStatus): boolean => (STOPPED_STATUSES as readonly string[]).includes(status);

/** Index of a state in the order "worst first". The severities of open excursions precede `abnormal`. */
export const urgencyOf = (status: MonitorStatus): number => SEVERITIES.length + MONITOR_STATUSES.indexOf(status);

/** Index in the order "worst first": excursions by severity, values out of range without one, then other states. */
export function urgency(point: Point, now: number): number {
  if (point.worstExcursion !== null && !isStopped(point.carrierStatus)) return SEVERITIES.indexOf(point.worstExcursion);
  return urgencyOf(pointStatus(point, now));
}

/** Whether points are in the order "worst first" at `now` (epoch ms); equal points may be in any order. */
export function isWorstFirst(points: readonly Point[], now: number): boolean {
  let last = 0;
  return points.every((point) => {
    const before = last;
    last = urgency(point, now);
    return before <= last;
  });
}

export type Remark = "doorOpen" | "powerLost" | "batteryLow" | "signalWeak" | "gatewayOffline";

type Remarked = Pick<MonitoringPointDto, "probes" | "gatewayOnline" | "carrierStatus">;

/** Remarks about a carrier's devices at `now`; stale values are ignored. */
export function remarksOf(point: Remarked, now: number): Remark[] {
  const has = (measure: Measure, test: (value: number) => boolean) =>
    point.probes.some(
      (probe) =>
        probe.measure === measure && probe.value !== null && valueState(probe, now) !== "stale" && test(probe.value),
    );
  // An open state alarm is already reported as a reason; a carrier out of service has no reasons.
  const isTold = (measure: Measure) =>
    !isStopped(point.carrierStatus) &&
    point.probes.some((probe) => probe.measure === measure && probe.excursion?.kind === "state");
  const remarks: [Remark, boolean][] = [
    ["powerLost", has("power", (value) => value === 0) && !isTold("power")],
    ["doorOpen", has("door", (value) => value === 1) && !isTold("door")],
    ["gatewayOffline", point.gatewayOnline === false],
    ["batteryLow", has("battery", (value) => value <= LOW_BATTERY)],
    ["signalWeak", has("signal", (value) => value <= WEAK_SIGNAL)],
  ];
  return remarks.filter(([, holds]) => holds).map(([remark]) => remark);
}
