import { describe, expect, it } from "vitest";
import {
  afterFailure,
  afterWrongCode,
  isLocked,
  type LoginState,
  newTicket,
  normaliseCaptcha,
  sessionSettings,
} from "./session.rules";

const now = new Date("2026-11-20T08:00:00Z");

describe("lock-out", () => {
  it("locks at the fifth wrong password for 15 minutes and starts counting anew", () => {
    let state: LoginState = { failedLogins: 0, lockedUntil: null };
    for (let failure = 1; failure <= 4; failure += 1) {
      state = afterFailure(state, now);
      expect(isLocked(state, now)).toBe(false);
    }
    state = afterFailure(state, now);
    expect(state.failedLogins).toBe(0);
    expect(isLocked(state, now)).toBe(true);
    expect(isLocked(state, new Date(now.getTime() + 15 * 60_000 - 1))).toBe(true);
    expect(isLocked(state, new Date(now.getTime() + 15 * 60_000))).toBe(false);
  });
});

describe("a solved captcha", () => {
  it("is good for as many codes as it may be tried with, until the end that it had at first", () => {
    const first = newTicket(now);
    expect(first).toEqual({ expiresAt: new Date(now.getTime() + 300_000), triesLeft: 3 });
    const second = afterWrongCode(first);
    expect(second).toEqual({ ...first, triesLeft: 2 });
    expect(afterWrongCode({ ...first, triesLeft: 1 })).toBeNull();
  });
});

describe("normaliseCaptcha", () => {
  it("ignores case and blanks around", () => expect(normaliseCaptcha("  aB3x ")).toBe("ab3x"));
});

describe("sessionSettings", () => {
  const settings = (hours: string, captchaSeconds = "120") =>
    sessionSettings([
      { code: "session.hours", content: hours },
      { code: "session.captchaSeconds", content: captchaSeconds },
    ]);

  it("are those of the parameters", () => {
    expect(settings("8", "60")).toEqual({ sessionSeconds: 28_800, sessionLimit: 5, captchaSeconds: 60 });
    expect(settings(" 8 ")).toMatchObject({ sessionSeconds: 28_800 });
  });

  it.each([
    ["0", 3600],
    ["99999", 720 * 3600],
    ["-1", 43_200],
    ["1.5", 43_200],
    ["1e3", 43_200],
    ["", 43_200],
    ["many", 43_200],
  ])("stay sensible for %j hours", (hours, seconds) => expect(settings(hours).sessionSeconds).toBe(seconds));

  it("hold without any row", () => {
    expect(sessionSettings([])).toEqual({ sessionSeconds: 43_200, sessionLimit: 5, captchaSeconds: 120 });
  });
});
