import { describe, expect, it } from "vitest";
import { bucketSecondsOf, keyOutcome, linkExpiry, linkPath, standOf, withoutTokens } from "./rules";

const life = {
  endedAt: null,
  acknowledgedAt: null,
  withdrawnAt: null,
  removedAt: null,
  mergedIntoId: null,
  status: "unprocessed",
  isClosed: false,
} as const;
const at = "2026-11-20T08:00:00Z";

describe("what the page of a link tells first", () => {
  it.each([
    ["open", {}],
    ["open", { endedAt: at }],
    ["open", { endedAt: at, status: "processed", isClosed: true }],
    ["acknowledged", { acknowledgedAt: at }],
    ["acknowledged", { acknowledgedAt: at, endedAt: at }],
    ["removed", { removedAt: at, endedAt: at }],
    ["removed", { removedAt: at, endedAt: at, acknowledgedAt: at }],
    ["withdrawn", { withdrawnAt: at }],
    ["withdrawn", { withdrawnAt: at, acknowledgedAt: at }],
    ["merged", { withdrawnAt: at, mergedIntoId: 7 }],
  ] as const)("%s: %j", (stand, change) => expect(standOf({ ...life, ...change })).toBe(stand));
});

it.each([
  [0, 60],
  [90, 60],
  [6 * 60, 300],
  [3 * 1440, 1800],
  [10 * 1440, 2 * 3600],
  [5 * 365 * 1440, 274 * 3600],
])("draws %d minutes by parts of %d s", (minutes, seconds) =>
  expect(bucketSecondsOf({ from: 0, to: minutes * 60_000 })).toBe(seconds),
);

it("opens for a week from the message on", () =>
  expect(linkExpiry(new Date("2026-11-20T08:00:00Z"))).toEqual(new Date("2026-11-27T08:00:00Z")));

it("leads to a page in the reader's language", () => expect(linkPath("ja", "a-b_c")).toBe("/ja/exDetail?key=a-b_c"));

it("keeps no token of a message", () =>
  expect(withoutTokens("a https://x/exDetail?key=T1 b T2 T1", ["T1", "T2"])).toBe("a https://x/exDetail?key=… b … …"));

it("answers each key of a notification by what its exception allows", () => {
  expect(keyOutcome(undefined)).toBe("invalid");
  expect(keyOutcome(life)).toBe("acknowledged");
  expect(keyOutcome({ ...life, endedAt: at })).toBe("acknowledged");
  expect(keyOutcome({ ...life, acknowledgedAt: at })).toBe("already");
  expect(keyOutcome({ ...life, acknowledgedAt: at, withdrawnAt: at })).toBe("over");
  expect(keyOutcome({ ...life, endedAt: at, removedAt: at })).toBe("over");
});
