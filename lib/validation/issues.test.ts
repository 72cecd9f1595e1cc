import { describe, expect, it } from "vitest";
import { z } from "zod";
import { issuesOf } from "./issues";

const TABLE: [what: string, schema: z.ZodType, value: unknown, issue: object][] = [
  ["a text too long", z.string().max(3), "abcd", { rule: "too_big", limit: 3, unit: "characters" }],
  ["a text too short", z.string().min(2), "a", { rule: "too_small", limit: 2, unit: "characters" }],
  ["an empty text", z.string().min(1), "", { rule: "required", limit: 1, unit: "characters" }],
  ["too many entries", z.array(z.number()).max(1), [1, 2], { rule: "too_big", limit: 1, unit: "items" }],
  ["a number too large", z.number().max(20), 21, { rule: "too_big", limit: 20 }],
  ["a number too small", z.number().min(0), -1, { rule: "too_small", limit: 0 }],
];

describe("issuesOf", () => {
  it.each(TABLE)("says of %s what the bound is and what it counts", (_, schema, value, issue) => {
    const parsed = schema.safeParse(value);
    expect(issuesOf(parsed.error ?? { issues: [] })).toEqual([{ path: "", message: expect.any(String), ...issue }]);
  });
});
