import { CARRIER_STATUSES, type CarrierStatus, type Measure, MONITORED_MEASURES, SEVERITIES } from "@/db/enums";
import type { MonitoringPointDto, MonitoringProbeDto } from "./monitoring.schema";
import { MONITOR_STATUSES, type MonitorStatus, type ValueState } from "./point-state.rules";

const MONITORED: ReadonlySet<Measure> = new Set(MONITORED_MEASURES);

/** Carriers out of service: they raise no alarm, and their values need not be right. */
export const STOPPED_STATUSES = CARRIER_STATUSES.filter((status) => status !== "running" && status !== "defrost");

/** Shipped value of the parameter `device.faultToleranceCoefficient`. */
export const DEFAULT_TOLERANCE = 3;
/** At or below this charge, in %, a battery is due. */
export const LOW_BATTERY = 20;
/** At or below this level, in dBm, a radio link is about to break: little is left to the sensitivity of the radios. */
export const WEAK_SIGNAL = -110;

type Valued = Pick<MonitoringProbeDto, "value" | "at" | "minimum" | "maximum" | "staleAfterSeconds">;

/** Whether the measure is one of those that a carrier is there to keep. */
export const isMonitored = (measure: Measure): boolean => MONITORED.has(measure);

/** The state of a probe's last value at `now` (epoch ms). A limit itself is still within the range. */
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

/** Defrosting warms a carrier on purpose: too warm is no excursion then. */
const isDefrosting = ({ carrierStatus, defrostUntil }: Point, now: number) =>
  carrierStatus === "defrost" && (defrostUntil === null || now < defrostUntil);

/**
 * The state of a carrier at `now` (epoch ms): out of service, else abnormal by an open excursion or a value outside its
 * range, else offline if any of its monitored values is stale, unknown if none ever came, else normal.
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

/** Position of a state in the order "worst first"; before that of `abnormal` come the severities of open excursions. */
export const urgencyOf = (status: MonitorStatus): number => SEVERITIES.length + MONITOR_STATUSES.indexOf(status);

/** Position in the order "worst first": excursions by severity, values outside without one, then the other states. */
export function urgency(point: Point, now: number): number {
  if (point.worstExcursion !== null && !isStopped(point.carrierStatus)) return SEVERITIES.indexOf(point.worstExcursion);
  return urgencyOf(pointStatus(point, now));
}

/** Whether points stand in the order "worst first" at `now` (epoch ms), equals in any order. */
export function isWorstFirst(points: readonly Point[], now: number): boolean {
  let last = 0;
  return points.every((point) => {
    const before = last;
    last = urgency(point, now);
    return before <= last;
  });
}

/** Changes per minute that are worth an arrow. */
const NOTICEABLE: Partial<Record<Measure, number>> = { temperature: 0.05, humidity: 0.3, co2: 5, gas: 1 };

/** The direction of a trend (change per minute); undefined where none is known. */
export function direction(trend: number | null, measure: Measure): "rising" | "falling" | "steady" | undefined {
  const threshold = NOTICEABLE[measure];
  if (trend === null || threshold === undefined) return undefined;
  if (Math.abs(trend) < threshold) return "steady";
  return trend > 0 ? "rising" : "falling";
}

export type Remark = "doorOpen" | "powerLost" | "batteryLow" | "signalWeak" | "gatewayOffline";

type Remarked = Pick<MonitoringPointDto, "probes" | "gatewayOnline" | "carrierStatus">;

/** What should be known about a carrier's devices at `now`; stale values say nothing. */
export function remarksOf(point: Remarked, now: number): Remark[] {
  const has = (measure: Measure, test: (value: number) => boolean) =>
    point.probes.some(
      (probe) =>
        probe.measure === measure && probe.value !== null && valueState(probe, now) !== "stale" && test(probe.value),
    );
  // What an alarm is open for is told as its reason already; a carrier out of service gives none.
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
