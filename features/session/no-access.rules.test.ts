import { describe, expect, it } from "vitest";
import { hasNoFunctions, refusedScreen } from "./no-access.rules";

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

it("knows an account that may do nothing from one that has something to do first", () => {
  const nobody = { permissions: new Set<never>(), mustChangePassword: false, mustSetUpSecondFactor: false };
  expect(hasNoFunctions(nobody)).toBe(true);
  expect(hasNoFunctions({ ...nobody, mustChangePassword: true })).toBe(false);
  expect(hasNoFunctions({ ...nobody, mustSetUpSecondFactor: true })).toBe(false);
  expect(hasNoFunctions({ ...nobody, permissions: new Set(["viewEx"] as const) })).toBe(false);
  // A code that opens no screen is of no use in the console.
  expect(hasNoFunctions({ ...nobody, permissions: new Set(["acknowledgeEx"] as const) })).toBe(true);
});
