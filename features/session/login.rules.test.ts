import { describe, expect, it } from "vitest";
import { destination, loginOutcome, missingField, nextPath, returnedError, shownEnd, wantedOf } from "./login.rules";

describe("nextPath", () => {
  it("goes back to a page of this site, in the language of now", () => {
    expect(nextPath("/zh-CN/abnormal/dataex?q=a%20b#x", "zh-CN")).toBe("/zh-CN/abnormal/dataex?q=a%20b#x");
    expect(nextPath("/zh-CN/abnormal/dataex", "es")).toBe("/es/abnormal/dataex");
  });

  it.each([
    undefined,
    null,
    "",
    "home",
    "https://evil.example/zh-CN/home",
    "//evil.example/zh-CN/home",
    "/\\evil.example",
    "/zh-CN/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/service/user/logout",
    "/zh-CN/login?next=/zh-CN/login",
    "/zh-CN",
    "/",
  ])("goes home for %j", (wanted) => {
    expect(nextPath(wanted, "ja")).toBe("/ja/home");
  });
});

describe("loginOutcome", () => {
  it("enters on success and for those who are in already", () => {
    const data = { user: { locale: "ja" } };
    expect(loginOutcome(200, { state: { code: 200000 }, data })).toEqual({ kind: "enter", locale: "ja" });
    expect(loginOutcome(409, { state: { code: 500105 } })).toEqual({ kind: "enter", locale: null });
  });

  it("asks for the second factor", () => {
    expect(loginOutcome(401, { state: { code: 500108 } })).toEqual({ kind: "factor" });
  });

  it.each([
    [500087, "username"],
    [500088, "password"],
    [500106, "code"],
    [500109, "totp"],
    [500107, "form"],
    [429, "form"],
  ])("puts %d beside %s", (code, field) => {
    expect(loginOutcome(401, { state: { code } })).toMatchObject({ kind: "refused", field });
  });

  it("takes 50098 of an older API for a login that failed", () => {
    const failed = { kind: "refused", field: "form", text: "failed" };
    expect([500103, 50098].map((code) => loginOutcome(401, { state: { code } }))).toEqual([failed, failed]);
  });

  it("shows the request id of anything unforeseen, and survives an answer that is no envelope", () => {
    expect(loginOutcome(500, { state: { code: 500000, requestId: "r-1" } })).toMatchObject({ requestId: "r-1" });
    expect(loginOutcome(502, null)).toMatchObject({ kind: "refused", field: "form", text: "server" });
    expect(loginOutcome(429, null)).toMatchObject({ text: "rateLimited" });
  });
});

describe("missingField", () => {
  const typed = { username: "someone", password: "Frost2026", code: "abcd", totp: "123456" };
  const BOTH = { withCaptcha: true, isAsked: true };

  it.each([
    ["username", "usernameRequired"],
    ["password", "passwordRequired"],
    ["code", "codeRequired"],
    ["totp", "totpRequired"],
  ] as const)("asks for %s", (field, text) => {
    expect(missingField({ ...typed, [field]: "" }, BOTH)).toEqual({ kind: "refused", field, text });
  });

  it("asks for one after the other, and for what is on the page alone", () => {
    const nothing = { username: "", password: "", code: "", totp: "" };
    expect(missingField(nothing, BOTH)).toMatchObject({ field: "username" });
    expect(missingField(typed, BOTH)).toBeNull();
    expect(missingField({ ...typed, code: "", totp: "" }, { withCaptcha: false, isAsked: false })).toBeNull();
  });
});

describe("destination", () => {
  it.each<[string | undefined, string, string | null, string]>([
    [undefined, "zh-CN", "es", "/es/home"],
    ["/zh-CN/home", "zh-CN", "es", "/es/home"],
    ["/zh-CN/home", "zh-CN", null, "/zh-CN/home"],
    ["/zh-CN/home", "zh-CN", "xx", "/zh-CN/home"],
    ["/zh-CN/home", "zh-CN", "zh_CN", "/zh-CN/home"],
    // Another language was selected on the login page.
    ["/zh-CN/home", "ja", "es", "/ja/home"],
    ["/zh-CN/abnormal/dataex?q=a", "zh-CN", "es", "/zh-CN/abnormal/dataex?q=a"],
    ["/en-US/abnormal/dataex", "ja", "es", "/ja/abnormal/dataex"],
    ["https://evil.example/", "ja", "es", "/es/home"],
  ])("of %j at the login in %s, for an account with %s, is %s", (wanted, locale, own, place) => {
    expect(destination(wanted, locale, own)).toBe(place);
  });
});

describe("shownEnd", () => {
  it("tells what came from outside, and nothing else", () => {
    expect(["replaced", "cancelled", "password-changed"].map(shownEnd)).toEqual([
      "replaced",
      "cancelled",
      "password-changed",
    ]);
    for (const reason of ["logout", "switched", "", null, undefined, "x"]) expect(shownEnd(reason)).toBeNull();
  });
});

describe("returnedError", () => {
  it.each([
    ["accountEnded", "failed"],
    ["customerStopped", "customerStopped"],
    ["unassigned", "unassigned"],
    ["PASSWORD_WRONG", "passwordWrong"],
    ["OAuthCallback", "providerFailed"],
    ["<script>", "providerFailed"],
    ["constructor", "providerFailed"],
    ["", null],
    [undefined, null],
  ])("of %j is %j", (error, text) => {
    expect(returnedError(error)).toBe(text);
  });
});

describe("wantedOf", () => {
  it.each([
    ["/ja/zone", "http://localhost/es/home", "/ja/zone"],
    [undefined, "http://localhost:3000/es/zone?q=a#x", "/es/zone?q=a#x"],
    [undefined, "https://evil.test/es/zone", "/es/zone"],
    [undefined, "no address", undefined],
    [undefined, undefined, undefined],
  ])("prefers %j to %j", (next, callbackUrl, wanted) => {
    expect(wantedOf(next, callbackUrl)).toBe(wanted);
  });

  it.each(["https://evil.test//other.test/x", "javascript:alert(1)", "data:text/html,x"])(
    "leads home from %s",
    (url) => {
      expect(nextPath(wantedOf(undefined, url), "ja")).toBe("/ja/home");
    },
  );
});
