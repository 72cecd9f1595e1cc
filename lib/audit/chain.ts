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

/** A link as it is stored. */
export type StoredLink = AuditLink & { hash: string };

/** A place in a chain: the links up to this one were looked at. */
export type ChainPosition = { sequence: number; hash: string };

/** Before the first link. */
export const CHAIN_START: ChainPosition = { sequence: 0, hash: GENESIS };

/**
 * Walks a chain batch by batch from `start` on. `take` gets the next links in sequence order, `end` the stored end of
 * the chain; both return the sequence of the first broken link (a wrong hash, a gap, a link that does not follow its
 * predecessor, links cut off at the end), or null while the chain holds.
 */
export function walkChain(start: ChainPosition = CHAIN_START) {
  let { sequence, hash: previous } = start;
  return {
    take(links: readonly StoredLink[]): number | null {
      for (const { hash, ...link } of links) {
        const isNext = link.sequence === sequence + 1 && link.previousHash === previous;
        if (!isNext || linkHash(link) !== hash) return sequence + 1;
        previous = hash;
        sequence += 1;
      }
      return null;
    },
    end: (head: ChainPosition): number | null =>
      head.sequence === sequence && head.hash === previous ? null : sequence + 1,
    position: (): ChainPosition => ({ sequence, hash: previous }),
  };
}

/** The same over a chain that is at hand as a whole. */
export function firstBroken(links: readonly StoredLink[], head: ChainPosition): number | null {
  const walk = walkChain();
  return walk.take(links) ?? walk.end(head);
}
