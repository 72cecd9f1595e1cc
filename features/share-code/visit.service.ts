import "server-only";
import { linkToken, openLinkToken } from "@/lib/auth/link-token";
import { checkPassword } from "@/lib/auth/password";
import { isSecure } from "@/lib/auth/session-token";
import { hashToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";
import { assertNoGuessing, countGuess, limitRate, refundRate } from "@/lib/http/rate-limit";
import type { OperationContext } from "@/lib/operation/context";
import { isGuarded, stateOf, visitMs } from "./share.rules";
import { findByCode, findVisit, insertOpening, type SharedRow, takeOpening } from "./visit.data";

const SUBJECT = "shareCode";
const PURPOSE = "share visit";
/** Requests a minute with one code, whether it exists or not; walls ask every ten seconds. */
const RATE = { page: 240, wall: 900, seconds: 60 } as const;
/** Failures to open one code, whether it exists or not. */
const PIN_FAILURES = [10, 900] as const;
/** Every refusal of a PIN takes this long, whatever was wrong. */
const REFUSAL_MS = 500;

/** The same error for every code that opens nothing, whatever the cause. */
export const dead = () => new AppError("NOT_FOUND", "the code opens nothing");

type Reader = Pick<OperationContext, "db" | "now" | "address" | "userAgent" | "locale">;

async function refuse(address: string): Promise<never> {
  await countGuess(SUBJECT, address);
  throw dead();
}

/** Whether the token is of an opening of this code that is not too old. */
async function isVisiting({ db, now }: Reader, row: SharedRow, visit: string | undefined): Promise<boolean> {
  const id = openLinkToken(PURPOSE, visit ?? "");
  const found = id === null ? undefined : await findVisit(db, id);
  return found?.shareCodeId === row.id && now.getTime() - found.at.getTime() < visitMs(row.kind);
}

/**
 * The row of a code that its reader may see now. A guarded one needs the token of its opening. Throws NOT_FOUND
 * whatever the cause, RATE_LIMITED for who asks too often.
 */
export async function enter(
  reader: Reader,
  key: string,
  { visit, rate = "page" }: { visit?: string | undefined; rate?: "page" | "wall" } = {},
): Promise<SharedRow> {
  await assertNoGuessing(SUBJECT, reader.address);
  const codeHash = hashToken(key);
  await limitRate(`${SUBJECT}:${rate}:${codeHash}`, RATE[rate], RATE.seconds);
  const row = await findByCode(reader.db, codeHash);
  if (!row?.isOwnerActive) return refuse(reader.address);
  const state = stateOf(row, reader.now);
  if (!isGuarded(row)) return state === "active" ? row : refuse(reader.address);
  // Who got in may read on after the last opening was used up.
  const isOpen = state === "active" || state === "usedUp";
  return isOpen && (await isVisiting(reader, row, visit)) ? row : refuse(reader.address);
}

/** Logs the opening of a code without guard. */
export const logOpening = (reader: Reader, row: SharedRow) => insertOpening(reader.db, row.id, "opened", reader);

/**
 * Opens a code with its PIN, if it has one, and uses up one of its openings. Null for a code without guard. Throws
 * NOT_FOUND after the same work and time, whether the code is unknown, over or used up, or the PIN is wrong.
 */
export async function openGuarded(
  reader: Reader,
  key: string,
  pin: string,
): Promise<{ visit: string; seconds: number } | null> {
  const started = performance.now();
  const codeHash = hashToken(key);
  const failures = `${SUBJECT}:pin:${codeHash}`;
  await assertNoGuessing(SUBJECT, reader.address);
  // Before the PIN is checked: of many tries at once only so many are.
  await limitRate(failures, ...PIN_FAILURES);
  const found = await findByCode(reader.db, codeHash);
  const row = found?.isOwnerActive && stateOf(found, reader.now) === "active" ? found : undefined;
  const fits = await checkPassword(row?.pinHash ?? null, pin);
  const isMeant = row !== undefined && (fits || row.pinHash === null);
  const id = isMeant && isGuarded(row) ? await takeOpening(reader.db, row.id, reader) : null;
  if (isMeant && (id !== null || !isGuarded(row))) {
    await refundRate(failures, ...PIN_FAILURES);
    return id === null ? null : { visit: linkToken(PURPOSE, id), seconds: visitMs(row.kind) / 1000 };
  }
  if (row && !isMeant) await insertOpening(reader.db, row.id, "wrongPin", reader);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, REFUSAL_MS - (performance.now() - started))));
  return refuse(reader.address);
}

export const visitCookieName = () => (isSecure() ? "__Secure-frostline.visit" : "frostline.visit");

/** The Set-Cookie header of an opening; it shows one code, and ends with the opening. */
export const visitCookie = (visit: string, seconds: number): string =>
  `${visitCookieName()}=${visit}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure() ? "; Secure" : ""}`;
