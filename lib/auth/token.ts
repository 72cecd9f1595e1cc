import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** SHA-256 in hex, the stored form of an ingest token. The token has 256 random bits, so a slow hash adds nothing. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A new secret token: 32 random bytes, base64url. Shown once, stored hashed. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Compares two secrets of any length in constant time. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());
