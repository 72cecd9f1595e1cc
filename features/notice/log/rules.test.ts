import { describe, expect, it } from "vitest";
import { knownReason } from "@/features/exception/figures/timeline.rules";
import { OutboundError } from "@/lib/outbound/outbound-error";
import { refusalOf, silenceOf } from "../delivery/channel.rules";
import { headlineOf } from "./rules";

describe("knownReason", () => {
  it.each([
    ["the channel email is not configured (SMTP_URL)", "notConfigured", ""],
    ["the channel sms is not configured (SMS_WEBHOOK_URL)", "notConfigured", ""],
    ["the contact has no e-mail address", "noEmail", ""],
    ["the customer is cancelled", "customerCancelled", ""],
    ["the customer has its notices by e-mail switched off", "switchedOff", ""],
    ["the contact has this channel switched off", "contactSwitchedOff", ""],
    ["no try came to an end that could be noted", "gaveUp", ""],
    ["nobody in the group at this level may be told by this channel", "nobody", ""],
    ["the mail server has not taken the mail within 60 s", "mailTimeout", "60"],
  ])("%j is told by %j", (reason, key, detail) => {
    expect(knownReason(reason)).toEqual({ key, detail });
  });

  it.each(["sms", "voice"] as const)("knows why a gateway for %s did not take a message", (channel) => {
    const failures = ["address", "name", "closed", "timeout", "certificate", "unreachable"] as const;
    for (const failure of failures)
      expect(knownReason(silenceOf(channel, new OutboundError(failure)).message)?.key).toMatch(/^gateway/);
    expect(knownReason(refusalOf(channel, 503)?.message ?? "")).toEqual({ key: "gatewayStatus", detail: "503" });
  });

  it.each(["550 mailbox full", ""])("leaves %j as it is", (reason) => {
    expect(knownReason(reason)).toBeNull();
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
