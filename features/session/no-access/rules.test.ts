import { describe, expect, it } from "vitest";
import { refusedScreen } from "./rules";

describe("the screen that was refused", () => {
  it.each([
    ["/en-US/abnormal/dataex", "viewEx"],
    ["/zh-CN/abnormal/dataex?q=a&sort=startedAt#x", "viewEx"],
    ["/ja/historyData?carrierId=1", "viewHistory"],
  ])("%s needs %s", (address, permission) => expect(refusedScreen(address)?.permission).toBe(permission));

  it.each(["/en-US/home", "/en-US/login", "/en-US/404", "/en-US/no/such/page", "/en-US", "/", "/en-US/abnormal"])(
    "%s is none",
    (address) => expect(refusedScreen(address)).toBeUndefined(),
  );
});
