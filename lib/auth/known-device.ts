import "server-only";
import { randomBytes } from "node:crypto";
import { isSecure } from "./session-token";

/** How long a browser stays known after its last login; no browser keeps a cookie longer. */
export const KNOWN_DAYS = 400;

export const deviceCookieName = () => (isSecure() ? "__Secure-frostline.device" : "frostline.device");

/** The name of a browser that nobody can guess: 256 bits. */
export const newDeviceToken = (): string => randomBytes(32).toString("base64url");

/** The token, if it is one of ours by its shape. */
export const deviceTokenOf = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;

/** The header by which a browser is known again; it opens nothing. */
export const deviceCookie = (token: string): string =>
  `${deviceCookieName()}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${KNOWN_DAYS * 86_400}${isSecure() ? "; Secure" : ""}`;
