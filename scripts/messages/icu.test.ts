import { describe, expect, it } from "vitest";
import { parseArguments } from "./icu";

describe("parseArguments", () => {
  it.each([
    ["plain text", {}],
    ["{name} is back", { name: "value" }],
    ["{count, number} rows", { count: "value" }],
    ["{count, plural, =0 {none} one {# row} other {# rows of {total}}}", { count: "value", total: "value" }],
    ["{count, plural, offset:1 one {a} other {b}}", { count: "value" }],
    ["{at, date, short} {at2, time, ::jmm}", { at: "date", at2: "time" }],
    ["{kind, select, fridge {F} car {C} other {O}}", { kind: "select of car, fridge, other" }],
    ["{kind, select, a {{n, plural, other {#}}} other {}}", { kind: "select of a, other", n: "value" }],
    ["read <link>the <b>{name}</b> page</link><br/>", { link: "tag", b: "tag", br: "tag", name: "value" }],
    ["it's {name}'s", { name: "value" }],
    ["'{not}' ''{yes}''", { yes: "value" }],
    ["3 < 4 > 2", {}],
  ])("reads %s", (message, expected) => {
    expect(Object.fromEntries(parseArguments(message))).toEqual(expected);
  });

  it.each([
    "{name",
    "name}",
    "{}",
    "{count, plural, one {a}}",
    "{kind, select, other {a}",
    "{kind, select, {a}}",
    "<b>text",
    "text</b>",
    "<b>text</i>",
    "{at, date",
  ])("refuses %s", (message) => {
    expect(() => parseArguments(message)).toThrow();
  });
});
