import { describe, expect, it } from "vitest";
import { reasonKey, summaryOf } from "./rules";

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

describe("summaryOf", () => {
  it("leaves the name at its head and the address at its end away", () => {
    const content =
      "Wang\n\nMajor: Temperature above the maximum\nPlace: Fridge\n\nhttps://x.cn/zh-CN/abnormal/dataex?id=9";
    expect(summaryOf(content, "Wang")).toBe("Major: Temperature above the maximum · Place: Fridge");
  });

  it("keeps what looks like neither", () => {
    expect(summaryOf("Wang is told\nof it", "Wang")).toBe("Wang is told · of it");
    expect(summaryOf("Major: x", "")).toBe("Major: x");
    expect(summaryOf("", "Wang")).toBe("");
  });
});
