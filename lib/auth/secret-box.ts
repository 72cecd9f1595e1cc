import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env/env";

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key of 256 bits for one purpose, derived from a secret (HKDF-SHA256, RFC 5869): keys of different purposes tell nothing of one another. */
export const keyFrom = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "frostline", purpose, 32));

/** The same from the AUTH_SECRET of today. */
export const keyFor = (purpose: string): Buffer => keyFrom(env().AUTH_SECRET, purpose);

/**
 * Encrypts a secret that must be read again (AES-256-GCM): `v1.` and nonce, ciphertext and tag in base64url. It opens
 * only with the same AUTH_SECRET for the same `owner`, so that a value copied to another row is worth nothing.
 */
export function sealSecret(secret: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor("secret box"), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString("base64url")}`;
}

/** What was sealed for this owner; null if it was changed, belongs to another, or AUTH_SECRET is another one. */
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
 * HMAC-SHA256 in hex with a key of the installation: what is stored of a code that is too short for a plain hash, for
 * whoever reads the table alone cannot try all codes. `owner` makes equal codes of two accounts differ.
 */
export const keyedHash = (code: string, owner: string, authSecret = env().AUTH_SECRET): string =>
  createHmac("sha256", keyFrom(authSecret, "code hash")).update(`${owner}\0${code}`).digest("hex");
