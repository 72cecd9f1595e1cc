import "server-only";
import { Secret, TOTP } from "otpauth";

const STEP_SECONDS = 30;
/** Time steps by which a clock may be ahead or behind (RFC 6238, section 5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = "Frostline";

/** The parameters that every authenticator supports: SHA-1, six digits, 30 seconds (RFC 6238). `secret` in base32. */
const totpOf = (secret: string, label = "") =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: "SHA1",
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** A new secret of 160 bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The `otpauth://` URL that an authenticator scans. */
export const totpUrl = (secret: string, username: string): string => totpOf(secret, username).toString();

/** The time step of a six-digit code, at most one step early or late; null if it is wrong. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  // The library compares only strings of equal byte length.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

/** The current code, as shown by an authenticator. */
export const totpCode = (secret: string, now: Date): string => totpOf(secret).generate({ timestamp: now.getTime() });
