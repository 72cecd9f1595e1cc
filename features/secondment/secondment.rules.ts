import type { SecondmentState } from "@/db/secondment-enums";
import { AppError, conflict } from "@/lib/errors";

export const REMARK_LENGTH = 250;
/** Longest customer code (specification, section 9). */
export const CODE_LENGTH = 20;
/** From the reader's side: lent to others, or borrowed from them. */
export const DIRECTIONS = ["out", "in"] as const;

export const SECONDMENT_ACTS = ["revoke", "return", "confirm", "decline"] as const;
export type SecondmentAct = (typeof SECONDMENT_ACTS)[number];

/** The longest time ahead for which a secondment can be planned. */
const PLANNED_AHEAD_MS = 366 * 86_400_000;

/** States in which a secondment is not over. A confirmed transfer stays what it is. */
export const OPEN_STATES = ["requested", "planned", "current"] as const satisfies readonly SecondmentState[];

export const isOpen = (state: SecondmentState): boolean => (OPEN_STATES as readonly SecondmentState[]).includes(state);

/** The side of the reader: an account of several customers may have both. */
export type Sides = { isLender: boolean; isBorrower: boolean };

type Transition = { from: readonly SecondmentState[]; by: keyof Sides; to: SecondmentState };

/** Who may do what when, and what it leads to: the lender revokes, the borrower gives back or answers. */
export const TRANSITIONS: Record<SecondmentAct, Transition> = {
  revoke: { from: ["requested", "planned", "current"], by: "isLender", to: "revoked" },
  return: { from: ["planned", "current"], by: "isBorrower", to: "returned" },
  confirm: { from: ["requested"], by: "isBorrower", to: "transferred" },
  decline: { from: ["requested"], by: "isBorrower", to: "declined" },
};

export type Rights = { mayEnd: boolean; mayAnswer: boolean };

/** What a reader of these sides and rights can do with a secondment. */
export const actsOf = (state: SecondmentState, sides: Sides, { mayEnd, mayAnswer }: Rights): SecondmentAct[] =>
  SECONDMENT_ACTS.filter((act) => {
    const { from, by } = TRANSITIONS[act];
    const isPermitted = act === "confirm" || act === "decline" ? mayAnswer : mayEnd;
    return isPermitted && sides[by] && from.includes(state);
  });

/**
 * The state after an act. Throws FORBIDDEN for the other side, and CONFLICT if the state does not allow it: only current
 * secondments can be revoked (specification, section 4).
 */
export function stateAfter(act: SecondmentAct, state: SecondmentState, sides: Sides): SecondmentState {
  const { from, by, to } = TRANSITIONS[act];
  if (!sides[by]) throw new AppError("FORBIDDEN", `${act} is for the ${by === "isLender" ? "lender" : "borrower"}`);
  if (!from.includes(state)) throw conflict("id", "secondmentState", `not possible while it is ${state}`);
  return to;
}

/** Throws CONFLICT for a secondment that is over: only current ones can be viewed (specification, section 4). */
export function assertViewable(state: SecondmentState): void {
  if (!isOpen(state) && state !== "transferred")
    throw conflict("id", "secondmentOver", `it is over, as it is ${state}`);
}

const invalid = (path: string, rule: string, message: string) =>
  new AppError("INVALID", `${path}: ${message}`, { issues: [{ path, rule, message }] });

/**
 * The instant (epoch ms) at which a secondment begins. What was measured stays with the owner, so it begins after the
 * newest reading. Throws INVALID for an earlier start or one too far ahead, and for an end that has passed.
 */
export function startOf(
  asked: { startsAt: number | null; endsAt: number | null },
  { now, newestAt }: { now: number; newestAt: number | null },
): number {
  const after = newestAt === null ? Number.NEGATIVE_INFINITY : newestAt + 1;
  const startsAt = asked.startsAt ?? Math.max(now, after);
  if (startsAt < after) throw invalid("startsAt", "secondedPast", "it has reported since");
  if (startsAt > now + PLANNED_AHEAD_MS) throw invalid("startsAt", "secondedAhead", "at most a year ahead");
  if (asked.endsAt !== null && asked.endsAt <= Math.max(now, startsAt))
    throw invalid("endsAt", "secondedEnd", "must lie after now and after the start");
  return startsAt;
}

/** A device that a device row of another customer has now, or that has an open secondment, cannot be seconded again. */
export const alreadySeconded = () => conflict("deviceId", "secondedAlready", "it is seconded already");
