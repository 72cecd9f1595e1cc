import { describe, expect, it } from "vitest";
import { isOtherPage } from "./navigation-progress";

const HERE = "https://console.example/en-US/user/userinfo?q=li#row-3";

describe("isOtherPage", () => {
  it.each(["/en-US/home", "/en-US/user/userinfo", "?q=wang", "https://console.example/zh-CN/user/userinfo?q=li"])(
    "says so of %s",
    (address) => expect(isOtherPage(address, HERE)).toBe(true),
  );

  it.each(["#row-9", "/en-US/user/userinfo?q=li", HERE])("does not of %s", (address) =>
    expect(isOtherPage(address, HERE)).toBe(false),
  );
});
