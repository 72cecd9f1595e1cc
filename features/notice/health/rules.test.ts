import { describe, expect, it } from "vitest";
import { isFailing, reportBy } from "./rules";

const MINUTE = 60_000;
const now = Date.UTC(2026, 10, 23, 12);
const run = (minutes: number, channelFailures: number, recipients = 1) => ({
  since: now - minutes * MINUTE,
  channelFailures,
  recipients,
});

describe("a channel fails", () => {
  it.each([
    ["never without a failure", undefined, false],
    ["not by three timeouts within a minute, as of a server that restarts", run(0.9, 3), false],
    ["by three failures of its own in a minute", run(1, 3), true],
    ["not by two within some minutes", run(9.9, 2), false],
    ["by nothing but two failures in ten minutes", run(10, 2), true],
    ["not by one failure, however old", run(600, 1), false],
    ["not by a full mailbox, however often", run(600, 0, 1), false],
    ["by three recipients who are all refused", run(1, 0, 3), true],
    ["not by two of them", run(600, 0, 2), false],
  ] as const)("%s", (_, failures, expected) => {
    expect(isFailing(failures, now)).toBe(expected);
  });
});

describe("an outage is reported", () => {
  const account = { userId: 1, email: "a@example.com", mobile: "13900000001", isMailOn: true, isSmsOn: true };
  const keeper = { ...account, hasDevice: false };
  const only =
    (...channels: string[]) =>
    (channel: string) =>
      channels.includes(channel);
  it.each([
    ["by mail where it works", keeper, only("email", "sms"), ["email"]],
    ["by SMS while mail fails", keeper, only("sms"), ["sms"]],
    ["by SMS to who has no address", { ...keeper, email: null }, only("email", "sms"), ["sms"]],
    ["by no channel that the customer has switched off", { ...keeper, isSmsOn: false }, only("sms"), []],
    ["by a pop-up in any case", keeper, only("popup", "sms"), ["popup", "sms"]],
    ["by push to who has a device for it", { ...keeper, hasDevice: true }, only("push", "popup"), ["popup", "push"]],
    ["by no push to who has none", keeper, only("push", "popup"), ["popup"]],
    ["by nothing while nothing works", { ...keeper, hasDevice: true }, only(), []],
  ] as const)("%s", (_, who, works, expected) => {
    expect(reportBy(who, works)).toEqual(expected);
  });
});
