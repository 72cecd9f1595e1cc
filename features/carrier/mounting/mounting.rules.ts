import type { CarrierStatus, DeviceKind, DeviceUse } from "@/db/enums";
import { nameOrRedacted } from "@/lib/auth/visible-name";
import { AppError } from "@/lib/errors";

/** Longest reason, in characters. */
export const REASON_LENGTH = 250;

/** What hangs by its probes; the others are bound as a whole. */
export const MOUNTED_KINDS = ["sensor", "gas", "magnetism"] as const satisfies readonly DeviceKind[];

/** Whether devices of this kind are mounted by themselves. */
export const isMountedKind = (kind: DeviceKind): boolean => (MOUNTED_KINDS as readonly DeviceKind[]).includes(kind);

/** A refusal that one field of the input is to blame for. */
export const refused = (path: string, rule: string, message: string, code: "INVALID" | "CONFLICT" = "CONFLICT") =>
  new AppError(code, `${path}: ${message}`, { issues: [{ path, rule, message }] });

/**
 * A period of one probe at one place, in epoch ms, its end not included; `to` is null while it hangs there. The place
 * has no name for who may not see it.
 */
export type Period = { from: number; to: number | null; carrierId: number; carrierName: string | null };

/** Throws INVALID for an instant that has not come yet (both epoch ms). */
export function assertCome(at: number, now: number, path = "at"): void {
  if (at > now) throw refused(path, "notFuture", "lies in the future", "INVALID");
}

/**
 * Throws unless a probe with these periods can be mounted from `at` on: CONFLICT while it hangs somewhere, and before
 * the end of an earlier period. So the periods of a probe never overlap.
 */
export function assertFree(periods: readonly Period[], at: number, path = "deviceId"): void {
  const current = periods.find(({ to }) => to === null);
  if (current) throw refused(path, "mounted", `it hangs at ${nameOrRedacted(current.carrierName, "carrier")}`);
  if (periods.some(({ to }) => to !== null && to > at))
    throw refused("at", "overlap", "it hung somewhere at that time");
}

/** Throws INVALID where a period would end before it began (epoch ms). */
export function assertEnds(from: number, at: number): void {
  if (at < from) throw refused("at", "beforeMounting", "lies before the mounting", "INVALID");
}

/** Throws CONFLICT for a place that is retired. */
export function assertInService(status: CarrierStatus, path = "id"): void {
  if (status === "retirement") throw refused(path, "retired", "the carrier is retired");
}

/** Throws CONFLICT for a device that is switched off. */
export function assertUsable(use: DeviceUse, path = "deviceId"): void {
  if (use === "deactivated") throw refused(path, "deviceStopped", "the device is disabled: enable it first");
}
