import type { CarrierStatus } from "@/db/enums";
import { AppError, conflict, type Issue } from "@/lib/errors";
import { listed } from "../carrier.rules";

const MINUTE_MS = 60_000;
/** How long a defrost suppresses values above the range by default, and its bounds (decisions, section 3). */
export const DEFROST_MINUTES = { default: 60, minimum: 1, maximum: 24 * 60 } as const;
/** Quick choices for a defrost, in minutes. */
export const DEFROST_CHOICES = [30, 60, 120, 240] as const;
/** Longest reason, in characters. */
export const STATUS_REASON_LENGTH = 250;

/** Allowed transitions. An obsolete carrier first becomes a spare again; a defrost may be extended. */
export const TRANSITIONS: Readonly<Record<CarrierStatus, readonly CarrierStatus[]>> = {
  running: ["defrost", "backup", "repaired", "retirement"],
  defrost: ["running", "defrost", "backup", "repaired", "retirement"],
  backup: ["running", "repaired", "retirement"],
  repaired: ["running", "backup", "retirement"],
  retirement: ["backup"],
};

/** As stored; `defrostUntil` in epoch ms. */
export type StatusState = { status: CarrierStatus; defrostUntil: number | null };

/** A requested status change. `from` is the status the caller saw, if known. */
export type StatusWish = {
  to: CarrierStatus;
  defrostMinutes: number | null;
  reason: string;
  from?: CarrierStatus | undefined;
};

/** The devices on the carrier by name, and the number of its open exceptions. */
export type Dependents = { devices: readonly string[]; openExceptions: number };

/** Validates a request regardless of the state: no reason for suppressing alarms, or a defrost out of bounds. */
export function issuesOf({ to, defrostMinutes, reason }: StatusWish): Issue[] {
  const issues: Issue[] = [];
  if (to !== "running" && reason.trim() === "")
    issues.push({ path: "reason", rule: "required", message: "a reason is required to hold alarms back" });
  if (to !== "defrost" && defrostMinutes !== null)
    issues.push({ path: "defrostMinutes", rule: "onlyDefrost", message: "only a defrost has an end" });
  if (to === "defrost" && defrostMinutes !== null) {
    const { minimum, maximum } = DEFROST_MINUTES;
    if (!Number.isInteger(defrostMinutes) || defrostMinutes < minimum)
      issues.push({ path: "defrostMinutes", rule: "too_small", message: `at least ${minimum}`, limit: minimum });
    else if (defrostMinutes > maximum)
      issues.push({ path: "defrostMinutes", rule: "too_big", message: `at most ${maximum}`, limit: maximum });
  }
  return issues;
}

/** Whether the transition is allowed. */
export const mayFollow = (from: CarrierStatus, to: CarrierStatus): boolean => TRANSITIONS[from].includes(to);

const refused = (rule: string, message: string) => conflict("status", rule, message);

/**
 * The status after a change at `now` (epoch ms). Throws INVALID for a malformed request. Throws CONFLICT if the
 * transition is not allowed, if the status is no longer `from`, or if a carrier to be retired has devices (which are
 * named) or open exceptions.
 */
export function changed(state: StatusState, wish: StatusWish, burden: Dependents, now: number): StatusState {
  const issues = issuesOf(wish);
  if (issues.length > 0)
    throw new AppError("INVALID", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { issues });
  if (wish.from !== undefined && wish.from !== state.status)
    throw refused("statusChanged", `the status was changed in the meantime: it is ${state.status}`);
  if (!mayFollow(state.status, wish.to))
    throw refused(
      state.status === wish.to ? "statusUnchanged" : "statusTransition",
      state.status === wish.to
        ? `the carrier is ${wish.to} already`
        : `a carrier that is ${state.status} cannot become ${wish.to}`,
    );
  if (wish.to === "retirement") assertNoDependents(burden);
  if (wish.to !== "defrost") return { status: wish.to, defrostUntil: null };
  const minutes = wish.defrostMinutes ?? DEFROST_MINUTES.default;
  return { status: "defrost", defrostUntil: now + minutes * MINUTE_MS };
}

/** Throws CONFLICT while devices are mounted, naming them, or exceptions are open. `path` is the input field. */
export function assertNoDependents({ devices, openExceptions }: Dependents, path = "status"): void {
  if (devices.length > 0) throw conflict(path, "hasDevices", `devices are mounted: ${listed(devices)}`);
  if (openExceptions > 0) throw conflict(path, "openExceptions", `${openExceptions} exceptions are open`);
}

/** The effective status at `now` (epoch ms): a defrost that is over counts as running. */
export const statusAt = ({ status, defrostUntil }: StatusState, now: number): StatusState =>
  status === "defrost" && defrostUntil !== null && defrostUntil <= now
    ? { status: "running", defrostUntil: null }
    : { status, defrostUntil };

/** Customer events that affect its carriers: cancellation suspends them, activation resumes them. */
export const CUSTOMER_EVENTS = ["suspend", "resume"] as const;
export type CustomerEvent = (typeof CUSTOMER_EVENTS)[number];

/** The status while the customer is suspended; null: an obsolete carrier stays obsolete and is not resumed. */
export const SUSPENDED: Readonly<Record<CarrierStatus, CarrierStatus | null>> = {
  running: "retirement",
  defrost: "retirement",
  backup: "retirement",
  repaired: "retirement",
  retirement: null,
};

/** A status and the one restored by the customer's activation. The end of a defrost is kept meanwhile. */
export type Followed = { status: CarrierStatus; resumeStatus: CarrierStatus | null };

/** The carrier's status after the customer event; null if unchanged. */
export function followed({ status, resumeStatus }: Followed, event: CustomerEvent): Followed | null {
  if (event === "resume") return resumeStatus === null ? null : { status: resumeStatus, resumeStatus: null };
  const waiting = SUSPENDED[status];
  return waiting === null ? null : { status: waiting, resumeStatus: status };
}
