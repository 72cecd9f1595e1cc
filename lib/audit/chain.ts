import { createHash } from "node:crypto";

/** What a link of the chain covers: every column but the hash itself. */
export type AuditLink = {
  customerId: number;
  sequence: number;
  at: string;
  actorType: string;
  actorId: number | null;
  actorName: string;
  address: string;
  requestId: string;
  operation: string;
  entity: string;
  entityId: string;
  oldValues: unknown;
  newValues: unknown;
  reason: string | null;
  previousHash: string;
};

/** JSON with sorted keys, so that a value read back from the database hashes as the one written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** SHA-256 in hex over the link, the previous hash included. */
export const linkHash = (link: AuditLink): string => createHash("sha256").update(canonicalJson(link)).digest("hex");

/** The hash before the first link of a customer's chain. */
export const GENESIS = "0".repeat(64);

/**
 * Walks links in sequence order. Returns the sequence of the first broken one (a wrong hash, a gap, a link
 * that does not follow its predecessor), or null if the chain holds. `head` is the stored end of the chain:
 * links cut off at the end break it too.
 */
export function firstBroken(
  links: readonly (AuditLink & { hash: string })[],
  head: { sequence: number; hash: string },
): number | null {
  let previous = GENESIS;
  let expected = 1;
  for (const { hash, ...link } of links) {
    if (link.sequence !== expected || link.previousHash !== previous || linkHash(link) !== hash) return expected;
    previous = hash;
    expected += 1;
  }
  return head.sequence === expected - 1 && head.hash === previous ? null : expected;
}
