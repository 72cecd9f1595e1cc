import { describe, expect, it } from "vitest";
import { afterFailure, isLocked, type LoginState, normaliseCaptcha } from "./rules";

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

describe("normaliseCaptcha", () => {
  it("ignores case and blanks around", () => expect(normaliseCaptcha("  aB3x ")).toBe("ab3x"));
});
