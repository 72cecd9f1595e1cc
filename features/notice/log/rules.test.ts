import { describe, expect, it } from "vitest";
import { headlineOf, reasonKey } from "./rules";

describe("reasonKey", () => {
  it.each([
    ["the channel email is not configured (SMTP_URL)", "notConfigured"],
    ["the channel sms is not configured", "notConfigured"],
    ["the contact has no e-mail address", "noEmail"],
    ["the customer is cancelled", "customerCancelled"],
    ["nobody in the group at this level may be told by this channel", "nobody"],
    ["550 mailbox full", null],
    ["", null],
  ])("%j is told by %j", (reason, key) => {
    expect(reasonKey(reason)).toBe(key);
  });
});

describe("headlineOf", () => {
  it.each([
    ["Wang\n\nMajor: Temperature above the maximum\nPlace: Fridge", "Wang", "Major: Temperature above the maximum"],
    ["Major: x\nPlace: y", "", "Major: x"],
    ["Wang is told\nof it", "Wang", "Wang is told"],
    ["Wang", "Wang", ""],
    ["", "Wang", ""],
  ])("of %j to %j is %j", (content, contactName, headline) => {
    expect(headlineOf(content, contactName)).toBe(headline);
  });
});
