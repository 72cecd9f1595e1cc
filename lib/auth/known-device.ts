import "server-only";
import { randomBytes } from "node:crypto";
import { isSecure } from "./session-token";

/** How long a browser is recognised after its last login; browsers limit the age of cookies to this. */
export const KNOWN_DAYS = 400;

export const deviceCookieName = () => (isSecure() ? "__Secure-frostline.device" : "frostline.device");

/** A random 256-bit token for a browser. */
export const newDeviceToken = (): string => randomBytes(32).toString("base64url");

/** The value, if it has the shape of a device token. */
export const deviceTokenOf = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;

/** The Set-Cookie header by which a browser is recognised; it grants no access. */
export const deviceCookie = (token: string): string =>
  `${deviceCookieName()}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${KNOWN_DAYS * 86_400}${isSecure() ? "; Secure" : ""}`;
