import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditLink, canonicalJson, firstBroken, GENESIS, linkHash } from "./chain";

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

/** Each column as somebody with access to the database might write it over. */
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
  hash: "f".repeat(64),
};

describe("the audit chain", () => {
  it("holds when nothing was touched, also when it is empty", () => {
    for (const length of [0, 1, 2, 25]) {
      const { links, head } = chainOf(length);
      expect(firstBroken(links, length === 0 ? { sequence: 0, hash: GENESIS } : head)).toBeNull();
    }
  });

  it.each(Object.keys(FORGED) as (keyof Stored)[])("breaks where %s was changed", (column) => {
    const { links, head } = chainOf(5);
    const changed = links.map((one) => (one.sequence === 3 ? { ...one, [column]: FORGED[column] } : one));
    expect(firstBroken(changed, head)).toBe(3);
  });

  it("breaks after a changed row whose own hash was made to fit again", () => {
    const { links, head } = chainOf(5);
    const { hash: _, ...third } = links[2] as Stored;
    const forged = { ...third, newValues: { maximum: 1 } };
    links[2] = { ...forged, hash: linkHash(forged) };
    expect(firstBroken(links, head)).toBe(4);
  });

  it("names the first row that is missing, in the middle, at the start and at the end", () => {
    for (const missing of [1, 3, 5]) {
      const { links, head } = chainOf(5);
      expect(firstBroken(links.toSpliced(missing - 1, 1), head)).toBe(missing);
    }
    const { head } = chainOf(5);
    expect(firstBroken([], head)).toBe(1);
  });

  it("breaks where rows were swapped, or one was added behind the end", () => {
    const { links, head } = chainOf(4);
    const [first, second, third, fourth] = links as [Stored, Stored, Stored, Stored];
    expect(firstBroken([first, third, second, fourth], head)).toBe(2);
    expect(firstBroken(links, chainOf(3).head)).toBe(5);
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
        // Of equal value: JSON knows no negative zero, and the order of keys does not count.
        const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
        if (isSame) expect(plain(a)).toEqual(plain(b));
        else expect(plain(a)).not.toEqual(plain(b));
      }),
    );
  });
});
