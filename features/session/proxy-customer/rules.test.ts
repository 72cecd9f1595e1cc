import { describe, expect, it } from "vitest";
import { matching, placeAfterKey } from "./rules";

const ITEMS = [{ name: "Riverside Clinic" }, { name: "滨江医院" }, { name: "ＡＢＣ Pharma" }];

describe("matching", () => {
  it.each([
    ["", 3],
    ["  ", 3],
    ["river", 1],
    ["CLINIC ", 1],
    ["医院", 1],
    ["abc", 1],
    ["x", 0],
  ])("%j finds %d", (text, count) => expect(matching(ITEMS, text)).toHaveLength(count));
});

describe("the keyboard", () => {
  it.each<[string, number, number, number | null]>([
    ["ArrowDown", -1, 3, 0],
    ["ArrowDown", 2, 3, 2],
    ["ArrowUp", 2, 3, 1],
    ["ArrowUp", 0, 3, 0],
    ["Home", 2, 3, 0],
    ["End", 0, 3, 2],
    ["Enter", 0, 3, null],
    ["ArrowDown", -1, 0, null],
  ])("%s from %d of %d leads to %j", (key, at, length, place) => expect(placeAfterKey(key, at, length)).toBe(place));
});
