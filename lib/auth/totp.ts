import "server-only";
import { Secret, TOTP } from "otpauth";

const STEP_SECONDS = 30;
/** Steps that a clock may be ahead or behind (RFC 6238, section 5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = "Frostline";

/** As every authenticator knows it: SHA-1, six digits, half a minute (RFC 6238). `secret` in base32. */
const totpOf = (secret: string, label = "") =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: "SHA1",
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** A fresh secret of 160 bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The `otpauth://` address that an authenticator scans. */
export const totpUrl = (secret: string, username: string): string => totpOf(secret, username).toString();

/** The time step that this code of six digits stands for, one step early or late allowed; null if it stands for none. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  // The library compares bytes of equal length alone.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

/** The code of this instant, as an authenticator shows it. */
export const totpCode = (secret: string, now: Date): string => totpOf(secret).generate({ timestamp: now.getTime() });
