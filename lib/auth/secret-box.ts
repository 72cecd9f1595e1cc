import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env/env";

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A 256-bit key for one purpose, derived from a secret (HKDF-SHA256, RFC 5869); keys of two purposes are unrelated. */
export const keyFrom = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "frostline", purpose, 32));

/** The same from the current AUTH_SECRET. */
export const keyFor = (purpose: string): Buffer => keyFrom(env().AUTH_SECRET, purpose);

/**
 * Encrypts a secret that must be recoverable (AES-256-GCM): `v1.` and nonce, ciphertext and tag in base64url. It
 * decrypts only with the same AUTH_SECRET and `owner`, so a value copied to another row is useless.
 */
export function sealSecret(secret: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor("secret box"), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString("base64url")}`;
}

/** Decrypts a secret sealed for this owner; null if it was tampered with, has another owner, or AUTH_SECRET differs. */
export function openSecret(sealed: string, owner: string): string | null {
  const [version, body = ""] = sealed.split(".", 2);
  const bytes = Buffer.from(body, "base64url");
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyFor("secret box"), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const open = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return open.toString("utf8");
  } catch {
    return null;
  }
}

/**
 * HMAC-SHA256 in hex with a key of the installation, for storing codes that are too short for a plain hash: with the
 * table alone, codes cannot be enumerated. `owner` makes equal codes of two accounts differ.
 */
export const keyedHash = (code: string, owner: string, authSecret = env().AUTH_SECRET): string =>
  createHmac("sha256", keyFrom(authSecret, "code hash")).update(`${owner}\0${code}`).digest("hex");
