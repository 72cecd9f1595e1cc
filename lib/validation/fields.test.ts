import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  accountName,
  areaCode,
  checkDays,
  codeText,
  customerPhone,
  newPassword,
  optionalEmail,
  optionalPhone,
  recordIds,
  requiredEmail,
  requiredPhone,
  requiredText,
} from "./fields";
import { issuesOf } from "./issues";

const TABLE: [name: string, schema: z.ZodType, fits: string[], refused: [value: string, rule: string][]][] = [
  [
    "a required text",
    requiredText(3),
    ["a", " abc "],
    [
      ["", "required"],
      ["  ", "required"],
      ["abcd", "too_big"],
    ],
  ],
  [
    "a code",
    codeText(5),
    ["A1b2C"],
    [
      ["", "required"],
      ["a b", "code"],
      ["a_b", "code"],
      ["中", "code"],
      ["abcdef", "too_big"],
    ],
  ],
  ["an area code", areaCode(20), ["", "CN_44"], [["44-1", "word"]]],
  [
    "a mail address",
    requiredEmail(),
    ["a@b.cn"],
    [
      ["", "required"],
      ["a@b", "email"],
      ["a b@c.cn", "email"],
    ],
  ],
  ["an optional mail address", optionalEmail("USER_EMAIL_FORMAT"), ["", "a@b.cn"], [["x", "USER_EMAIL_FORMAT"]]],
  [
    "a phone",
    requiredPhone(),
    ["13900001111", "8123456", "81234567", "020-81234567", "02081234567", "+491701234567", "+8613900001111"],
    [
      ["", "required"],
      ["123456", "phone"],
      ["139000011112", "phone"],
      ["+4917", "phone"],
      ["+0491701234567", "phone"],
      ["+4917012345678901", "phone"],
      ["491701234567", "phone"],
    ],
  ],
  ["an optional phone", optionalPhone(), ["", "+491701234567"], [["12-34", "phone"]]],
  [
    "a customer's phone",
    customerPhone(20),
    ["400-800-1234", "1", "+491701234567"],
    [
      ["-", "customerPhone"],
      ["400 ext 800", "customerPhone"],
    ],
  ],
  [
    "a password",
    newPassword(),
    ["abc123", `${"A".repeat(19)}1`],
    [
      ["abcdef", "password"],
      ["123456", "password"],
      ["ab12", "password"],
      ["abc123!", "password"],
      ["a1".repeat(11), "password"],
      ["", "required"],
    ],
  ],
  [
    "an account name",
    accountName(),
    ["nurse", "user_01"],
    [
      ["abc", "accountName"],
      ["a".repeat(21), "accountName"],
      ["nurse one", "accountName"],
    ],
  ],
];

describe.each(TABLE)("%s", (_name, schema, fits, refused) => {
  it.each(fits)("takes %j", (value) => expect(schema.safeParse(value).success).toBe(true));

  it.each(refused)("refuses %j by %s", (value, rule) => {
    const result = schema.safeParse(value);
    expect(result.success ? [] : issuesOf(result.error).map((issue) => issue.rule)).toContain(rule);
  });
});

it("takes ids from a query, each once", () => {
  expect(recordIds().parse("3,1,3")).toEqual([3, 1]);
  expect(recordIds(2).safeParse([1, 2, 3]).success).toBe(false);
});

it("limits a range in days, in text and in epoch ms, and says how many", () => {
  const Range = (end: z.ZodType<string | number>) =>
    z.object({ from: end, to: end }).superRefine((asked, context) => checkDays(asked, 31, context));
  const refused = [{ path: "to", rule: "tooManyDays", limit: 31, message: "at most 31 days after from" }];
  const issues = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value);
    return error ? issuesOf(error) : [];
  };
  const day = 86_400_000;
  expect(issues(Range(z.number()), { from: 0, to: 31 * day })).toEqual([]);
  expect(issues(Range(z.number()), { from: 0, to: 31 * day + 1 })).toEqual(refused);
  expect(issues(Range(z.string()), { from: "2026-01-01T00:00:00Z", to: "2026-02-02T00:00:00Z" })).toEqual(refused);
});
