import type { Measure } from "@/db/enums";
import type { BoardRow } from "./schema";

/** At or below these values a battery (%) or a radio signal (dBm) is low. */
export const LOW = { battery: 20, signal: -110 } as const;

/** Order in which devices need attention. */
export const URGENCIES = [
  "abnormal",
  "offline",
  "expired",
  "batteryLow",
  "signalWeak",
  "dueSoon",
  "unknown",
  "online",
  "stopped",
] as const;
export type Urgency = (typeof URGENCIES)[number];

/** From this index on no attention is needed: a device that was never heard may not be unpacked yet. */
export const CALM_FROM = URGENCIES.indexOf("unknown");

/** Whether a value of this measure is low. */
export const isLow = (measure: Measure, value: number | null): boolean =>
  value !== null && measure in LOW && value <= LOW[measure as keyof typeof LOW];

/** Why a device needs attention, with the figures; `since` in epoch ms, `dueOn` as `yyyy-mm-dd`. */
export type Reason =
  | { key: "abnormal"; count: number }
  | { key: "offline"; since: number; isGatewaySilent: boolean }
  | { key: "unknown" }
  | { key: "expired" | "dueSoon"; dueOn: string }
  | { key: "slow"; paceSeconds: number; agreedSeconds: number }
  | { key: "batteryLow" | "signalWeak"; value: number };

type Judged = Pick<
  BoardRow,
  | "onlineStatus"
  | "openExceptions"
  | "slowPaceSeconds"
  | "reportIntervalSeconds"
  | "lastSeenAt"
  | "calibrationState"
  | "calibrationDueOn"
  | "probes"
  | "isGatewaySilent"
>;

/**
 * Everything that is wrong with a device, most urgent first. A low battery counts at any age: it may explain the
 * silence.
 */
export function reasonsOf(device: Judged): Reason[] {
  const { onlineStatus, openExceptions, lastSeenAt, calibrationState, calibrationDueOn, isGatewaySilent } = device;
  const reasons: Reason[] = openExceptions > 0 ? [{ key: "abnormal", count: openExceptions }] : [];
  if (onlineStatus === "stopped") return reasons;
  if (onlineStatus === "offline" && lastSeenAt !== null)
    reasons.push({ key: "offline", since: lastSeenAt, isGatewaySilent });
  if (onlineStatus === "unknown") reasons.push({ key: "unknown" });
  const low = (measure: "battery" | "signal") =>
    device.probes.find((probe) => probe.measure === measure && isLow(measure, probe.value))?.value;
  const [battery, signal] = [low("battery"), low("signal")];
  if (typeof battery === "number") reasons.push({ key: "batteryLow", value: battery });
  if (typeof signal === "number") reasons.push({ key: "signalWeak", value: signal });
  if (device.slowPaceSeconds !== null)
    reasons.push({ key: "slow", paceSeconds: device.slowPaceSeconds, agreedSeconds: device.reportIntervalSeconds });
  if (calibrationDueOn !== null && (calibrationState === "expired" || calibrationState === "dueSoon"))
    reasons.push({ key: calibrationState, dueOn: calibrationDueOn });
  return reasons.sort((a, b) => rank(a) - rank(b));
}

/** A slow pace already causes an open exception. As its explanation it ranks just before a calibration due soon. */
const rank = ({ key }: Reason): number =>
  key === "slow" ? URGENCIES.indexOf("dueSoon") - 0.5 : URGENCIES.indexOf(key satisfies Urgency);
