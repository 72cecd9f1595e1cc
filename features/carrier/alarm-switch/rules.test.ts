import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALARM_SWITCHES } from "@/db/enums";
import { AppError } from "@/lib/errors";
import { issuesOf, MAXIMUM_PAUSE_MS, positionOf, type SwitchState, type SwitchWish, switched } from "./rules";

const now = Date.UTC(2026, 10, 20, 8);
const HOUR = 3_600_000;
const on: SwitchState = { alarmSwitch: "on", pausedUntil: null, hasTrigger: true };
const off: SwitchState = { ...on, alarmSwitch: "off" };
const paused: SwitchState = { ...on, alarmSwitch: "paused", pausedUntil: now + HOUR };
const wish = (change: Partial<SwitchWish>): SwitchWish => ({
  to: "off",
  pausedUntil: null,
  reason: "defrost",
  ...change,
});

const refusal = (work: () => unknown): { code: string; rules: string[] } => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, rules: (error.details.issues ?? []).map((i) => i.rule) };
    throw error;
  }
  return { code: "none", rules: [] };
};

describe("positionOf", () => {
  it.each([
    ["on", on, "on"],
    ["off", off, "off"],
    ["paused", paused, "paused"],
    ["a pause that ends now", { ...paused, pausedUntil: now }, "on"],
    ["a pause without an end", { ...paused, pausedUntil: null }, "paused"],
    ["no trigger", { ...on, hasTrigger: false }, "none"],
  ] as const)("%s", (_name, state, expected) => expect(positionOf(state, now)).toBe(expected));
});

describe("issuesOf", () => {
  it.each([
    ["off with a reason", wish({}), []],
    ["on without a reason", wish({ to: "on", reason: "" }), []],
    ["off without a reason", wish({ reason: "  " }), ["reason required"]],
    ["pause without anything", wish({ to: "paused", reason: "" }), ["reason required", "pausedUntil required"]],
    ["pause until now", wish({ to: "paused", pausedUntil: now }), ["pausedUntil too_small"]],
    ["pause for a moment", wish({ to: "paused", pausedUntil: now + 1 }), []],
    ["pause for a week", wish({ to: "paused", pausedUntil: now + MAXIMUM_PAUSE_MS }), []],
    ["pause for longer", wish({ to: "paused", pausedUntil: now + MAXIMUM_PAUSE_MS + 1 }), ["pausedUntil too_big"]],
    ["off with an end", wish({ pausedUntil: now + HOUR }), ["pausedUntil custom"]],
  ])("%s", (_name, asked, expected) => {
    expect(issuesOf(asked, now).map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
  });
});

describe("switched", () => {
  it("goes from any position to any other", () => {
    expect(switched(on, wish({ to: "off", from: "on" }), now)).toEqual({ alarmSwitch: "off", pausedUntil: null });
    expect(switched(off, wish({ to: "on", reason: "" }), now)).toEqual({ alarmSwitch: "on", pausedUntil: null });
    const until = now + 2 * HOUR;
    expect(switched(paused, wish({ to: "paused", pausedUntil: until }), now)).toEqual({
      alarmSwitch: "paused",
      pausedUntil: until,
    });
  });

  it.each([
    ["no trigger", { ...on, hasTrigger: false }, wish({}), "noTrigger"],
    ["somebody was faster", off, wish({ to: "paused", pausedUntil: now + HOUR, from: "on" }), "changed"],
    ["off already", off, wish({}), "unchanged"],
    ["on again, the pause being over", { ...paused, pausedUntil: now - 1 }, wish({ to: "on" }), "unchanged"],
    ["the same pause", paused, wish({ to: "paused", pausedUntil: paused.pausedUntil }), "unchanged"],
  ])("refuses: %s", (_name, state, asked, rule) => {
    expect(refusal(() => switched(state, asked, now))).toEqual({ code: "CONFLICT", rules: [rule] });
  });

  it("ends where it was asked to, and never twice", () => {
    const state = fc.record({
      alarmSwitch: fc.constantFrom(...ALARM_SWITCHES),
      pausedUntil: fc.option(fc.integer({ min: now - HOUR, max: now + HOUR })),
      hasTrigger: fc.boolean(),
    });
    const asked = fc.record({
      to: fc.constantFrom(...ALARM_SWITCHES),
      pausedUntil: fc.option(fc.integer({ min: now - HOUR, max: now + 2 * MAXIMUM_PAUSE_MS })),
      reason: fc.constantFrom("", "x"),
    });
    fc.assert(
      fc.property(state, asked, (before, step) => {
        if (refusal(() => switched(before, step, now)).code !== "none") return;
        const after = { ...before, ...switched(before, step, now) };
        expect(positionOf(after, now)).toBe(step.to);
        expect(refusal(() => switched(after, step, now))).toEqual({ code: "CONFLICT", rules: ["unchanged"] });
      }),
    );
  });
});
