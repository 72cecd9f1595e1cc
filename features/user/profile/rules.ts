import { assertNotRestricted } from "@/lib/auth/account-restrictions";
import type { Principal } from "@/lib/auth/principal";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/lib/operation/context";
import { PICTURE_BYTES, PICTURE_TYPES } from "@/lib/storage/picture";

/**
 * The logged-in account for a call about itself. Such calls accept no account id, so no other account can be reached.
 * Throws UNAUTHENTICATED for the system, PASSWORD_CHANGE_REQUIRED or FORBIDDEN while another step is required first.
 */
export function oneself(actor: Actor): Principal {
  if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
  assertNotRestricted(actor.principal);
  return actor.principal;
}

/** More uploads indicate abuse. */
export const PICTURES_PER_MINUTE = 20;

/** The size limit of the request body: a picture and the form fields around it. */
export const PICTURE_BODY = {
  maximumBytes: PICTURE_BYTES + 8 * 1024,
  fileKey: "file",
  fileTypes: PICTURE_TYPES,
} as const;

/** Files of users are served only as pictures; content sniffing is disabled. */
export const FILE_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "content-disposition": "inline",
};

export const NO_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#dde4e9"/><circle cx="12" cy="9" r="4" fill="#86949f"/><path d="M4 22a8 8 0 0 1 16 0z" fill="#86949f"/></svg>`;

/** The whole seconds until an instant, rounded up, never negative. `now` in epoch milliseconds. */
export const secondsUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000));

/** Formats seconds as `4:09`. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** At this number of remaining backup codes a warning is shown. */
export const FEW_BACKUP_CODES = 3;

// The first match counts: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari.
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

/** Browser and system by product name: `Chrome, Windows`; empty if neither is known. */
export const deviceOf = (userAgent: string): string =>
  [BROWSERS, SYSTEMS].flatMap((names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? []).join(", ");
