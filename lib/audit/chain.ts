import { createHash, createHmac } from "node:crypto";

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
  /**
   * Null unless the end of the chain that the row follows was not the one written last: then the seal found there, as
   * `keyId:seal`, or nothing where there was no end. Such a row breaks the chain unless the seal is right after all.
   */
  foundSeal: string | null;
  /** Null in rows from before the chains had a key. */
  keyId: string | null;
};

/** A key of the chains; `id` tells it from others and nothing of it. */
export type ChainKey = { id: string; key: Buffer };

/** The key that is written with, and all that can be checked by. */
export type ChainKeys = { current: ChainKey; all: readonly ChainKey[] };

/** JSON with sorted keys, so that a value read back from the database hashes as the one written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

const hmac = (key: Buffer, value: unknown): string =>
  createHmac("sha256", key).update(canonicalJson(value)).digest("hex");
const keyOf = ({ all }: ChainKeys, id: string | null) => all.find((one) => one.id === id)?.key;

/** HMAC-SHA256 in hex over the link, the previous hash included; SHA-256 for a link without a key. Null: the key is not known. */
export function linkHash({ keyId, foundSeal, ...rest }: AuditLink, keys: ChainKeys): string | null {
  // Left out where there is none, as in rows from before the column.
  const link = foundSeal === null ? rest : { ...rest, foundSeal };
  if (keyId === null) return createHash("sha256").update(canonicalJson(link)).digest("hex");
  const key = keyOf(keys, keyId);
  return key ? hmac(key, { ...link, keyId }) : null;
}

/** The end of a chain as it is stored. */
export type ChainHead = ChainPosition & {
  keyId: string | null;
  seal: string | null;
  plainUntil: number;
  anchorKeyId: string | null;
  anchor: string | null;
};

const sealed = (customerId: number, { sequence, hash }: ChainPosition) => ({ head: customerId, sequence, hash });
const anchored = (customerId: number, { sequence, hash }: ChainPosition) => ({ anchor: customerId, sequence, hash });

/** The columns that authenticate the end of a customer's chain. */
export const sealOf = (customerId: number, end: ChainPosition, { current }: ChainKeys) => ({
  keyId: current.id,
  seal: hmac(current.key, sealed(customerId, end)),
});

/** The columns that authenticate what a customer's chain was before it had a key: everything up to `end`. */
export const anchorOf = (customerId: number, end: ChainPosition, { current }: ChainKeys) => ({
  plainUntil: end.sequence,
  anchorKeyId: current.id,
  anchor: hmac(current.key, anchored(customerId, end)),
});

type Seal = Pick<ChainHead, "keyId" | "seal">;

/** Whether the seal was made for this end. */
function fits(customerId: number, end: ChainPosition, { keyId, seal }: Seal, keys: ChainKeys): boolean {
  const key = keyOf(keys, keyId);
  return key !== undefined && seal === hmac(key, sealed(customerId, end));
}

/** Whether the end is what was written last. */
export const isSealed = (customerId: number, head: ChainHead, keys: ChainKeys): boolean =>
  fits(customerId, head, head, keys);

/** A seal as the row after it keeps it; of none an empty text. */
export const foundSealOf = (head: Seal | undefined): string => (head ? `${head.keyId ?? ""}:${head.seal ?? ""}` : "");

/**
 * Whether a row follows the end that was written last: its writer could confirm that, or the seal that it found is right
 * by a key that the writer did not know.
 */
function followsEnd({ customerId, foundSeal }: AuditLink, end: ChainPosition, keys: ChainKeys): boolean {
  if (foundSeal === null) return true;
  const [keyId = null, seal = null] = foundSeal.split(":", 2);
  return fits(customerId, end, { keyId, seal }, keys);
}

/** An end that is published; `isBroken`: it is not the one written last. */
export type PublishedHead = { customerId: number; sequence: number; hash: string; isBroken?: true };

