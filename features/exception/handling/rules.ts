import type { ExceptionStatus } from "@/db/enums";
import { AppError } from "@/lib/errors";
import { isOngoing } from "../exception.rules";

/** Longest comment, measures or remark, in characters. */
export const TEXT_LENGTH = 250;
/** Common comments of an acknowledgement; message keys. */
export const SUGGESTIONS = ["checking", "doorClosed", "moved", "planned"] as const;
/** The code of the shipped reason that a common comment names. */
export const SUGGESTED_CAUSES: Partial<Record<(typeof SUGGESTIONS)[number], string>> = { doorClosed: "door-left-open" };
/** Maximum size of a batch: one page of the list. */
export const MAXIMUM_BATCH = 100;

/** The fields that decide which actions are allowed. Instants as Date or text; only whether they are set matters. */
export type Life = {
  endedAt: unknown;
  acknowledgedAt: unknown;
  withdrawnAt: unknown;
  removedAt: unknown;
  status: ExceptionStatus;
  isClosed: boolean;
};

export type Action = "acknowledge" | "handle" | "reopen" | "close" | "remove";

/** Why an action is rejected; message keys. */
export type Bar = "withdrawn" | "removed" | "acknowledged" | "ongoing" | "processed" | "unprocessed" | "closed";

const IS: Record<Bar, (life: Life) => boolean> = {
  withdrawn: (life) => life.withdrawnAt !== null,
  removed: (life) => life.removedAt !== null,
  acknowledged: (life) => life.acknowledgedAt !== null,
  ongoing: isOngoing,
  processed: (life) => life.status === "processed",
  unprocessed: (life) => life.status === "unprocessed",
  closed: (life) => life.isClosed,
};

/** The state machine: the reasons that forbid each action. The first that applies is reported. */
const BARS: Record<Action, readonly Bar[]> = {
  acknowledge: ["withdrawn", "removed", "acknowledged"],
  handle: ["withdrawn", "removed", "closed", "processed"],
  reopen: ["withdrawn", "removed", "unprocessed"],
  close: ["withdrawn", "removed", "closed", "ongoing", "unprocessed"],
  remove: ["ongoing", "removed"],
};

const BAR_TEXT: Record<Bar | "signed", string> = {
  withdrawn: "the exception was withdrawn",
  removed: "the exception is deleted",
  acknowledged: "the exception is already acknowledged",
  ongoing: "the exception is still going on",
  processed: "the exception is already processed",
  unprocessed: "the exception is not processed yet",
  closed: "the exception is closed",
  signed: "the closing of the exception was signed",
};

/** What forbids the action in this state; null if it is allowed. */
export function barOf(action: Action, life: Life): Bar | null {
  return BARS[action].find((bar) => IS[bar](life)) ?? null;
}

type Row = Life & { id: number; label: string };
/** A row for an error; `path` is its field in the input. */
type Target = { path: string; row: Row };

/**
 * Throws CONFLICT with every row and its reason unless the action is allowed for all of them. A closing that was signed
 * forbids to delete its exception.
 */
export function assertMay(action: Action, targets: readonly Target[], signedIds: readonly number[] = []): void {
  const refused = targets.flatMap(({ path, row }) => {
    const rule = barOf(action, row) ?? (action === "remove" && signedIds.includes(row.id) ? "signed" : null);
    return rule === null ? [] : [{ path, rule, message: `exception ${row.id} (${row.label}): ${BAR_TEXT[rule]}` }];
  });
  if (refused.length === 0) return;
  const message = refused.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
  throw new AppError("CONFLICT", message, { issues: refused });
}

/** Errors of exception handling beyond the state machine (specification, section 8). */
export const refusal = {
  recordNotFound: (id: number, path = "id") =>
    new AppError("NOT_FOUND", `${path}: exception record ${id} not found`, {
      issues: [{ path, rule: "recordNotFound", message: "exception record not found" }],
    }),
  deviceNotFound: (id: number) => new AppError("NOT_FOUND", `deviceId: associated device ${id} not found`),
  carrierNotFound: (id: number) => new AppError("NOT_FOUND", `carrierId: carrier ${id} not found`),
  reasonNotFound: (id: number) =>
    new AppError("INVALID", `reasonId: reason ${id} not found`, {
      issues: [{ path: "reasonId", rule: "reasonNotFound", message: "reason not found" }],
    }),
  illegalHandler: () =>
    new AppError("FORBIDDEN", "handler: illegal handler, only a signed-in account can sign for an exception"),
};
