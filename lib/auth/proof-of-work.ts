import { sha256 } from "@noble/hashes/sha2.js";

// A proof costs an attacker processor time per password; a user who mistyped one does not notice it.

/** Leading zero bits required in the hash: about 65,000 tries, a third of a second. */
export const PROOF_BITS = 16;
/** Tries between two yields to the event loop. */
const TRIES_AT_ONCE = 2000;

const encoder = new TextEncoder();

function leadingZeroBits(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first] as number) - 24;
}

/** Whether SHA-256 of `key:proof` begins with PROOF_BITS zero bits. */
export const isProof = (key: string, proof: string): boolean =>
  leadingZeroBits(sha256(encoder.encode(`${key}:${proof}`))) >= PROOF_BITS;

/** Finds a proof for a captcha's key, in batches, so that the page stays responsive. */
export async function findProof(key: string): Promise<string> {
  for (let tried = 0; ; tried += 1) {
    if (tried % TRIES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    if (isProof(key, String(tried))) return String(tried);
  }
}
