import { describe, expect, it } from "vitest";
import { issuesOf } from "@/lib/validation/issues";
import { ChosenPassword, PasswordChange, PasswordInput } from "./schema";

const GOOD = { oldPassword: "Frost2026", newPassword: "Snow2027", confirmPassword: "Snow2027" };

const both = (password: string) => ({ newPassword: password, confirmPassword: password });

describe("a change of the password", () => {
  it("takes three passwords", () => {
    expect(PasswordInput.parse(GOOD)).toEqual(GOOD);
    // An existing password may predate the rule.
    expect(PasswordInput.safeParse({ ...GOOD, oldPassword: " !" }).success).toBe(true);
  });

  it.each([
    [{ oldPassword: "" }, "oldPassword", "required"],
    [{ oldPassword: undefined }, "oldPassword", "required"],
    [{ newPassword: "" }, "newPassword", "required"],
    [{ newPassword: undefined }, "newPassword", "required"],
    [{ confirmPassword: "" }, "confirmPassword", "required"],
    [{ confirmPassword: undefined }, "confirmPassword", "required"],
    [both("Ab123"), "newPassword", "password"],
    [both(`A1${"a".repeat(19)}`), "newPassword", "password"],
    [both("letters"), "newPassword", "password"],
    [both("1234567"), "newPassword", "password"],
    [both("Snow-2027"), "newPassword", "password"],
    [both("雪雪雪雪2027a"), "newPassword", "password"],
    [{ confirmPassword: "Snow2028" }, "confirmPassword", "passwordMatch"],
    [{ confirmPassword: "snow2027" }, "confirmPassword", "passwordMatch"],
    [both("Frost2026"), "newPassword", "passwordSame"],
    [{ more: 1 }, "", "unrecognized_keys"],
  ])("refuses %j for %s: %s", (change, path, rule) => {
    const parsed = PasswordInput.safeParse({ ...GOOD, ...change });
    expect(parsed.success).toBe(false);
    if (!parsed.success) expect(issuesOf(parsed.error)).toContainEqual(expect.objectContaining({ path, rule }));
  });

  it.each(["Abc123", "abc123", `a1${"b".repeat(18)}`])("takes %s", (password) => {
    expect(PasswordInput.safeParse({ ...GOOD, ...both(password) }).success).toBe(true);
  });
});

describe("a password in place of a one-time password", () => {
  it("is not asked for the old one", () => {
    expect(ChosenPassword.parse(both("Snow2027"))).toEqual(both("Snow2027"));
    expect(ChosenPassword.safeParse(GOOD).success).toBe(false);
    expect(ChosenPassword.safeParse({ ...both("Snow2027"), confirmPassword: "Snow2028" }).success).toBe(false);
  });

  it("comes by the same call, with or without the old one", () => {
    expect(PasswordChange.parse(GOOD)).toEqual(GOOD);
    expect(PasswordChange.parse(both("Snow2027"))).toEqual(both("Snow2027"));
    expect(PasswordChange.safeParse({ ...GOOD, oldPassword: "" }).success).toBe(false);
    expect(PasswordChange.safeParse({ oldPassword: "Snow2027", ...both("Snow2027") }).success).toBe(false);
  });
});
