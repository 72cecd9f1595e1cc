import "server-only";
import { createHmac } from "node:crypto";
import { keyFor } from "./secret-box";
import { sameSecret } from "./token";

/** What a link opens; a token of one purpose is worth nothing for another. */
export type LinkPurpose = "exception link";

const ID_BYTES = 16;
/** 128 bits of the HMAC: nobody guesses them, and the link stays short enough for a text message. */
const SIGNATURE_BYTES = 16;
const SHAPE = /^[\w-]{43}$/;

/**
 * The token of a link that opens one row without an account: the row's uuid with an HMAC-SHA256 by a key of the purpose,
 * 43 characters of base64url. It is not stored, so that whoever reads the table alone opens nothing.
 */
export function linkToken(purpose: LinkPurpose, id: string): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  const signature = createHmac("sha256", keyFor(purpose)).update(bytes).digest().subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([bytes, signature]).toString("base64url");
}

/** The uuid of the row that a token opens; null for one that this installation did not make for the purpose. */
export function openLinkToken(purpose: LinkPurpose, token: string): string | null {
  if (!SHAPE.test(token)) return null;
  const hex = Buffer.from(token, "base64url").subarray(0, ID_BYTES).toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return sameSecret(linkToken(purpose, id), token) ? id : null;
}
