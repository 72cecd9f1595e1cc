import "server-only";
import { randomBytes } from "node:crypto";
import { AppError } from "@/lib/errors";
import { openSecret, sealSecret } from "./secret-box";
import { hashToken } from "./token";

/** 144 random bits: 24 characters without padding, short enough for a QR code that a phone reads from a label. */
const CODE_BYTES = 18;
const ownerOf = (codeHash: string) => `share code ${codeHash}`;

/**
 * A new code as it is stored: its hash, by which it is found, and itself encrypted under AUTH_SECRET, so that its label
 * can be printed again. Whoever has the table alone has neither.
 */
export function newCode(code = randomBytes(CODE_BYTES).toString("base64url")) {
  const codeHash = hashToken(code);
  return { codeHash, sealedCode: sealSecret(code, ownerOf(codeHash)) };
}

/** The code of a row. Throws CONFLICT if it was encrypted under another secret. */
export function codeOf({ codeHash, sealedCode }: ReturnType<typeof newCode>): string {
  const code = openSecret(sealedCode, ownerOf(codeHash));
  if (code === null) throw new AppError("CONFLICT", "the code was encrypted with another secret");
  return code;
}
