import { describe, expect, it } from "vitest";
import { isStillDue } from "./rules";

const due = { channel: "email", isFollowUp: false, isAcknowledged: false, isEnded: false, isWithdrawn: false } as const;

describe("isStillDue", () => {
  it.each([
    ["a first message", {}, true],
    ["a first message of what is over already", { isEnded: true }, true],
    ["a first message of what was acknowledged in the console", { isAcknowledged: true }, true],
    ["a first message of what late readings disproved", { isWithdrawn: true }, false],
    ["a repeat", { isFollowUp: true }, true],
    ["a repeat after somebody acknowledged", { isFollowUp: true, isAcknowledged: true }, false],
    ["a repeat after the end", { isFollowUp: true, isEnded: true }, false],
  ])("%s", (_name, change, expected) => expect(isStillDue({ ...due, ...change })).toBe(expected));
});
