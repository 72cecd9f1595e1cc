import { describe, expect, it } from "vitest";
import { type Due, decideDelivery } from "./decision.rules";

/** Within the quiet hours, in the time of Shanghai. */
const NIGHT = Date.parse("2026-11-20T15:00:00Z");
const night = { from: "22:00", to: "07:00", upTo: "minor" } as const;

describe("the fate of a message", () => {
  const due: Due = {
    type: "alarm",
    channel: "email",
    severity: "minor",
    isFollowUp: false,
    isHeld: false,
    isAcknowledged: false,
    isEnded: false,
    isWithdrawn: false,
    quietHours: null,
    isMailable: true,
    timeZone: "Asia/Shanghai",
  };

  it.each<[string, Partial<Due>, string]>([
    ["a first message", {}, "send"],
    ["a first message of what is over already", { isEnded: true }, "send"],
    ["a first message of what is acknowledged", { isAcknowledged: true }, "skip"],
    ["a first call of what is acknowledged", { channel: "voice", isAcknowledged: true }, "skip"],
    ["a pop-up of what is acknowledged", { channel: "popup", isAcknowledged: true }, "skip"],
    ["word of an acknowledgement", { type: "acknowledged", isAcknowledged: true }, "send"],
    ["word of an acknowledgement at night", { type: "acknowledged", isAcknowledged: true, quietHours: night }, "hold"],
    ["what was held and is acknowledged", { isHeld: true, isAcknowledged: true }, "digest"],
    ["the same without e-mail", { channel: "sms", isHeld: true, isAcknowledged: true, isMailable: false }, "send"],
    ["the same by telephone", { channel: "voice", isHeld: true, isAcknowledged: true, isMailable: false }, "skip"],
    ["a first message of what late readings disproved", { isWithdrawn: true }, "skip"],
    ["a repeat", { isFollowUp: true }, "send"],
    ["a repeat after somebody acknowledged", { isFollowUp: true, isAcknowledged: true }, "skip"],
    ["a repeat after the end", { isFollowUp: true, isEnded: true }, "skip"],
    ["what was held and goes on", { isHeld: true }, "send"],
    ["what was held and is over", { isHeld: true, isEnded: true }, "digest"],
    ["a digest that was held", { type: "digest", isHeld: true, isEnded: true }, "send"],
    ["a pop-up at night", { channel: "popup", quietHours: night }, "send"],
    ["a mail at night", { quietHours: night }, "hold"],
    ["a disproved mail at night", { quietHours: night, isWithdrawn: true }, "skip"],
  ])("%s", (_name, change, expected) => expect(decideDelivery({ ...due, ...change }, NIGHT).fate).toBe(expected));
});
