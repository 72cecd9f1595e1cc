import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import { screenKeysFor } from "./rules";
import { keyActionOf, rowAfter, SEQUENCE_MS } from "./sequence.rules";

describe("keys of screens", () => {
  const keysFor = (...codes: Permission[]) =>
    screenKeysFor(new Set(codes), (title) => `the ${title}`).map(({ key, title }) => `${key} ${title}`);

  it("are those of screens that the account may open", () => {
    expect(keysFor("viewEx")).toEqual(["h the home", "e the dataex"]);
  });

  it("are each of one screen", () => {
    const all = screenKeysFor({ has: () => true } as unknown as ReadonlySet<Permission>, String);
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  });
});

describe("a key", () => {
  it.each([
    ["g", { kind: "wait" }],
    ["G", { kind: "wait" }],
    ["c", { kind: "create" }],
    ["/", { kind: "search" }],
    ["?", { kind: "sheet" }],
    ["j", { kind: "row", step: 1 }],
    ["k", { kind: "row", step: -1 }],
    ["x", { kind: "select" }],
    ["q", null],
    ["Escape", null],
  ])("%s does one thing", (key, action) => {
    expect(keyActionOf(key, null, 0)).toEqual(action);
  });

  it("after g opens a screen, until the time is over", () => {
    expect(keyActionOf("c", 1000, 1000 + SEQUENCE_MS)).toEqual({ kind: "go", key: "c" });
    expect(keyActionOf("c", 1000, 1001 + SEQUENCE_MS)).toEqual({ kind: "create" });
    expect(keyActionOf("Shift", 1000, 1001)).toBeNull();
  });
});

it.each([
  [-1, 1, 3, 0],
  [-1, -1, 3, 0],
  [0, 1, 3, 1],
  [2, 1, 3, null],
  [0, -1, 3, null],
  [-1, 1, 0, null],
] as const)("from row %s by %s of %s is %s", (at, step, count, expected) => {
  expect(rowAfter(at, step, count)).toBe(expected);
});
