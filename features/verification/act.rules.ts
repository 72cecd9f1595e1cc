import type { VerificationState } from "@/db/verification-enums";
import { conflict } from "@/lib/errors";

/** What people do with a verification, the most likely one first. */
export const ACTS = ["start", "confirm", "mark", "stop", "plan", "change", "remove"] as const;
export type Act = (typeof ACTS)[number];

const FROM: Record<Act, readonly VerificationState[]> = {
  start: ["toBeStarted"],
  confirm: ["comparing"],
  // A record with a begin in the past is complete before anybody can note what was done during it.
  mark: ["inProgress", "recording", "comparing"],
  stop: ["inProgress", "recording"],
  plan: ["toBeStarted"],
  change: ["toBeStarted"],
  remove: ["toBeStarted", "terminated"],
};

export const RUNNING_STATES = ["inProgress", "recording", "comparing"] as const satisfies readonly VerificationState[];
export const isRunning = (state: VerificationState): boolean =>
  (RUNNING_STATES as readonly VerificationState[]).includes(state);

type Rights = { mayEdit: boolean; mayRemove: boolean };

/** What somebody can do with it now. `isReported`: a report tells of it, so that it is kept. */
export const actsOf = (
  { state, isReported }: { state: VerificationState; isReported: boolean },
  { mayEdit, mayRemove }: Rights,
): Act[] => ACTS.filter((act) => FROM[act].includes(state) && (act === "remove" ? mayRemove && !isReported : mayEdit));

/** Throws CONFLICT unless the state allows it; a running verification is named as such. */
export function assertAct(act: Act, state: VerificationState): void {
  if (FROM[act].includes(state)) return;
  if (act === "remove") throw conflict("id", "verificationRunning", "it is running: stop it first");
  throw conflict("state", "verificationState", `not possible while it is ${state}`);
}

/** The acts that ask for something before they are done. */
export const ASKING_ACTS = ["start", "confirm", "mark", "stop"] as const satisfies readonly Act[];
export type AskingAct = (typeof ASKING_ACTS)[number];
