import { describe, expect, it } from "vitest";
import { keyOf, maySendReset, resetExpiry } from "./rules";

const ACCOUNT = { isActive: true, email: "a@example.com", isSingleSignOn: false, recentResets: 0 };

describe("a mail for a forgotten password", () => {
  it.each([
    ["an active account with an address", {}, true],
    ["a third one within the hour", { recentResets: 2 }, true],
    ["a fourth one within the hour", { recentResets: 3 }, false],
    ["a cancelled account", { isActive: false }, false],
    ["an account without an address", { email: null }, false],
    ["an account with an empty address", { email: "" }, false],
    ["an account of the single sign-on provider", { isSingleSignOn: true }, false],
  ])("for %s: %#", (_, change, sent) => {
    expect(maySendReset({ ...ACCOUNT, ...change })).toBe(sent);
  });

  it("is valid for half an hour", () => {
    expect(resetExpiry(new Date("2026-11-20T08:00:00Z"))).toEqual(new Date("2026-11-20T08:30:00Z"));
  });
});

describe("what is entered as the key", () => {
  it.each([
    [" abc-DEF_1 ", "abc-DEF_1"],
    ["https://console.example/en-US/resetPassword?key=abc-DEF_1", "abc-DEF_1"],
    ["http://console.example/es/resetPassword?from=mail&key=abc", "abc"],
    ["https://console.example/no-key", "https://console.example/no-key"],
  ])("%s is %s", (entered, key) => {
    expect(keyOf(entered)).toBe(key);
  });
});
