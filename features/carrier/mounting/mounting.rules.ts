import type { CarrierStatus, DeviceKind, DeviceUse } from "@/db/enums";
import type { DeviceCustody } from "@/db/secondment-enums";
import { isHeld } from "@/features/telemetry/ingest/holding.rules";
import { nameOrRedacted } from "@/lib/auth/visible-name";
import { AppError } from "@/lib/errors";

/** Longest reason, in characters. */
export const REASON_LENGTH = 250;

/** Kinds that are mounted by their probes; the others are bound as a whole. */
export const MOUNTED_KINDS = ["sensor", "gas", "magnetism"] as const satisfies readonly DeviceKind[];

/** Whether devices of this kind are mounted by their probes. */
export const isMountedKind = (kind: DeviceKind): boolean => (MOUNTED_KINDS as readonly DeviceKind[]).includes(kind);

/** An error for one input field. */
export const refused = (path: string, rule: string, message: string, code: "INVALID" | "CONFLICT" = "CONFLICT") =>
  new AppError(code, `${path}: ${message}`, { issues: [{ path, rule, message }] });

/**
 * A mounting of one probe in epoch ms, its end exclusive; `to` is null while it is mounted. The carrier's name is
 * redacted if it is not visible.
 */
export type Period = { from: number; to: number | null; carrierId: number; carrierName: string | null };

/** Throws INVALID for a future instant (both epoch ms). */
export function assertCome(at: number, now: number, path = "at"): void {
  if (at > now) throw refused(path, "notFuture", "lies in the future", "INVALID");
}

/**
 * Throws CONFLICT unless a probe with these mountings can be mounted from `at` on: while it is mounted, and before the
 * end of an earlier mounting. This ensures that mountings of a probe never overlap.
 */
export function assertFree(periods: readonly Period[], at: number, path = "deviceId"): void {
  const current = periods.find(({ to }) => to === null);
  if (current) throw refused(path, "mounted", `it is mounted on ${nameOrRedacted(current.carrierName, "carrier")}`);
  if (periods.some(({ to }) => to !== null && to > at))
    throw refused("at", "overlap", "it hung somewhere at that time");
}

/** Throws INVALID if a mounting would end before its start (epoch ms). */
export function assertEnds(from: number, at: number): void {
  if (at < from) throw refused("at", "beforeMounting", "lies before the mounting", "INVALID");
}

/** Throws CONFLICT for a retired carrier. */
export function assertInService(status: CarrierStatus, path = "id"): void {
  if (status === "retirement") throw refused(path, "retired", "the carrier is retired");
}

/** Throws CONFLICT for a device that another customer has. */
export function assertHeld({ custody }: { custody: DeviceCustody }, path = "deviceId"): void {
  if (!isHeld(custody)) throw refused(path, "withAnother", "another customer has the device");
}

/** Throws CONFLICT for a device that is deactivated, or with another customer. */
export function assertUsable(device: { use: DeviceUse; custody: DeviceCustody }, path = "deviceId"): void {
  assertHeld(device, path);
  if (device.use === "deactivated") throw refused(path, "deviceStopped", "the device is disabled: enable it first");
}
