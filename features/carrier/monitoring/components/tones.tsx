import { TONES, type Tone } from "@/components/value/tone";
import type { CarrierStatus, Side } from "@/db/enums";
import { KINDS } from "@/features/exception/kind.rules";
import type { SwitchPosition } from "../../alarm-switch/rules";
import { isMonitored, isStopped, pointStatus, valueState } from "../monitoring.rules";
import type { ShownPoint, ShownProbe } from "../monitoring.schema";
import type { MonitorStatus } from "../point-state.rules";

const STATUS_TONE: Record<MonitorStatus, Tone> = {
  abnormal: "warning",
  offline: "offline",
  unknown: "offline",
  normal: "normal",
  stopped: "paused",
};

const SWITCH_COLOUR: Record<SwitchPosition, string> = {
  on: "text-normal",
  off: "text-critical",
  paused: "text-paused",
  none: "text-faint-foreground",
};

/** The colour of an alarm switch. A carrier out of service raises no alarms, so its switch is not green. */
export const switchColour = (position: SwitchPosition, status: CarrierStatus): string =>
  SWITCH_COLOUR[position === "on" && isStopped(status) ? "none" : position];

/** The tone of a value's state; undefined for normal and unknown. */
export function toneOfValue(probe: ShownProbe, now: number): Tone | undefined {
  const state = valueState(probe, now);
  return TONES.find((tone) => tone === state && tone !== "normal");
}

/** The colour of a point: red for a critical alarm, else by the side of its first excursion, else by its state. */
export function toneOfPoint(point: ShownPoint, now: number): Tone {
  const status = pointStatus(point, now);
  if (status !== "abnormal") return STATUS_TONE[status];
  if (point.worstExcursion === "critical") return "critical";
  const sides = point.probes.map((probe) => sideOf(probe, now));
  return sides.find((side) => side !== null) ?? STATUS_TONE.abnormal;
}

/** The side on which a probe is out of range, by its open alarm or else by its value. Switches have no side. */
export function sideOf(probe: ShownProbe, now: number): Side | null {
  const { excursion } = probe;
  if (excursion?.side && KINDS[excursion.kind].hasLimits) return excursion.side;
  const state = valueState(probe, now);
  return isMonitored(probe.measure) && (state === "above" || state === "below") ? state : null;
}
