import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SIGNATURE_MEANINGS, type SignatureMeaning } from "@/db/enums";
import { changedFields, isOwnWork, needsReason, nextMeanings } from "./signature.rules";

const given = (...meanings: SignatureMeaning[]) => meanings.map((meaning, index) => ({ meaning, userId: index + 1 }));

describe("the order of signatures", () => {
  it.each<[SignatureMeaning[], SignatureMeaning[]]>([
    [[], ["made"]],
    [["made"], ["reviewed", "approved", "rejected"]],
    [
      ["made", "reviewed"],
      ["approved", "rejected"],
    ],
    [["made", "approved"], []],
    [["made", "reviewed", "rejected"], []],
  ])("of a document after %j: %j", (before, next) => {
    expect(nextMeanings("report", given(...before))).toEqual(next);
  });

  it("has a review before the approval where one is wanted", () => {
    const wanted = ["made", "reviewed", "approved"] as const;
    expect(nextMeanings("report", given("made"), wanted)).toEqual(["reviewed", "rejected"]);
    expect(nextMeanings("report", given("made", "reviewed"), wanted)).toEqual(["approved", "rejected"]);
    expect(nextMeanings("report", given("made"), ["made", "approved"])).toContain("approved");
  });

  it("of a statement: any meaning of a person with an account, once", () => {
    expect(nextMeanings("lot", [])).toEqual(SIGNATURE_MEANINGS.filter((meaning) => meaning !== "received"));
    expect(nextMeanings("exception", given("approved"))).toEqual([]);
  });

  it("ends with approval or rejection, whatever is chosen", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 4, maxLength: 6 }), (choices) => {
        const chain: SignatureMeaning[] = [];
        for (const choice of choices) {
          const next = nextMeanings("recordSheet", given(...chain));
          if (next.length === 0) break;
          chain.push(next[choice % next.length] as SignatureMeaning);
        }
        expect(chain[0]).toBe("made");
        expect(["approved", "rejected"]).toContain(chain.at(-1));
        expect(chain.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

describe("one's own work", () => {
  it("is reviewed and approved by somebody else, but may be rejected", () => {
    const made = given("made");
    expect(isOwnWork("approved", made, 1)).toBe(true);
    expect(isOwnWork("reviewed", made, 1)).toBe(true);
    expect(isOwnWork("rejected", made, 1)).toBe(false);
    expect(isOwnWork("approved", made, 2)).toBe(false);
    expect(isOwnWork("approved", given("made", "reviewed"), 2)).toBe(false);
  });

  it("needs a reason to be rejected only", () => {
    expect(SIGNATURE_MEANINGS.filter(needsReason)).toEqual(["rejected"]);
  });
});

describe("the changed fields of a record", () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, ["b"]],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, ["a.b.1"]],
    [{ a: [1] }, { a: [1, 2] }, ["a"]],
    [{ a: null }, {}, ["a"]],
    [{}, { c: "new" }, ["c"]],
  ])("from %j to %j are %j", (before, after, fields) => {
    expect(changedFields(before, after)).toEqual(fields);
  });

  it("are at most twenty, and none of equal records", () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, index]));
    expect(changedFields(many, {})).toHaveLength(20);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        expect(changedFields(json, structuredClone(json))).toEqual([]);
      }),
    );
  });
});
