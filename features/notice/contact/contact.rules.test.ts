import { describe, expect, it } from "vitest";
import { issuesOf } from "@/lib/validation/issues";
import { isReachable, lastRecipient, reachableBy, reachIssues, SYNC, syncBar } from "./contact.rules";
import { ContactInput } from "./contact.schema";

describe("the channels of a contact", () => {
  it.each([
    [{ phone: "", email: "" }, []],
    [{ phone: "", email: "a@example.com" }, ["email"]],
    [{ phone: "13900001111", email: "" }, ["sms", "voice"]],
    [{ phone: "13900001111", email: "a@example.com" }, ["email", "sms", "voice"]],
  ])("that %j serves", (reach, channels) => expect(reachableBy(reach)).toEqual(channels));

  it.each([
    ["neither phone nor e-mail", { phone: "", email: "", channels: ["email" as const] }, ["phone phoneOrEmail"]],
    ["mail without an address", { phone: "1", email: "", channels: ["email" as const] }, ["email channelEmail"]],
    ["SMS without a phone", { phone: "", email: "a", channels: ["sms" as const] }, ["phone channelPhone"]],
    ["a call without a phone", { phone: "", email: "a", channels: ["voice" as const] }, ["phone channelPhone"]],
    ["mail by mail", { phone: "", email: "a", channels: ["email" as const] }, []],
    ["mail alone, though there is a phone", { phone: "1", email: "a", channels: ["email" as const] }, []],
  ])("fit the addresses: %s", (_, values, expected) =>
    expect(reachIssues(values).map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected),
  );

  it("are all that are served where none is named, and in one order where they are", () => {
    const person = { groupId: 1, name: "Ada", phone: "13900001111" };
    expect(ContactInput.parse(person).channels).toEqual(["sms", "voice"]);
    expect(ContactInput.parse({ ...person, channels: ["voice", "sms", "voice"] }).channels).toEqual(["sms", "voice"]);
  });
});

describe("the quiet hours of a contact", () => {
  const person = { groupId: 1, name: "Ada", email: "a@example.com" };
  const night = { from: "22:00", to: "07:00", upTo: "minor" };

  it("are none where none are given, and stay as they are", () => {
    expect(ContactInput.parse(person).quietHours).toBeNull();
    expect(ContactInput.parse({ ...person, quietHours: night }).quietHours).toEqual(night);
  });

  it.each([
    ["a time without a clock", { ...night, from: "24:00" }, "quietHours.from timeOfDay"],
    ["an hour alone", { ...night, to: "7" }, "quietHours.to timeOfDay"],
    ["no end", { ...night, to: "" }, "quietHours.to required"],
    ["all day", { ...night, to: "22:00" }, "quietHours.to quietEnd"],
    ["critical alarms", { ...night, upTo: "critical" }, "quietHours.upTo invalid_value"],
    ["what is unknown", { ...night, days: [1] }, "quietHours unrecognized_keys"],
  ])("are not %s", (_, quietHours, expected) => {
    const { error } = ContactInput.safeParse({ ...person, quietHours });
    expect(error && issuesOf(error).map(({ path, rule }) => `${path} ${rule}`)).toEqual([expected]);
  });
});

describe("an account that is to become a contact", () => {
  const active = { mobile: "13900001111", email: null, status: "active" as const };

  it.each([
    ["is not there", undefined, SYNC.notFound],
    ["has neither phone nor e-mail", { ...active, mobile: "" }, SYNC.failed],
    ["is cancelled", { ...active, status: "cancelled" as const }, SYNC.failed],
    ["has a phone", active, undefined],
    ["has an e-mail", { ...active, mobile: null, email: "a@example.com" }, undefined],
  ])("%s", (_, candidate, code) => expect(syncBar(candidate)).toBe(code));
});

it("the last recipient's refusal names the triggers, the first five of them", () => {
  expect(lastRecipient("id", ["a", "b"]).message).toContain("of a, b");
  expect(lastRecipient("id", ["a", "b", "c", "d", "e", "f", "g"]).message).toContain("e and 2 more");
});

it("push alone reaches nobody without a device", () => {
  expect(isReachable(["push"], false)).toBe(false);
  expect(isReachable(["push"], true)).toBe(true);
  expect(isReachable(["sms", "push"], false)).toBe(true);
  expect(isReachable([], true)).toBe(false);
});
