import type { ScopeType } from "@/db/enums";
import { assertNotRestricted } from "@/lib/auth/account-restrictions";
import type { Principal } from "@/lib/auth/principal";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/lib/operation/context";
import { PICTURE_BYTES } from "@/lib/storage/picture";

/**
 * The signed-in account behind a call about itself. Nothing of it takes an id from outside, so nobody reaches another's.
 * Throws UNAUTHENTICATED for the system, PASSWORD_CHANGE_REQUIRED or FORBIDDEN while something has to be done first.
 */
export function oneself(actor: Actor): Principal {
  if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
  assertNotRestricted(actor.principal);
  return actor.principal;
}

/** The categories of an account by its scope type (specification, section 6, "Scope category"). */
export const categoriesOf = (type: ScopeType) => ({
  sysScope: type === 2 || type === 3,
  sysAdmin: type === 3,
  scopeAdmin: type === 1,
});

/** Beyond this somebody is trying something. */
export const PICTURES_PER_MINUTE = 20;

/** A picture, and room for the form around it: what is larger is not read. */
export const PICTURE_BODY = { maximumBytes: PICTURE_BYTES + 8 * 1024, fileKey: "file" } as const;

/** A file of a user is a picture and nothing else, whatever a browser thinks of its bytes. */
export const FILE_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "content-disposition": "inline",
};

/** A neutral figure. */
export const NO_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#dde4e9"/><circle cx="12" cy="9" r="4" fill="#86949f"/><path d="M4 22a8 8 0 0 1 16 0z" fill="#86949f"/></svg>`;

/** Whole seconds that are left until an instant, rounded up, never below zero. `now` in epoch milliseconds. */
export const secondsUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000));

/** Seconds as a clock shows them: `4:09`. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** So few backup codes left are worth a warning. */
export const FEW_BACKUP_CODES = 3;

// The first that fits: Edge and Opera call themselves Chrome as well, Chrome calls itself Safari.
const BROWSERS = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["WeChat", /\bMicroMessenger\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:Chrome|\bCriOS)\//],
  ["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** Browser and system by the names of their makers: `Chrome, Windows`; empty where neither is known. */
export const deviceOf = (userAgent: string): string =>
  [BROWSERS, SYSTEMS].flatMap((names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? []).join(", ");
