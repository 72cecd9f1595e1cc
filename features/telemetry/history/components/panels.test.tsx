import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import type { Measure } from "@/db/enums";
import messages from "@/messages/en-US/history.json";
import type { HistoryProbe } from "../../ingest/probe.schema";
import { namesOf } from "../history.rules";
import type { Excursion, Series } from "../history.schema";
import { limitsOf, rangeTexts } from "./limit-lines";
import { panelsOf } from "./panels";
import { resolutionText, type Words } from "./switch-words";

const MINUTE_MS = 60_000;
const NOW = 60 * MINUTE_MS;
const locale = "en-US";
const t = createTranslator({ locale, messages: { history: messages }, namespace: "history" }) as unknown as Words;
const textOf = (side: string, value: string) => t(`chart.${side}`, { value });

const probe = (probeId: number, measure: Measure, carrierName: string, more: Partial<HistoryProbe> = {}) => ({
  ...{ probeId, measure, customerId: 1, carrierId: probeId, carrierName, channel: "", deviceId: probeId },
  ...{ deviceName: `device ${probeId}`, serialNumber: `SN${probeId}`, reportIntervalSeconds: 60 },
  ...{ minimum: null, maximum: null, rangeName: null },
  ...more,
});
const series = (probeId: number, at: number[], mean: number[], extremes = { min: mean, max: mean }): Series => ({
  ...{ probeId, at, mean },
  ...extremes,
});

const drawn = (
  probes: HistoryProbe[],
  all: Series[],
  {
    bucketSeconds = 0,
    excursions = [],
    hidden = [],
  }: { bucketSeconds?: number; excursions?: Excursion[]; hidden?: number[] } = {},
) =>
  panelsOf({
    ...{ probes, names: namesOf(probes), invalid: [], excursions, hidden, now: NOW, locale, t },
    history: { series: all, bucketSeconds, window: { from: 0, to: NOW } },
  });

describe("switches", () => {
  const doors = [probe(1, "door", "Fridge 1"), probe(2, "door", "Fridge 2"), probe(3, "power", "Fridge 1")];
  const all = doors.map(({ probeId }) => series(probeId, [0, MINUTE_MS], [0, 1]));

  it("have a lane each, named by what they are on, below the values", () => {
    const panels = drawn([...doors, probe(4, "temperature", "Fridge 1")], all);
    expect(panels.map(({ title }) => title)).toEqual([
      "Temperature (°C)",
      "Door · Fridge 1",
      "Door · Fridge 2",
      "Power · Fridge 1",
    ]);
    expect(panels.map(({ lines }) => lines.length)).toEqual([0, 1, 1, 1]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(4);
    expect(panels[1]?.words).toEqual(["Closed", "Open"]);
  });

  it("lose their lane when they are hidden", () => {
    expect(drawn(doors, all, { hidden: [1] }).map(({ title }) => title)).toEqual([
      "Door · Fridge 2",
      "Power · Fridge 1",
    ]);
  });

  it("keep the share of a bucket, and tell it in words", () => {
    const half = series(1, [0, 30 * MINUTE_MS], [0.12, 0], { min: [0, 0], max: [1, 0] });
    const [lane] = drawn([doors[0] as HistoryProbe], [half], { bucketSeconds: 1800 });
    expect(lane?.lines[0]).toMatchObject({
      hasBand: true,
      // The last bucket ends with the range.
      columns: { at: [0, 30 * MINUTE_MS, NOW], mean: [0.12, 0, 0], max: [1, 0, 0] },
    });
    expect([0.12, 0.004, 0.998].map((share) => lane?.share?.(share))).toEqual([
      "Open 12 %",
      "Open < 1 %",
      "Open > 99 %",
    ]);
    expect(resolutionText(1800, doors, { t, locale })).toBe("doors and power: share of time");
  });
});

describe("limits", () => {
  const range = { minimum: 2, maximum: 8 };
  it.each([
    ["the carrier", [probe(1, "temperature", "Fridge 1", range)], ["Max 8.0 °C · Fridge 1", "Min 2.0 °C · Fridge 1"]],
    [
      "the range of all",
      [1, 2].map((id) => probe(id, "temperature", `Fridge ${id}`, { ...range, rangeName: "Vaccines" })),
      ["Max 8.0 °C · Vaccines", "Min 2.0 °C · Vaccines"],
    ],
    [
      "each carrier that has another",
      [probe(1, "temperature", "Fridge", range), probe(2, "temperature", "Freezer", { minimum: null, maximum: -15 })],
      ["Max 8.0 °C · Fridge", "Max −15.0 °C · Freezer", "Min 2.0 °C · Fridge"],
    ],
    [
      "the first of several, with the number of the others",
      [1, 2, 3].map((id) => probe(id, "temperature", `Fridge ${id}`, range)),
      ["Max 8.0 °C · Fridge 1 +2", "Min 2.0 °C · Fridge 1 +2"],
    ],
    [
      "the device of a probe that is not mounted",
      [probe(1, "temperature", null as never, { maximum: 8 })],
      ["Max 8.0 °C · device 1"],
    ],
  ])("are named by %s", (_name, probes, texts) => {
    expect(limitsOf(probes, "temperature", { locale, textOf }).map(({ text }) => text)).toEqual(texts);
  });
});

it("writes each monitoring range once", () => {
  const range = { minimum: 2, maximum: 8, rangeName: "Vaccines" };
  const probes = [
    ...[1, 2].map((id) => probe(id, "temperature", `Fridge ${id}`, range)),
    probe(3, "humidity", "Fridge 1", { maximum: 75 }),
    probe(4, "door", "Fridge 1"),
  ];
  expect(rangeTexts(probes, { locale, nameOf: (measure) => t(`measure.${measure}`) })).toEqual([
    "Temperature 2 – 8 °C (Vaccines)",
    "Humidity ≤ 75 %RH",
  ]);
});

it("shades an exception that still runs up to the present", () => {
  const running: Excursion = {
    ...{ id: 5, probeId: 1, startedAt: 10 * MINUTE_MS, endedAt: null },
    ...{ kind: "range", side: "above", severity: "critical" },
  };
  const [panel] = drawn([probe(1, "temperature", "Fridge 1")], [], { excursions: [running] });
  expect(panel?.shades).toEqual([
    { id: "5", from: 10 * MINUTE_MS, to: NOW, tone: "above", text: "Fridge 1: above the maximum" },
  ]);
});
