import { describe, expect, it } from "vitest";
import { replyPath, secretIssue } from "./provider.rules";

describe("the address that a provider calls", () => {
  it.each([
    ["generic", "secret", null, "/service/notice/reply"],
    ["generic", "secret", "s3cret", "/service/notice/reply"],
    ["generic", "hmac", "s3cret", "/service/notice/reply?provider=7"],
    ["twilio", "hmac", null, "/service/notice/reply?provider=7"],
    ["aliyun", "secret", "s3cret", "/service/notice/reply?token=s3cret"],
    ["aliyun", "secret", null, "/service/notice/reply?token=…"],
  ] as const)("of %s by %s with the secret %s is %s", (format, authentication, secret, path) => {
    expect(replyPath({ id: 7, format, authentication }, secret)).toBe(path);
  });
});

describe("a secret", () => {
  it("is entered for Twilio and made for all others", () => {
    const twilio = { format: "twilio", authentication: "hmac" } as const;
    expect(secretIssue({ ...twilio, secret: "x".repeat(32) })).toBeNull();
    expect(secretIssue({ ...twilio, secret: "" })).toMatchObject({ path: "secret", rule: "required" });
    expect(secretIssue({ ...twilio, secret: "short" })).toMatchObject({ path: "secret", rule: "replySecret" });
    expect(secretIssue({ format: "generic", authentication: "secret", secret: "" })).toBeNull();
    expect(secretIssue({ format: "aliyun", authentication: "hmac", secret: "" })).toMatchObject({
      path: "authentication",
    });
  });
});
