import { describe, expect, it } from "vitest";
import { clockOf, qrLoginUrl, secondsUntil } from "./rules";

describe("the time that a code has left", () => {
  const until = "2026-11-20T08:05:00.000Z";
  it.each([
    ["2026-11-20T08:00:00.000Z", 300, "5:00"],
    ["2026-11-20T08:00:00.001Z", 300, "5:00"],
    ["2026-11-20T08:00:55.000Z", 245, "4:05"],
    ["2026-11-20T08:04:59.500Z", 1, "0:01"],
    ["2026-11-20T08:05:00.000Z", 0, "0:00"],
    ["2026-11-20T09:00:00.000Z", 0, "0:00"],
  ])("at %s is %d s, %s", (now, seconds, clock) => {
    expect(secondsUntil(until, Date.parse(now))).toBe(seconds);
    expect(clockOf(seconds)).toBe(clock);
  });
});

it("leads to the page that asks", () => {
  expect(qrLoginUrl("https://console.test", "ja", "a+b")).toBe("https://console.test/ja/qrLogin?key=a%2Bb");
});
