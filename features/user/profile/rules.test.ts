import { describe, expect, it } from "vitest";
import type { ScopeType } from "@/db/enums";
import { categoriesOf } from "@/features/session/session.rules";
import type { Principal } from "@/lib/auth/principal";
import type { Actor } from "@/lib/operation/context";
import { clockOf, deviceOf, oneself, secondsUntil } from "./rules";

const person = (fields: Partial<Principal>): Actor => ({
  type: "user",
  principal: { mustChangePassword: false, mustSetUpSecondFactor: false, ...fields } as Principal,
});

const codeOf = (actor: Actor) => {
  try {
    oneself(actor);
    return "ok";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("who one is", () => {
  it.each<[string, Actor, string]>([
    ["an account", person({}), "ok"],
    ["an account that must change its password", person({ mustChangePassword: true }), "PASSWORD_CHANGE_REQUIRED"],
    ["an account that must set up its second factor", person({ mustSetUpSecondFactor: true }), "FORBIDDEN"],
    ["a stranger", { type: "anonymous" }, "UNAUTHENTICATED"],
    ["a device", { type: "device", customerId: 1, gatewayId: null, name: "gw" }, "UNAUTHENTICATED"],
    ["the system", { type: "system", job: "x" }, "UNAUTHENTICATED"],
  ])("%s", (_, actor, code) => expect(codeOf(actor)).toBe(code));
});

describe("the categories of an account", () => {
  it.each<[ScopeType, boolean, boolean, boolean]>([
    [-1, false, false, false],
    [0, false, false, false],
    [1, false, false, true],
    [2, true, false, false],
    [3, true, true, false],
  ])("of type %i", (type, sysScope, sysAdmin, scopeAdmin) =>
    expect(categoriesOf(type)).toEqual({ sysScope, sysAdmin, scopeAdmin }),
  );
});

describe("what is left of a code", () => {
  const now = Date.parse("2026-11-20T08:00:00.000Z");
  it.each([
    ["2026-11-20T08:05:00.000Z", 300, "5:00"],
    ["2026-11-20T08:04:09.001Z", 250, "4:10"],
    ["2026-11-20T08:00:00.500Z", 1, "0:01"],
    ["2026-11-20T08:00:00.000Z", 0, "0:00"],
    ["2026-11-20T07:00:00.000Z", 0, "0:00"],
  ])("until %s", (instant, seconds, clock) => {
    expect(secondsUntil(instant, now)).toBe(seconds);
    expect(clockOf(seconds)).toBe(clock);
  });
});

describe("the device of a login", () => {
  const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, "Chrome, Windows"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.0.0`, "Edge, Windows"],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, "Chrome, Android"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari, iPhone",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
      "Safari, macOS",
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace("Chrome", "HeadlessChrome")}`, "Chrome, Linux"],
    ["curl/8.5.0", ""],
    ["", ""],
  ])("is told by its makers' names: %s", (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
});
