import fc from "fast-check";
import { describe, expect, it } from "vitest";
import forms from "@/tests/fixtures/adapter/thingsboard.json";
import { countOf, fromGatewayTelemetry, fromTelemetry } from "./thingsboard.rules";

const now = Date.UTC(2026, 10, 20, 8);
const take = (payload: unknown) => fromTelemetry(payload, "SN-1", now);
const reading = (index: number, at: number, values: object, device = "SN-1") => ({ index, device, at, values });

describe("telemetry of a device", () => {
  it("in its three forms, as documented", () => {
    expect(take(forms.plain).readings).toEqual([reading(0, now, { temperature: 26 })]);
    expect(take(forms.timed).readings).toEqual([reading(0, 1_634_712_287_000, { temperature: 26, humidity: 87 })]);
    expect(take(forms.list).readings).toEqual([
      reading(0, 1_634_712_287_000, { temperature: 26, humidity: 87 }),
      reading(1, 1_634_712_588_000, { temperature: 25, humidity: 88 }),
    ]);
  });

  it("in a list of mixed forms, with texts for numbers, seconds for milliseconds and a place", () => {
    const { readings, reports, issues } = take([
      { temperature: "26.5", latitude: 23.1, longitude: "113.4" },
      { ts: 1_634_712_287, values: { temp_f: 39.2, firmware: "1.2" } },
    ]);
    expect(readings).toEqual([
      { ...reading(0, now, { temperature: 26.5 }), position: { lat: 23.1, lon: 113.4 } },
      reading(1, 1_634_712_287_000, { temperature: 4 }),
    ]);
    expect(reports).toEqual([{ index: 1, device: "SN-1", properties: { firmware: "1.2" } }]);
    expect(issues).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["a number", 5, "telemetry: must be an object of keys and values"],
    ["nothing", null, "telemetry: must be an object of keys and values"],
    ["a list in the list", [], "telemetry: must be an object of keys and values"],
    ["values that are none", { ts: now, values: 5 }, "values: must be an object"],
    ["a time that is none", { ts: "now", values: {} }, "ts: must be epoch milliseconds"],
    ["a day that does not exist", { ts: "2026-02-30T00:00Z", values: {} }, "ts: must be epoch milliseconds"],
  ])("has bad items and keeps their neighbours: %s", (_, item, reason) => {
    const { readings, issues } = take([forms.timed, item, forms.timed]);
    expect(readings.map(({ index }) => index)).toEqual([0, 2]);
    expect(issues).toEqual([{ index: 1, reason }]);
  });

  it("has bad values and keeps theirs", () => {
    const { readings, issues } = take({ ts: now, values: { temperature: 4, humidity: "NaN", co2: -1 } });
    expect(readings).toEqual([reading(0, now, { temperature: 4 })]);
    expect(issues.map(({ reason }) => reason)).toEqual([
      "humidity: must be a number",
      "co2: must be from 0 to 1000000",
    ]);
  });
});

describe("telemetry of a gateway", () => {
  it("is that of its devices, as documented", () => {
    expect(countOf(forms.gateway)).toBe(3);
    expect(fromGatewayTelemetry(forms.gateway, now).readings).toEqual([
      reading(0, 1_483_228_800_000, { temperature: 42, humidity: 80 }, "Device A"),
      reading(1, 1_483_228_801_000, { temperature: 43, humidity: 82 }, "Device A"),
      reading(2, 1_483_228_800_000, { temperature: 42, humidity: 80 }, "Device B"),
    ]);
  });

  it("has bad items and keeps those of all devices", () => {
    const { readings, issues } = fromGatewayTelemetry(
      { A: 5, B: [{ temperature: 1 }, "x"], C: { temperature: 2 } },
      now,
    );
    expect(readings).toEqual([reading(1, now, { temperature: 1 }, "B"), reading(3, now, { temperature: 2 }, "C")]);
    expect(issues.map(({ index }) => index)).toEqual([0, 2]);
  });
});

it("never throws, and keeps the good item whatever stands beside it", () => {
  const items = fc.array(fc.oneof(fc.jsonValue(), fc.record({ ts: fc.jsonValue(), values: fc.jsonValue() })));
  fc.assert(
    fc.property(items, items, fc.string(), (before, after, name) => {
      const good = { ts: now, values: { temperature: 4.2 } };
      const expected = reading(before.length, now, { temperature: 4.2 });
      expect(take([...before, good, ...after]).readings).toContainEqual(expected);
      const gateway = Object.fromEntries([
        ["SN-1", [...before, good]],
        [`x${name}`, after],
      ]);
      expect(fromGatewayTelemetry(gateway, now).readings).toContainEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
