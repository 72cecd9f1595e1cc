import { describe, expect, it } from "vitest";
import { type Notified, wordTo } from "./acknowledged.rules";

const customer = { notifyByEmail: true, notifyBySms: true, timeZone: "UTC" };
const person = (values: Partial<Notified> = {}): Notified => ({
  id: 1,
  userId: null,
  phone: "13900000001",
  email: "zhang@example.com",
  channels: ["email", "sms", "voice"],
  by: ["email"],
  hasDevice: false,
  ...values,
});
const told = (notified: Notified[], takers: Parameters<typeof wordTo>[1] = [], on = customer) =>
  wordTo(notified, takers, on, () => true).map(({ contactId, channel }) => `${contactId} ${channel}`);

describe("word of an acknowledgement", () => {
  it.each<[string, Partial<Notified>, string[]]>([
    ["goes by the channel of the alarm", { by: ["email"] }, ["1 email"]],
    ["goes by one channel alone", { by: ["email", "sms", "voice"] }, ["1 sms"]],
    ["after a call goes by another channel", { by: ["voice"] }, ["1 sms"]],
    ["after a call goes by no channel that the contact does not allow", { by: ["voice"], channels: ["voice"] }, []],
    ["after a call goes by mail where there is no SMS", { by: ["voice"], channels: ["voice", "email"] }, ["1 email"]],
  ])("%s", (_name, values, expected) => expect(told([person(values)])).toEqual(expected));

  it("goes by push rather than by SMS or mail", () => {
    const channels = ["email", "sms", "voice", "push"] as const;
    expect(told([person({ by: ["voice"], channels, hasDevice: true })])).toEqual(["1 push"]);
    expect(told([person({ by: ["push", "sms"], channels, hasDevice: true })])).toEqual(["1 push"]);
    expect(told([person({ by: ["push", "sms"], channels })])).toEqual(["1 sms"]);
  });

  it("goes once to a person who is several contacts", () => {
    const again = person({ id: 2, phone: "13900000009", email: "ZHANG@example.com" });
    const third = person({ id: 3, phone: "13900000009", email: null, by: ["sms"] });
    expect(told([person(), again])).toEqual(["1 email"]);
    expect(told([person(), third])).toEqual(["1 email", "3 sms"]);
    expect(told([person({ userId: 7 }), { ...third, userId: 7 }])).toEqual(["1 email"]);
  });

  it("does not go to the person who acknowledged", () => {
    const taker = { userId: null, phone: "13900000001", email: null };
    expect(told([person(), person({ id: 2, phone: null, email: "li@example.com" })], [taker])).toEqual(["2 email"]);
  });

  it("goes by no channel that the customer has switched off, or the installation lacks", () => {
    expect(told([person({ by: ["sms"] })], [], { ...customer, notifyBySms: false })).toEqual(["1 email"]);
    expect(wordTo([person({ by: ["sms"] })], [], customer, () => false)).toEqual([]);
  });
});
