import { describe, expect, it } from "vitest";
import { loginOutcome, nextPath } from "./rules";

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
    expect(loginOutcome(200, { state: { code: 200000 } })).toEqual({ kind: "enter" });
    expect(loginOutcome(409, { state: { code: 500105 } })).toEqual({ kind: "enter" });
  });

  it.each([
    [500087, "username"],
    [500088, "password"],
    [500106, "code"],
    [500107, "form"],
    [429, "form"],
  ])("puts %d beside %s", (code, field) => {
    expect(loginOutcome(401, { state: { code } })).toMatchObject({ kind: "refused", field });
  });

  it("shows the request id of anything unforeseen, and survives an answer that is no envelope", () => {
    expect(loginOutcome(500, { state: { code: 500000, requestId: "r-1" } })).toMatchObject({ requestId: "r-1" });
    expect(loginOutcome(502, null)).toMatchObject({ kind: "refused", field: "form", text: "server" });
    expect(loginOutcome(429, null)).toMatchObject({ text: "rateLimited" });
  });
});
