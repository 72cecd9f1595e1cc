import type { PrintState } from "@/db/print-enums";
import { conflict } from "@/lib/errors";

/** What a person can do with a job. `confirm`: say of an unclear one that it is on paper. */
export const JOB_ACTS = ["retry", "confirm", "cancel"] as const;
export type JobAct = (typeof JOB_ACTS)[number];

const ALLOWED: Record<JobAct, readonly PrintState[]> = {
  // A waiting job is tried again at once instead of later.
  retry: ["waiting", "failed", "unclear"],
  confirm: ["unclear"],
  cancel: ["waiting", "atPrinter", "unclear"],
};

/** The states of a job that is over, unless somebody tries it again. */
export const ENDED_STATES: readonly PrintState[] = ["printed", "failed", "cancelled"];

/** What can be done with a job of this state. */
export const actsOf = (state: PrintState): JobAct[] => JOB_ACTS.filter((act) => ALLOWED[act].includes(state));

/** Throws CONFLICT if the state forbids the act: somebody was faster, or the printer. */
export function assertAllowed(act: JobAct, state: PrintState): void {
  if (!ALLOWED[act].includes(state))
    throw conflict("state", "printState", `a job that is ${state} cannot be changed so`);
}

/** When the queue tries again after the attempt of this number, from 1 (`defineJob`). */
export const nextTry = (now: Date, attempt: number): Date =>
  new Date(now.getTime() + Math.exp(Math.min(10, attempt)) * 1000);

/** The key of a job that a person or another system asked for. */
export const requestedKey = (requestKey: string): string => `request:${requestKey}`;

/** The key of what a group prints at a time: however often it is planned, it is printed once. */
export const groupKey = (groupId: number, dueAt: Date, printerId: number, content: string): string =>
  `group:${groupId}:${dueAt.getTime()}:${printerId}:${content}`;

/** The name of a job at an IPP printer, by which it is known again. */
export const jobName = ({ id, title, key }: { id: number; title: string; key: string }): string =>
  `${title.slice(0, 60)} #${id} ${key.slice(-12)}`;
