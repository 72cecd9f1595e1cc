import { describe, expect, it } from "vitest";
import { keptProperties } from "./properties.rules";

describe("what a device tells of itself", () => {
  it("is kept as it came, with its firmware named", () => {
    const properties = { firmware: "2.4.1", lqi: 180, links: { tcp: true, lte: [1, null] } };
    expect(keptProperties(properties)).toEqual({ properties, firmware: "2.4.1" });
  });

  it.each([
    ["no text", { firmware: 24 }],
    ["an empty text", { firmware: "" }],
    ["a novel", { firmware: "x".repeat(51) }],
    ["not told", {}],
  ])("has no version that is %s", (_, properties) =>
    expect(keptProperties(properties)).toMatchObject({ firmware: null }),
  );

  it("holds nothing that the database would refuse", () => {
    expect(keptProperties({ "a\0": ["\0", "\ud800"] })).toEqual({
      properties: { "a\uFFFD": ["\uFFFD", "\uFFFD"] },
      firmware: null,
    });
  });

  it("is bounded in size and depth", () => {
    expect(keptProperties({ text: "x".repeat(17_000) })).toBe("properties: at most 16384 bytes");
    const deep = JSON.parse(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`) as Record<string, unknown>;
    expect(keptProperties(deep)).toBe("properties: at most 8 levels");
  });
});
