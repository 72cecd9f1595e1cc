import { describe, expect, it } from "vitest";
import { auditSnapshot, isPersonName, placesOf } from "./user.rules";

const NAMES = [
  "林晓梅",
  "何静",
  "一二三四五六七八九十",
  "Li",
  "Ana María O'Neill-Peña",
  "山田 太郎",
  "김민준",
  "Root",
  "阿卜杜拉·买买提",
  "x".repeat(30),
];
const NO_NAMES = [
  "",
  "林",
  "一二三四五六七八九十一",
  "A",
  "12",
  "x".repeat(31),
  "Li_Na",
  "<b>Li</b>",
  "Li\nNa",
  "😀😀",
  "- -",
];

describe("a person's name", () => {
  it.each(NAMES)("may be %j", (name) => expect(isPersonName(name)).toBe(true));
  it.each(NO_NAMES)("cannot be %j", (name) => expect(isPersonName(name)).toBe(false));
});

it("orders places, so that the same ones are the same", () => {
  expect(placesOf({ sceneIds: [10, 9], customerIds: [3, 1] })).toEqual({ sceneIds: [9, 10], customerIds: [1, 3] });
});

it("keeps no secret in the trail", () => {
  const account = {
    ...{ customerId: 1, roleId: 2, username: "nurse", name: "Li", gender: 0, mobile: null, email: null, remarks: "" },
    ...{ status: "active" as const, sceneIds: [], customerIds: [], passwordHash: "secret", totpSecret: "secret" },
  };
  expect(Object.keys(auditSnapshot(account)).sort()).toEqual([
    "customerId",
    "customerIds",
    "email",
    "gender",
    "mobile",
    "name",
    "remarks",
    "roleId",
    "sceneIds",
    "status",
    "username",
  ]);
});
