import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AuditLink,
  anchorOf,
  type ChainKeys,
  canonicalJson,
  firstBroken,
  foundSealOf,
  GENESIS,
  linkHash as hashOf,
  isSealed,
  plainUntil,
  sealOf,
} from "./chain";
import { chainKeysOf } from "./chain-keys";

const KEYS = chainKeysOf(["a secret of this installation"]);
const RULES = { keys: KEYS, plainUntil: 0 };
const linkHash = (one: AuditLink, keys: ChainKeys = KEYS) => hashOf(one, keys) as string;

type Stored = AuditLink & { hash: string };

const link = (sequence: number, previousHash: string, values: Partial<AuditLink> = {}): AuditLink => ({
  customerId: 3,
  sequence,
  at: "2026-11-20T08:00:00.000Z",
  actorType: "user",
  actorId: 7,
  actorName: "admin",
  address: "10.0.0.1",
  requestId: "r",
  operation: "zone.update",
  entity: "zone",
  entityId: "12",
  oldValues: { maximum: 8 },
  newValues: { maximum: 9 },
  reason: null,
  previousHash,
  foundSeal: null,
  keyId: KEYS.current.id,
  ...values,
});

function chainOf(length: number): { links: Stored[]; head: { sequence: number; hash: string } } {
  const links: Stored[] = [];
  let hash = GENESIS;
  for (let sequence = 1; sequence <= length; sequence += 1) {
    const next = link(sequence, hash, { entityId: String(sequence) });
    hash = linkHash(next);
    links.push({ ...next, hash });
  }
  return { links, head: { sequence: length, hash } };
}

/** For each column, a value that an attacker with database access might write. */
const FORGED: { [Column in keyof Stored]: Stored[Column] } = {
  customerId: 4,
  sequence: 99,
  at: "2026-11-20T08:00:00.001Z",
  actorType: "system",
  actorId: 8,
  actorName: "somebody else",
  address: "10.0.0.2",
  requestId: "q",
  operation: "zone.create",
  entity: "carrier",
  entityId: "13",
  oldValues: { maximum: 7 },
  newValues: null,
  reason: "",
  previousHash: "f".repeat(64),
  foundSeal: "",
  keyId: null,
  hash: "f".repeat(64),
};

describe("the audit chain", () => {
  it("holds when nothing was touched, also when it is empty", () => {
    for (const length of [0, 1, 2, 25]) {
      const { links, head } = chainOf(length);
      expect(firstBroken(links, length === 0 ? { sequence: 0, hash: GENESIS } : head, RULES)).toBeNull();
    }
  });

  it.each(Object.keys(FORGED) as (keyof Stored)[])("breaks where %s was changed", (column) => {
    const { links, head } = chainOf(5);
    const changed = links.map((one) => (one.sequence === 3 ? { ...one, [column]: FORGED[column] } : one));
    expect(firstBroken(changed, head, RULES)).toBe(3);
  });

  it("breaks after a changed row whose own hash was made to fit again", () => {
    const { links, head } = chainOf(5);
    const { hash: _, ...third } = links[2] as Stored;
    const forged = { ...third, newValues: { maximum: 1 } };
    links[2] = { ...forged, hash: linkHash(forged) };
    expect(firstBroken(links, head, RULES)).toBe(4);
  });

  it("names the first row that is missing, in the middle, at the start and at the end", () => {
    for (const missing of [1, 3, 5]) {
      const { links, head } = chainOf(5);
      expect(firstBroken(links.toSpliced(missing - 1, 1), head, RULES)).toBe(missing);
    }
    const { head } = chainOf(5);
    expect(firstBroken([], head, RULES)).toBe(1);
  });

  it("breaks where rows were swapped, or one was added behind the end", () => {
    const { links, head } = chainOf(4);
    const [first, second, third, fourth] = links as [Stored, Stored, Stored, Stored];
    expect(firstBroken([first, third, second, fourth], head, RULES)).toBe(2);
    expect(firstBroken(links, chainOf(3).head, RULES)).toBe(5);
  });
});

