import type { CarrierStatus } from "@/db/enums";
import { AppError, conflict, type Issue } from "@/lib/errors";
import { listed } from "../carrier.rules";

const MINUTE_MS = 60_000;
/** How long a defrost holds back too warm values unless told otherwise, and at most (decisions, section 3). */
export const DEFROST_MINUTES = { default: 60, minimum: 1, maximum: 24 * 60 } as const;
/** Defrosts offered at one click, in minutes. */
export const DEFROST_CHOICES = [30, 60, 120, 240] as const;
/** Longest reason, in characters. */
export const STATUS_REASON_LENGTH = 250;

/** Where each status may lead. What is obsolete comes back as a spare first; a defrost may be prolonged. */
export const TRANSITIONS: Readonly<Record<CarrierStatus, readonly CarrierStatus[]>> = {
  running: ["defrost", "backup", "repaired", "retirement"],
  defrost: ["running", "defrost", "backup", "repaired", "retirement"],
  backup: ["running", "repaired", "retirement"],
  repaired: ["running", "backup", "retirement"],
  retirement: ["backup"],
};

/** As stored; `defrostUntil` in epoch ms. */
export type StatusState = { status: CarrierStatus; defrostUntil: number | null };

/** What somebody asks for. `from` is the status that was shown, where the caller knows one. */
export type StatusWish = {
  to: CarrierStatus;
  defrostMinutes: number | null;
  reason: string;
  from?: CarrierStatus | undefined;
};

/** What hangs on the carrier, by name, and how many of its exceptions are open. */
export type Dependents = { devices: readonly string[]; openExceptions: number };

/** What is wrong with the form of a wish, whatever the state: no reason for holding alarms back, or a defrost out of bounds. */
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

/** Whether the table lets one status follow the other. */
export const mayFollow = (from: CarrierStatus, to: CarrierStatus): boolean => TRANSITIONS[from].includes(to);

const refused = (rule: string, message: string) => conflict("status", rule, message);

/**
 * The status after a change at `now` (epoch ms). Throws INVALID for a malformed wish; CONFLICT where the table does not
 * lead there, where the status is no longer what the caller saw, and for retiring what still carries devices or has open
 * exceptions, naming the devices.
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

/** Throws CONFLICT while devices are mounted, naming them, or exceptions are open. `path` is the input's field. */
export function assertNoDependents({ devices, openExceptions }: Dependents, path = "status"): void {
  if (devices.length > 0) throw conflict(path, "hasDevices", `devices are mounted: ${listed(devices)}`);
  if (openExceptions > 0) throw conflict(path, "openExceptions", `${openExceptions} exceptions are open`);
}

/** The status at `now` (epoch ms): a defrost whose time is over is running again. */
export const statusAt = ({ status, defrostUntil }: StatusState, now: number): StatusState =>
  status === "defrost" && defrostUntil !== null && defrostUntil <= now
    ? { status: "running", defrostUntil: null }
    : { status, defrostUntil };

/** What a customer does to its carriers: its cancellation suspends them, its activation resumes them. */
export const CUSTOMER_EVENTS = ["suspend", "resume"] as const;
export type CustomerEvent = (typeof CUSTOMER_EVENTS)[number];

/** As what a carrier waits for its customer; null: what is obsolete by itself stays so, and does not come back. */
export const SUSPENDED: Readonly<Record<CarrierStatus, CarrierStatus | null>> = {
  running: "retirement",
  defrost: "retirement",
  backup: "retirement",
  repaired: "retirement",
  retirement: null,
};

/** A status and the one that the customer's activation brings back. The end of a defrost is kept meanwhile. */
export type Followed = { status: CarrierStatus; resumeStatus: CarrierStatus | null };

/** What the customer's event makes of a carrier; null where it stays as it is. */
export function followed({ status, resumeStatus }: Followed, event: CustomerEvent): Followed | null {
  if (event === "resume") return resumeStatus === null ? null : { status: resumeStatus, resumeStatus: null };
  const waiting = SUSPENDED[status];
  return waiting === null ? null : { status: waiting, resumeStatus: status };
}
