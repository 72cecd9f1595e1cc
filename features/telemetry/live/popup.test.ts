import { readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { DEVICE_KINDS, EXCEPTION_KINDS, SIDES } from "@/db/enums";
import { LOCALES } from "@/lib/i18n/routing";
import { popupText, popupTimes } from "./live.rules";

const ofDevices = (["no-data", "blackout"] as const).flatMap((kind) =>
  DEVICE_KINDS.map((device) => popupText({ kind, side: null, measure: null, device: { kind: device } })),
);
const ofMeasures = EXCEPTION_KINDS.flatMap((kind) =>
  (kind === "state" ? (["door", "power"] as const) : (["temperature"] as const)).flatMap((measure) =>
    (kind === "state" || kind === "no-data" ? ([null] as const) : ([...SIDES, null] as const)).map((side) =>
      popupText({ kind, side, measure, crossing: { kind: side === "above" ? "enter" : "exit" } }),
    ),
  ),
);

it.each(LOCALES)("has a text of its own for every kind in %s", (locale) => {
  const messages = JSON.parse(readFileSync(`messages/${locale}/live.json`, "utf8"));
  const onError = (error: unknown) => {
    throw error;
  };
  const t = createTranslator({ locale, messages, namespace: "popup", onError });
  const texts = [...new Set([...ofMeasures, ...ofDevices])].map((key) => t.raw(key));
  expect(texts.filter((text) => typeof text !== "string")).toEqual([]);
  expect(new Set(texts).size).toBe(21);
  for (const key of ofDevices) {
    const strong = (chunks: string) => chunks;
    expect(t.markup(key as never, { device: "GW-1", strong } as never)).toContain("GW-1");
  }
});

it("names the device whose connection or power is lost, and the measure of a probe alone", () => {
  const messages = JSON.parse(readFileSync("messages/en-US/live.json", "utf8"));
  const t = createTranslator({ locale: "en-US", messages, namespace: "popup" });
  const said = (one: Parameters<typeof popupText>[0]) =>
    t.markup(popupText(one) as never, { device: "X", strong: (chunks: string) => chunks } as never);
  const gateway = { side: null, measure: null, device: { kind: "gateway" as const } };
  expect(said({ ...gateway, kind: "blackout", measure: "power" })).toBe("Gateway X: power lost");
  expect(said({ ...gateway, kind: "no-data" })).toBe("Gateway X is offline");
  expect(said({ ...gateway, kind: "no-data", device: { kind: "display" } })).toBe("Display X is offline");
  expect(said({ ...gateway, kind: "no-data", device: { kind: "gas" } })).toBe("Sensor X is offline");
  expect(said({ ...gateway, kind: "no-data", measure: "temperature" })).toBe("No data received");
  // A worker of an earlier release names no device.
  expect(said({ kind: "blackout", side: null, measure: "power" })).toBe("Power lost");
});

describe("the times that an alarm is told by", () => {
  const exposure = { outsideMinutes: 640, windowMinutes: 1440, allowedMinutes: 600 };
  const forecast = { at: "2026-11-20T04:30:00Z", earliest: "2026-11-20T04:25:00Z", latest: "2026-11-20T04:40:00Z" };
  const none = { exposure: null, forecast: null };
  const place = { locale: "en-US", timeZone: "Asia/Shanghai" };

  it.each([
    ["cumulative", { ...none, exposure }, "10 h 40 min within 24 h, allowed 10 h"],
    ["cumulative", { ...none, exposure: { ...exposure, allowedMinutes: null } }, "10 h 40 min within 24 h"],
    ["trend", { ...none, forecast }, "At about 12:30, between 12:25 and 12:40 (80 %)"],
    ["cumulative", none, null],
    ["trend", none, null],
    ["slow", { ...none, pace: { seconds: 1200, agreedSeconds: 300 } }, "Every 20 min, expected 5 min"],
    ["slow", none, null],
    ["range", none, null],
    ["state", none, null],
    ["no-data", none, null],
  ] as const)("of %s", (kind, facts, expected) => {
    const messages = JSON.parse(readFileSync("messages/en-US/live.json", "utf8"));
    const t = createTranslator({ locale: "en-US", messages, namespace: "popup" });
    const times = popupTimes({ kind, ...facts }, place);
    const strong = (chunks: string) => chunks;
    expect(times && t.markup(times.key as never, { ...times.values, strong } as never)).toBe(expected);
  });
});