describe("a row that was written behind an end that nobody could confirm", () => {
  const end = (sequence: number, hash: string) => ({ sequence, hash });
  const behind = (foundSeal: string) => {
    const { links, head } = chainOf(3);
    const fourth = link(4, head.hash, { foundSeal });
    const all = [...links, { ...fourth, hash: linkHash(fourth) }];
    return firstBroken(all, end(4, all[3]?.hash as string), RULES);
  };
  const seal = (position: { sequence: number; hash: string }, keys = KEYS) => foundSealOf(sealOf(3, position, keys));

  it("breaks the chain there for ever", () => {
    const { head } = chainOf(3);
    for (const found of [
      "",
      ":",
      "x:y",
      seal(end(2, head.hash)),
      seal(end(5, head.hash)),
      seal(end(3, "0".repeat(64))),
    ])
      expect(behind(found), found).toBe(4);
    expect(behind(foundSealOf(undefined))).toBe(4);
    expect(behind(seal(head, chainKeysOf(["a secret of the attacker's own"])))).toBe(4);
  });

  it("holds where the seal turns out to be right, as by the secret before this one", () => {
    expect(behind(seal(chainOf(3).head))).toBeNull();
  });

  it("cannot be relieved of what it says", () => {
    const { links, head } = chainOf(3);
    const fourth = link(4, head.hash, { foundSeal: "x:y" });
    const hash = linkHash(fourth);
    expect(firstBroken([...links, { ...fourth, foundSeal: null, hash }], end(4, hash), RULES)).toBe(4);
  });
});

describe("a chain under a key", () => {
  /** A chain forged by an attacker with the database but not the key: a row is changed, all later hashes recomputed. */
  function rewritten(links: readonly Stored[], from: number) {
    let previousHash = links[from - 2]?.hash ?? GENESIS;
    return links.map((one) => {
      if (one.sequence < from) return one;
      const { hash: _, ...row } = one;
      const changed = {
        ...row,
        keyId: null,
        previousHash,
        ...(row.sequence === from && { newValues: { maximum: 1 } }),
      };
      previousHash = linkHash(changed);
      return { ...changed, hash: previousHash };
    });
  }

  it("breaks where it was rewritten to its end without the key", () => {
    const { links } = chainOf(5);
    const forged = rewritten(links, 3);
    const head = { sequence: 5, hash: forged[4]?.hash as string };
    expect(firstBroken(forged, head, RULES)).toBe(3);
  });

  it("holds after the secret was changed, as long as the earlier one is known", () => {
    const { links, head } = chainOf(3);
    const both = chainKeysOf(["a new secret of it", "a secret of this installation"]);
    const next = link(4, head.hash, { keyId: both.current.id });
    const all = [...links, { ...next, hash: linkHash(next, both) }];
    const end = { sequence: 4, hash: all[3]?.hash as string };
    expect(firstBroken(all, end, { keys: both, plainUntil: 0 })).toBeNull();
    expect(firstBroken(all, end, { keys: chainKeysOf(["a new secret of it"]), plainUntil: 0 })).toBe(1);
    expect(firstBroken(all, end, RULES)).toBe(4);
  });

  it("has rows without a key up to its anchor only, and an anchor that fits them only", () => {
    const end = { sequence: 2, hash: "b".repeat(64) };
    const head = { ...end, ...sealOf(3, end, KEYS), ...anchorOf(3, end, KEYS) };
    expect(plainUntil(3, head, end.hash, KEYS)).toBe(2);
    expect(plainUntil(3, head, "c".repeat(64), KEYS)).toBe(0);
    expect(plainUntil(4, head, end.hash, KEYS)).toBe(0);
    expect(plainUntil(3, { ...head, plainUntil: 9 }, end.hash, KEYS)).toBe(0);
    expect(plainUntil(3, { ...head, anchorKeyId: null }, end.hash, KEYS)).toBe(0);
  });

  it("has an end that nobody writes without the key", () => {
    const end = { sequence: 2, hash: "b".repeat(64) };
    const head = { ...end, ...sealOf(3, end, KEYS), plainUntil: 0, anchorKeyId: null, anchor: null };
    expect(isSealed(3, head, KEYS)).toBe(true);
    expect(isSealed(4, head, KEYS)).toBe(false);
    expect(isSealed(3, { ...head, sequence: 1 }, KEYS)).toBe(false);
    expect(isSealed(3, { ...head, seal: null }, KEYS)).toBe(false);
    expect(isSealed(3, head, chainKeysOf(["another secret altogether"]))).toBe(false);
  });
});

describe("canonical JSON", () => {
  it("does not depend on the order of keys, at any depth", () => {
    const a = { b: 1, a: { d: [{ y: 1, x: 2 }], c: null } };
    const b = { a: { c: null, d: [{ x: 2, y: 1 }] }, b: 1 };
    expect(canonicalJson(a)).toBe(canonicalJson(b));
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  it("is the same after a round trip through JSON, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  it("tells different values apart", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const isSame = canonicalJson(a) === canonicalJson(b);
        // Equal by value: JSON has no negative zero, and the order of keys does not matter.
        const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
        if (isSame) expect(plain(a)).toEqual(plain(b));
        else expect(plain(a)).not.toEqual(plain(b));
      }),
    );
  });
});
