import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { EXCEPTION_KINDS, EXCEPTION_TYPES, type ExceptionKind, SIDES } from "@/db/enums";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import enUs from "@/messages/en-US/exception.json";
import es from "@/messages/es/exception.json";
import ja from "@/messages/ja/exception.json";
import zhCn from "@/messages/zh-CN/exception.json";
import {
  exposureText,
  figuresOf,
  headlineOf,
  overOf,
  shownLimits,
  type Told,
  type Translate,
  whatOf,
} from "./phrase.rules";

const MESSAGES: Record<Locale, object> = { "zh-CN": zhCn, "en-US": enUs, es, ja };

/** Throws on a missing text instead of showing its key. */
function translator(locale: Locale) {
  return createTranslator({
    locale,
    messages: MESSAGES[locale],
    onError: (error) => {
      throw error;
    },
  }) as unknown as Translate & { rich(key: string, values: Record<string, unknown>): string };
}

const PLACE = { locale: "en-US", timeZone: "Asia/Shanghai" };
const RANGE: Told = {
  kind: "range",
  measure: "temperature",
  side: "above",
  device: { kind: "sensor" },
  minimum: 2,
  maximum: 8,
  peak: 11.3,
  exposure: null,
  forecast: null,
  crossing: null,
};
const CUMULATIVE: Told = {
  ...RANGE,
  kind: "cumulative",
  exposure: { outsideMinutes: 620.5, windowMinutes: 1440, allowedMinutes: 600 },
};
const TREND: Told = {
  ...RANGE,
  kind: "trend",
  peak: 7.6,
  forecast: { at: "2026-11-22T06:32:20Z", earliest: "2026-11-22T06:27:00Z", latest: "2026-11-22T06:40:00Z" },
};
// As switches between 0 and 1, they are evaluated against one half.
const DOOR: Told = { ...RANGE, kind: "state", measure: "door", minimum: null, maximum: 0.5, peak: 1 };
const POWER: Told = { ...DOOR, measure: "power", side: "below", minimum: 0.5, maximum: null, peak: 0 };
const SILENT: Told = { ...RANGE, kind: "no-data", side: null, minimum: null, maximum: null, peak: null };
const GATEWAY: Told = { ...SILENT, measure: null, device: { kind: "gateway" } };

const LEFT: Told = {
  ...GATEWAY,
  kind: "geofence",
  device: { kind: "sensor" },
  crossing: { kind: "exit", geofence: "Guangzhou", longitude: 113.26412, latitude: 23.12911 },
};

const SLOW: Told = {
  ...GATEWAY,
  kind: "slow",
  device: { kind: "sensor" },
  pace: { seconds: 1200, agreedSeconds: 300 },
};

const EXAMPLES: Record<ExceptionKind, readonly Told[]> = {
  range: [RANGE],
  cumulative: [CUMULATIVE, { ...CUMULATIVE, exposure: null }],
  "no-data": [
    SILENT,
    GATEWAY,
    { ...SILENT, measure: null },
    { ...GATEWAY, device: { kind: "display" } },
    { ...GATEWAY, device: { kind: "relay" } },
  ],
  state: [DOOR, POWER],
  trend: [TREND, { ...TREND, forecast: null }],
  blackout: [{ ...GATEWAY, kind: "blackout", measure: "power" }],
  retained: [{ ...GATEWAY, kind: "retained" }],
  slow: [SLOW, { ...SLOW, pace: null }],
  geofence: [LEFT, { ...LEFT, crossing: { ...LEFT.crossing, kind: "enter" } as Told["crossing"] }],
};

const TWELVE_MINUTES = 12 * 60_000;

