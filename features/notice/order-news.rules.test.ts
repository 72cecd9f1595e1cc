import { describe, expect, it } from "vitest";
import { distinctReaders, type NewsReader, newsChannelsOf } from "./order-news.rules";

const reader = (values: Partial<NewsReader> = {}): NewsReader => ({
  ...{ userId: 1, contactId: null, email: "li@frost.example", phone: "13800000000", channels: null, hasDevice: true },
  ...values,
});
const all = { notifyByEmail: true, notifyBySms: true };

describe("the channels of work orders", () => {
  it("are mail, push and pop-up for an account that is no contact", () => {
    expect(newsChannelsOf(reader(), all)).toEqual(["email", "push", "popup"]);
  });

  it("are those that the contact allows, without calls", () => {
    expect(newsChannelsOf(reader({ channels: ["sms", "voice"] }), all)).toEqual(["sms", "popup"]);
    expect(newsChannelsOf(reader({ userId: null, contactId: 4, channels: ["email", "sms"] }), all)).toEqual([
      ...["email", "sms"],
    ]);
  });

  it("are those that the customer wants, with an address", () => {
    expect(
      newsChannelsOf(reader({ channels: ["email", "sms"] }), { notifyByEmail: false, notifyBySms: false }),
    ).toEqual(["popup"]);
    expect(newsChannelsOf(reader({ email: "", phone: "", hasDevice: false }), all)).toEqual(["popup"]);
  });
});

describe("the people told", () => {
  it("are told once each, as an account if they have one", () => {
    const contact = reader({ userId: null, contactId: 9, email: "LI@frost.example" });
    const twice = [contact, reader({ contactId: 8 }), reader({ contactId: 7 })];
    expect(distinctReaders(twice).map(({ userId, contactId }) => [userId, contactId])).toEqual([[1, 8]]);
    const strangers = [contact, reader({ userId: null, contactId: 10, email: "" })];
    expect(distinctReaders(strangers)).toHaveLength(2);
  });
});
