import { describe, expect, it } from "vitest";
import type { PushEndReason } from "@/db/enums";
import { nextStep } from "./browser.rules";
import type { PushDeviceDto } from "./push.schema";

const device = (endpoint: string, values: Partial<PushDeviceDto> = {}): PushDeviceDto => ({
  id: 1,
  label: "Chrome, Android",
  endpoint,
  createdAt: "2026-11-25T08:00:00.000Z",
  lastSentAt: null,
  lastError: null,
  endedAt: null,
  endReason: null,
  isHere: false,
  ...values,
});
const ended = (endReason: PushEndReason) => ({ endedAt: "2026-11-25T09:00:00.000Z", endReason });
const step = (browser: { endpoint: string; publicKey: string } | null, devices: PushDeviceDto[]) =>
  nextStep(browser, { publicKey: "new", account: "Li Na", devices });
const here = { endpoint: "a", publicKey: "new" };

describe("a browser on a page of the console", () => {
  it("stays as it is where the console knows its subscription", () => {
    expect(step(here, [device("b"), device("a")])).toEqual({ step: "none" });
    expect(step(null, [device("b")])).toEqual({ step: "none" });
  });

  it("subscribes again where its subscription was made with an earlier key of the installation", () => {
    const again = { step: "subscribe", replaces: "a" };
    expect(step({ ...here, publicKey: "old" }, [device("a")])).toEqual(again);
    expect(step({ ...here, publicKey: "old" }, [device("a", ended("key"))])).toEqual(again);
    expect(step(here, [device("a", ended("gone"))])).toEqual(again);
  });

  it("subscribes again where it has lost or replaced the subscription that was made in it", () => {
    const lost = [device("z"), device("a", { isHere: true })];
    expect(step(null, lost)).toEqual({ step: "subscribe", replaces: "a" });
    expect(step({ ...here, endpoint: "moved" }, lost)).toEqual({ step: "subscribe", replaces: "a" });
  });

  it("gives up what belongs to another account, or what somebody has ended", () => {
    expect(step(here, [device("b")])).toEqual({ step: "unsubscribe" });
    for (const reason of ["otherAccount", "administrator", "cancelled"] as const) {
      expect(step(here, [device("a", ended(reason))]), reason).toEqual({ step: "unsubscribe" });
      expect(step(null, [device("a", { isHere: true, ...ended(reason) })]), reason).toEqual({ step: "none" });
    }
  });
});