/**
 * Ends of chains as they are published outside of the database, with an HMAC over all of them. `last` is the day of the
 * publication before; null if there is none, and absent in publications from before it was noted.
 */
export type PublishedHeads = {
  at: string;
  last?: string | null;
  heads: PublishedHead[];
  keyId: string;
  signature: string;
};

const published = ({ at, last, heads }: Pick<PublishedHeads, "at" | "last" | "heads">) =>
  last === undefined ? { at, heads } : { at, last, heads };

/** Signs the ends of chains. */
export const signHeads = (
  lines: Pick<PublishedHeads, "at" | "last" | "heads">,
  { current }: ChainKeys,
): PublishedHeads => ({ ...published(lines), keyId: current.id, signature: hmac(current.key, published(lines)) });

/** Whether this installation has published these ends. */
export function isPublished({ keyId, signature, ...lines }: PublishedHeads, keys: ChainKeys): boolean {
  const key = keyOf(keys, keyId);
  return key !== undefined && signature === hmac(key, published(lines));
}

/** That the ends were published on a day, and whom a change of the address was told to last. */
export type Publication = { day: string; at: string; keeper: string };

const noted = ({ day, at, keeper }: Publication) => ({ publication: day, at, keeper });

/** The columns that authenticate a publication: without the key nobody says that a day was published. */
export const publicationSealOf = (one: Publication, { current }: ChainKeys) => ({
  keyId: current.id,
  seal: hmac(current.key, noted(one)),
});

/** Whether this installation has noted the publication. */
export function isNoted({ keyId, seal, ...one }: Publication & Seal, keys: ChainKeys): boolean {
  const key = keyOf(keys, keyId);
  return key !== undefined && seal === hmac(key, noted(one));
}

/**
 * Up to which row the chain may have no key: 0 unless the anchor fits, `hashAt` being the hash of the row that it names.
 * A chain that lost its anchor has a key from the start, or it is broken.
 */
export function plainUntil(customerId: number, head: ChainHead, hashAt: string | undefined, keys: ChainKeys): number {
  const key = keyOf(keys, head.anchorKeyId);
  if (key === undefined || hashAt === undefined) return 0;
  return head.anchor === hmac(key, anchored(customerId, { sequence: head.plainUntil, hash: hashAt }))
    ? head.plainUntil
    : 0;
}

/** The hash before the first link of a customer's chain. */
export const GENESIS = "0".repeat(64);

/** A link as it is stored. */
export type StoredLink = AuditLink & { hash: string };

/** A place in a chain: the links up to this one were looked at. */
export type ChainPosition = { sequence: number; hash: string };

/** Before the first link. */
export const CHAIN_START: ChainPosition = { sequence: 0, hash: GENESIS };

/** What a walk goes by: the keys, and up to which row there may be none. */
export type WalkRules = { keys: ChainKeys; plainUntil: number; start?: ChainPosition };

/**
 * Walks a chain batch by batch from `start` on. `take` gets the next links in sequence order, `end` the stored end of
 * the chain; both return the sequence of the first broken link (a wrong hash, a gap, a link that does not follow its
 * predecessor or was written behind an end that is not the last, one without a key where there must be one, links cut off
 * at the end), or null while the chain holds.
 */
export function walkChain({ keys, plainUntil: lastPlain, start = CHAIN_START }: WalkRules) {
  let { sequence, hash: previous } = start;
  return {
    take(links: readonly StoredLink[]): number | null {
      for (const { hash, ...link } of links) {
        const isNext =
          link.sequence === sequence + 1 &&
          link.previousHash === previous &&
          followsEnd(link, { sequence, hash: previous }, keys);
        const hasKey = link.keyId !== null || link.sequence <= lastPlain;
        if (!isNext || !hasKey || linkHash(link, keys) !== hash) return sequence + 1;
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
export function firstBroken(links: readonly StoredLink[], head: ChainPosition, rules: WalkRules): number | null {
  const walk = walkChain(rules);
  return walk.take(links) ?? walk.end(head);
}