describe("in English", () => {
  const t = translator("en-US");
  it.each([
    ["range", RANGE, "Temperature above maximum", "Above 8.0 °C for 12 min, peak 11.3 °C"],
    [
      "below",
      { ...RANGE, side: "below", peak: 1.2 },
      "Temperature below minimum",
      "Below 2.0 °C for 12 min, lowest 1.2 °C",
    ],
    [
      "cumulative",
      CUMULATIVE,
      "Temperature above maximum too long",
      "Above 8.0 °C for 10 h 20 min within 24 h (allowed: 10 h)",
    ],
    [
      "cumulative, the allowance not known",
      { ...CUMULATIVE, side: null, exposure: { outsideMinutes: 61, windowMinutes: 43_200, allowedMinutes: null } },
      "Temperature out of range too long",
      "Out of range for 1 h 1 min within 30 d",
    ],
    ["an open door", DOOR, "Door open", "Door open for 12 min"],
    ["lost power", POWER, "Power lost", "Power lost for 12 min"],
    [
      "trend",
      TREND,
      "Temperature nearing maximum",
      "Expected to rise above 8.0 °C at about 14:32 (80% interval: 14:27–14:40)",
    ],
    [
      "trend downwards",
      { ...TREND, side: "below" },
      "Temperature nearing minimum",
      "Expected to fall below 2.0 °C at about 14:32 (80% interval: 14:27–14:40)",
    ],
    ["silence", SILENT, "Temperature: no data", "No data for 12 min"],
    ["a vehicle that left", LEFT, "Left Guangzhou", "Outside Guangzhou for 12 min"],
    ["a silent gateway", GATEWAY, "Gateway offline", "Gateway offline for 12 min"],
    [
      "one by its name",
      { ...GATEWAY, deviceName: "GW-1" },
      "Gateway GW-1 is offline",
      "Gateway GW-1 offline for 12 min",
    ],
    ["a slow sensor", SLOW, "Reports too slowly", "Reports every 20 min, expected 5 min"],
  ] as [string, Told, string, string][])("tells of %s", (_, one, what, headline) => {
    expect(whatOf(one, t)).toBe(what);
    expect(headlineOf(one, TWELVE_MINUTES, t, PLACE)).toBe(headline);
  });

  it("gives the figures in a line, but none of a switch and of silence", () => {
    const marked = (one: Told) => {
      const figures = figuresOf(one, PLACE);
      return (
        figures && t.rich(figures.key, { ...figures.values, to: () => "→", strong: (text: string) => `*${text}*` })
      );
    };
    expect(marked(RANGE)).toBe("8.0 °C → *11.3 °C*");
    expect(marked(CUMULATIVE)).toBe("*10 h 20 min* within 24 h, allowed 10 h");
    expect(marked(TREND)).toBe("8.0 °C between *14:27* and *14:40*, 80%");
    expect([DOOR, POWER, SILENT, GATEWAY].map(marked)).toEqual([null, null, null, null]);
  });
});

describe.each(LOCALES)("in %s", (locale) => {
  const t = translator(locale);
  it("has a sentence of its own for every kind, on either side", () => {
    const told = EXCEPTION_KINDS.flatMap((kind) =>
      EXAMPLES[kind].flatMap((example) => {
        const sides = kind === "range" || kind === "cumulative" || kind === "trend" ? [...SIDES, null] : [example.side];
        return sides.map((side) => ({ ...example, side }));
      }),
    );
    const place = { ...PLACE, locale };
    const sentences = told.map((one) => [whatOf(one, t), headlineOf(one, TWELVE_MINUTES, t, place)].join(" | "));
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const one of told) {
      const figures = figuresOf(one, place);
      if (figures)
        expect(t.rich(figures.key, { ...figures.values, to: () => "→", strong: (text: string) => text })).not.toBe("");
      expect(t(`timeline.${overOf(one)}`)).not.toBe("");
    }
  });

  it("names every type", () => {
    const names = EXCEPTION_TYPES.map((type) => t(`type.${type}`));
    expect(new Set(names).size).toBe(EXCEPTION_TYPES.length);
  });
});

it.each([
  [59, "59 min"],
  [600, "10 h"],
  [1440, "24 h"],
  [4320, "72 h"],
  [43_200, "30 d"],
])("counts %s minutes of exposure as %s", (minutes, text) => expect(exposureText(minutes, "en-US")).toBe(text));

it("shows no limits of what has none", () => {
  expect([RANGE, CUMULATIVE, TREND].map(shownLimits)).toEqual(Array(3).fill({ minimum: 2, maximum: 8 }));
  expect([DOOR, POWER, SILENT].map(shownLimits)).toEqual(Array(3).fill({ minimum: null, maximum: null }));
});
