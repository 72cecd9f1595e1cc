import type { ShareKind } from "@/db/share-enums";
import { AppError, conflict, type Issue } from "@/lib/errors";
import type { ShareInput, ShareState } from "./share.schema";

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** How soon and how late a code may end. */
export const EXPIRY = { minimumMs: HOUR_MS, maximumMs: 366 * DAY_MS } as const;
/** How long openings stay in the log, in days: the longest life of a code, and as long again. */
export const OPENING_DAYS = 732;
/** Lifetime of a new code (specification, section 9). */
export const DEFAULT_DAYS = 7;
/** What a live page shows of the past. */
export const LIVE_MS = DAY_MS;
/** Rounding of clocks: the hour of a form is not over when it arrives. */
const SLACK_MS = 60_000;

type Life = {
  carrierId: number | null;
  deviceId: number | null;
  sceneId: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  useLimit: number | null;
  useCount: number;
};

/** What becomes of a code first: `gone` if what it opened was deleted. Only an active one opens. */
export function stateOf(life: Life, now: Date): ShareState {
  if (life.revokedAt) return "revoked";
  if (life.carrierId === null && life.deviceId === null && life.sceneId === null) return "gone";
  if (life.expiresAt && life.expiresAt <= now) return "expired";
  return life.useLimit !== null && life.useCount >= life.useLimit ? "usedUp" : "active";
}

/** Whether a reader has to ask for it, because a PIN is needed or openings are counted. */
export const isGuarded = ({ pinHash, useLimit }: { pinHash: string | null; useLimit: number | null }): boolean =>
  pinHash !== null || useLimit !== null;

/** How long one opening of a guarded code lasts, in ms. */
export const visitMs = (kind: ShareKind): number => (kind === "live" ? DAY_MS : HOUR_MS / 2);

/** The public pages, without locale: the reader's browser chooses the language. */
export const PAGE_PATH = "/queryCode";
export const BOARD_PATH = "/kiosk";
/** What is taken for a code at all. */
export const KEY_LENGTH = 200;

/** The public address of a code without origin. */
export const sharePath = (code: string, isBoard: boolean): string =>
  `${isBoard ? BOARD_PATH : PAGE_PATH}?key=${encodeURIComponent(code)}`;

/** Throws INVALID for an expiry outside the bounds at `now`, or a period that has not begun. */
export function assertTimes({ expiresAt, from }: Pick<ShareInput, "expiresAt" | "from">, now: Date): void {
  const issues: Issue[] = [];
  const issue = (path: string, rule: string, message: string) => issues.push({ path, rule, message });
  const left = expiresAt === null ? EXPIRY.minimumMs : expiresAt - now.getTime();
  if (left < EXPIRY.minimumMs - SLACK_MS) issue("expiresAt", "expiryTooSoon", "must be at least an hour from now");
  if (left > EXPIRY.maximumMs + SLACK_MS) issue("expiresAt", "expiryTooLate", "must be at most a year from now");
  if (from !== null && from > now.getTime()) issue("from", "past", "must not lie in the future");
  if (issues.length === 0) return;
  throw new AppError("INVALID", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { issues });
}

/** Throws CONFLICT for a code that was revoked before. */
export function assertRevocable({ revokedAt }: { revokedAt: string | null }): void {
  if (revokedAt !== null) throw conflict("id", "shareRevoked", "was revoked before");
}

/** The name of a code for one of `count` subjects: the given one, the subject's own, or both. */
export const nameOf = (given: string, subject: string, count: number): string =>
  given === "" ? subject : count === 1 ? given : `${given} · ${subject}`;

/** Whether the page of a period says anything about the present. */
export const isPresent = ({ kind, to }: { kind: ShareKind; to: number | null }, now: number): boolean =>
  kind !== "page" || to === null || to > now;

/**
 * Moves instants (epoch ms) to the pixels of a drawing of the period, which is `width` pixels wide, by less than one
 * pixel. The pixels stay where they are while a running period grows, until it is twice as long.
 */
export function pixelsOf({ from, to }: { from: number; to: number }, width: number): (instant: number) => number {
  const pixelMs = 2 ** Math.max(0, Math.floor(Math.log2((to - from) / width)));
  return (instant) => Math.round(instant / pixelMs) * pixelMs;
}
