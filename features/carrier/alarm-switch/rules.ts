import type { AlarmSwitch } from "@/db/enums";
import { AppError, type Issue } from "@/lib/errors";

/** Longest reason, in characters. */
export const REASON_LENGTH = 250;
/** A pause lasts at most a week; for longer periods the alarm has to be switched off. */
export const MAXIMUM_PAUSE_MS = 7 * 24 * 3_600_000;
/** Quick choices for a pause, in minutes. */
export const PAUSE_MINUTES = [30, 60, 240] as const;

/** Position of a carrier's alarm switch; `none` if no trigger is bound, so that nothing can raise an alarm. */
export type SwitchPosition = AlarmSwitch | "none";

/** As stored; `pausedUntil` in epoch ms. */
export type SwitchState = { alarmSwitch: AlarmSwitch; pausedUntil: number | null; hasTrigger: boolean };

/** A requested switch. `from` is the position the caller saw, if known. */
export type SwitchWish = { to: AlarmSwitch; pausedUntil: number | null; reason: string; from?: SwitchPosition };

/** The switch position at `now` (epoch ms). An expired pause counts as on. */
export function positionOf(state: SwitchState, now: number): SwitchPosition {
  if (!state.hasTrigger) return "none";
  return endOfPause(state, now) === null ? state.alarmSwitch : "on";
}

/** When a pause that is over at `now` ended (both epoch ms); null if there is no pause or it continues. */
export const endOfPause = ({ alarmSwitch, pausedUntil }: Omit<SwitchState, "hasTrigger">, now: number) =>
  alarmSwitch === "paused" && pausedUntil !== null && pausedUntil <= now ? pausedUntil : null;

/** Validates the form of a request regardless of the state: a missing reason, or a pause of invalid length. */
export function issuesOf({ to, pausedUntil, reason }: SwitchWish, now: number): Issue[] {
  const issues: Issue[] = [];
  if (to !== "on" && reason.trim() === "") {
    issues.push({ path: "reason", rule: "required", message: "a reason is required to switch off or pause" });
  }
  if (to === "paused" && pausedUntil === null) {
    issues.push({ path: "pausedUntil", rule: "required", message: "a pause needs an end" });
  } else if (to === "paused" && pausedUntil !== null && pausedUntil <= now) {
    issues.push({ path: "pausedUntil", rule: "too_small", message: "the end of the pause must lie in the future" });
  } else if (to === "paused" && pausedUntil !== null && pausedUntil > now + MAXIMUM_PAUSE_MS) {
    issues.push({ path: "pausedUntil", rule: "too_big", message: "a pause lasts 7 days at most" });
  } else if (to !== "paused" && pausedUntil !== null) {
    issues.push({ path: "pausedUntil", rule: "custom", message: "only a pause has an end" });
  }
  return issues;
}

const conflict = (rule: string, message: string) =>
  new AppError("CONFLICT", message, { issues: [{ path: "alarmSwitch", rule, message }] });

/**
 * The state after a switch. Throws INVALID for a malformed request. Throws CONFLICT without a trigger, if the switch is
 * already in that position, or if its position is no longer `from`.
 */
export function switched(
  state: SwitchState,
  wish: SwitchWish,
  now: number,
): { alarmSwitch: AlarmSwitch; pausedUntil: number | null } {
  const issues = issuesOf(wish, now);
  if (issues.length > 0) {
    throw new AppError("INVALID", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { issues });
  }
  const position = positionOf(state, now);
  if (position === "none") throw conflict("noTrigger", "the carrier has no alarm trigger");
  if (wish.from !== undefined && wish.from !== position) {
    throw conflict("changed", `the alarm was switched in the meantime: it is ${position}`);
  }
  if (wish.to === position && (position !== "paused" || wish.pausedUntil === state.pausedUntil)) {
    throw conflict("unchanged", `the alarm is ${position} already`);
  }
  return { alarmSwitch: wish.to, pausedUntil: wish.pausedUntil };
}
