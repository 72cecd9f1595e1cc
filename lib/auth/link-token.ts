import "server-only";
import { createHmac } from "node:crypto";
import { keyFor } from "./secret-box";
import { sameSecret } from "./token";

/** What a link grants; a token is valid for one purpose only. */
export type LinkPurpose =
  | "exception link"
  | "archive link"
  | "share visit"
  | "transport code"
  | "export file"
  | "password reset";

const ID_BYTES = 16;
/** 128 bits of the HMAC cannot be guessed and keep the link short enough for a text message. */
const SIGNATURE_BYTES = 16;
const SHAPE = /^[\w-]{43}$/;

/**
 * The token of a link that grants access to one row without an account: the row's uuid with an HMAC-SHA256 under a key
 * of the purpose, 43 characters of base64url. It is not stored, so read access to the table grants nothing.
 */
export function linkToken(purpose: LinkPurpose, id: string): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  const signature = createHmac("sha256", keyFor(purpose)).update(bytes).digest().subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([bytes, signature]).toString("base64url");
}

/** The uuid in a token; null unless this installation made the token for the purpose. */
export function openLinkToken(purpose: LinkPurpose, token: string): string | null {
  if (!SHAPE.test(token)) return null;
  const hex = Buffer.from(token, "base64url").subarray(0, ID_BYTES).toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return sameSecret(linkToken(purpose, id), token) ? id : null;
}
