import { createHash, createHmac } from "node:crypto";

/** The contents that a chain's hash covers: every column but the hash itself. */
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
   * Null unless the stored end of the chain could not be verified when the row was written: then the seal found there,
   * as `keyId:seal`, or empty if there was none. Such a row breaks the chain unless the seal proves valid later.
   */
  foundSeal: string | null;
  /** Null in rows from before keyed hashes. */
  keyId: string | null;
};

/** A chain key; `id` identifies it without revealing it. */
export type ChainKey = { id: string; key: Buffer };

/** The key for signing, and all keys for verification. */
export type ChainKeys = { current: ChainKey; all: readonly ChainKey[] };

/** JSON with sorted keys, so that a value read back from the database has the same hash as when it was written. */
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

/** A stored row also points to the version of its record; the pointer proves nothing, and no hash covers it. */
type Pointing = AuditLink & { version?: number | null };

/** HMAC-SHA256 in hex over the link including the previous hash; SHA-256 for an unkeyed link. Null: unknown key. */
export function linkHash({ keyId, foundSeal, version: _, ...rest }: Pointing, keys: ChainKeys): string | null {
  // Omitted where null, as in rows from before the column existed.
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

/** Columns that authenticate the end of a customer's chain. */
export const sealOf = (customerId: number, end: ChainPosition, { current }: ChainKeys) => ({
  keyId: current.id,
  seal: hmac(current.key, sealed(customerId, end)),
});

/** Columns that authenticate the part of a customer's chain before keyed hashes: everything up to `end`. */
export const anchorOf = (customerId: number, end: ChainPosition, { current }: ChainKeys) => ({
  plainUntil: end.sequence,
  anchorKeyId: current.id,
  anchor: hmac(current.key, anchored(customerId, end)),
});

type Seal = Pick<ChainHead, "keyId" | "seal">;

/** Whether the seal is valid for this end. */
function fits(customerId: number, end: ChainPosition, { keyId, seal }: Seal, keys: ChainKeys): boolean {
  const key = keyOf(keys, keyId);
  return key !== undefined && seal === hmac(key, sealed(customerId, end));
}

/** Columns that authenticate a row that is never changed; `purpose` keeps rows of different tables apart. */
export const sealRow = (purpose: string, row: Readonly<Record<string, unknown>>, { current }: ChainKeys) => ({
  keyId: current.id,
  seal: hmac(current.key, { ...row, purpose }),
});

/** Whether the row is the one that the product wrote. */
export function isRowSealed(
  purpose: string,
  row: Readonly<Record<string, unknown>>,
  { keyId, seal }: { keyId: string; seal: string },
  keys: ChainKeys,
): boolean {
  const key = keyOf(keys, keyId);
  return key !== undefined && seal === hmac(key, { ...row, purpose });
}

/** Whether the stored end is the one that the product wrote last. */
export const isSealed = (customerId: number, head: ChainHead, keys: ChainKeys): boolean =>
  fits(customerId, head, head, keys);

/** A seal as stored in the row after it; empty if there is none. */
export const foundSealOf = (head: Seal | undefined): string => (head ? `${head.keyId ?? ""}:${head.seal ?? ""}` : "");

/**
 * Whether a row follows the last written end: its writer could verify that, or the seal that the writer found is valid
 * under a key that the writer did not know.
 */
function followsEnd({ customerId, foundSeal }: AuditLink, end: ChainPosition, keys: ChainKeys): boolean {
  if (foundSeal === null) return true;
  const [keyId = null, seal = null] = foundSeal.split(":", 2);
  return fits(customerId, end, { keyId, seal }, keys);
}

/** A published chain end; `isBroken`: it is not the one that the product wrote last. */
export type PublishedHead = { customerId: number; sequence: number; hash: string; isBroken?: true };

/**
 * Chain ends as published outside the database, with an HMAC over all of them. `last` is the day of the previous
 * publication; null if there is none, and absent in publications from before it was recorded.
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

/** Signs chain ends. */
export const signHeads = (
  lines: Pick<PublishedHeads, "at" | "last" | "heads">,
  { current }: ChainKeys,
): PublishedHeads => ({ ...published(lines), keyId: current.id, signature: hmac(current.key, published(lines)) });

/** Whether this installation published these ends. */
export function isPublished({ keyId, signature, ...lines }: PublishedHeads, keys: ChainKeys): boolean {
  const key = keyOf(keys, keyId);
  return key !== undefined && signature === hmac(key, published(lines));
}

/** Records that the ends were published on a day, and who was last notified of a change of the address. */
export type Publication = { day: string; at: string; keeper: string };

const noted = ({ day, at, keeper }: Publication) => ({ publication: day, at, keeper });

/** Columns that authenticate a publication: without the key a day cannot be marked as published. */
export const publicationSealOf = (one: Publication, { current }: ChainKeys) => ({
  keyId: current.id,
  seal: hmac(current.key, noted(one)),
});

/** Whether this installation recorded the publication. */
export function isNoted({ keyId, seal, ...one }: Publication & Seal, keys: ChainKeys): boolean {
  const key = keyOf(keys, keyId);
  return key !== undefined && seal === hmac(key, noted(one));
}

/**
 * Sequence up to which rows may be unkeyed: 0 unless the anchor is valid for `hashAt`, the hash of the row it refers
 * to. A chain that lost its anchor must be keyed from the start, or it is broken.
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

/** A position in a chain: the links up to this one were verified. */
export type ChainPosition = { sequence: number; hash: string };

/** Before the first link. */
export const CHAIN_START: ChainPosition = { sequence: 0, hash: GENESIS };

/** Parameters of a walk: the keys, and up to which row links may be unkeyed. */
export type WalkRules = { keys: ChainKeys; plainUntil: number; start?: ChainPosition };

/**
 * Verifies a chain batch by batch from `start`. `take` receives the next links in order of sequence, `end` the stored
 * end of the chain. Both return null while the chain is intact, or the sequence of the first broken link: a wrong hash,
 * a gap, a wrong predecessor, a row after an unverified end, an unkeyed link where a key is required, or a truncated
 * end.
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

/** The same for a chain that is in memory as a whole. */
export function firstBroken(links: readonly StoredLink[], head: ChainPosition, rules: WalkRules): number | null {
  const walk = walkChain(rules);
  return walk.take(links) ?? walk.end(head);
}
