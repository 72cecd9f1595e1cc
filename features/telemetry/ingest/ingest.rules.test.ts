import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAXIMUM_PROBES, MAXIMUM_VALUES, parseReading, withinProbes } from "./ingest.rules";
import type { ProbeKey, Reading } from "./ingest.schema";

const now = Date.UTC(2026, 10, 20, 8);
const parse = (raw: unknown) => parseReading(raw, 7, now);
const channels = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`temperature.a${from + index}`, 1]));
const reading = (change: Record<string, unknown>) => ({
  device: "sn-1",
  at: now,
  values: { temperature: 4.2 },
  ...change,
});

describe("parseReading", () => {
  it("takes the shapes of the contract", () => {
    expect(
      parse({ device: " sn-0001 ", at: "2026-11-20T08:00:00Z", values: { temperature: 4.2, humidity: 55.1 } }),
    ).toEqual({
      index: 7,
      device: "SN-0001",
      at: now,
      values: [
        ["temperature", 4.2],
        ["humidity", 55.1],
      ],
      position: null,
    });
    expect(parse(reading({ at: "2026-11-20T16:00:00+08:00" }))).toMatchObject({ at: now });
    expect(
      parse(reading({ values: { door: 1 }, position: { lon: 113.43, lat: 23.17, speedKmh: 62, course: 180 } })),
    ).toMatchObject({ position: { longitude: 113.43, latitude: 23.17, speedKmh: 62, course: 180 } });
    expect(parse({ device: "sn-1", at: now, position: { lon: 0, lat: 0 } })).toMatchObject({ values: [] });
  });

  it.each([
    ["not an object", 5, "reading:"],
    ["null", null, "reading:"],
    ["no device", reading({ device: undefined }), "device:"],
    ["numeric device", reading({ device: 12 }), "device:"],
    ["blank device", reading({ device: "  " }), "device:"],
    ["endless device", reading({ device: "x".repeat(65) }), "device:"],
    ["no time", reading({ at: undefined }), "at:"],
    ["time without offset", reading({ at: "2026-11-20T08:00:00" }), "at:"],
    ["time in words", reading({ at: "yesterday" }), "at:"],
    ["no such month", reading({ at: "2026-13-20T08:00:00Z" }), "at: no such date"],
    ["no such day", reading({ at: "2026-02-30T00:00Z" }), "at: no such date"],
    ["infinite time", reading({ at: Number.POSITIVE_INFINITY }), "at:"],
    ["future", reading({ at: now + 600_001 }), "at: more than 10 minutes"],
    ["before 2000", reading({ at: 0 }), "at: before"],
    ["string value", reading({ values: { temperature: "4.2" } }), "values.temperature: must be a finite"],
    ["null value", reading({ values: { temperature: null } }), "values.temperature: must be a finite"],
    ["NaN", reading({ values: { temperature: Number.NaN } }), "values.temperature: must be a finite"],
    ["unknown measure", reading({ values: { pressure: 3 } }), "values.pressure: unknown"],
    ["below absolute zero", reading({ values: { temperature: -273.16 } }), "values.temperature: must be from"],
    ["wet beyond wet", reading({ values: { humidity: 100.1 } }), "values.humidity: must be from"],
    ["half open door", reading({ values: { door: 0.5 } }), "values.door: must be 0 or 1"],
    ["values as list", reading({ values: [4.2] }), "values: must be an object"],
    ["nothing measured", reading({ values: {} }), "values: at least one"],
    ["more values than a device has", reading({ values: channels(0, 65) }), "values: at most 64 values"],
    ["150,000 channels", reading({ values: channels(0, 150_000) }), "values: at most 64 values"],
    [
      "faults past the bound",
      reading({ values: channels(0, 60), faults: channels(60, 65) }),
      "faults: at most 64 values",
    ],
    ["longitude", reading({ position: { lon: 181, lat: 0 } }), "position.lon"],
    ["latitude as text", reading({ position: { lon: 1, lat: "0" } }), "position.lat"],
  ])("refuses %s with its reason", (_name, raw, reason) => {
    const result = parse(raw);
    expect(typeof result).toBe("string");
    expect(result).toContain(reason);
  });

  it("takes as many values as a reading may have", () =>
    expect(parse(reading({ values: channels(0, 60), faults: channels(60, MAXIMUM_VALUES) }))).toMatchObject({
      values: { length: MAXIMUM_VALUES },
    }));

  it("accepts the edge of the tolerance", () =>
    expect(parse(reading({ at: now + 600_000 }))).toMatchObject({ at: now + 600_000 }));

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => void parse(raw)),
      { numRuns: 2000 },
    );
  });
});

describe("the probes of a device", () => {
  const probes = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`temperature.a${index}`, index + 1]));
  const located = (device: { probes: Record<string, number> }, index: number, ...keys: string[]) => ({
    device,
    reading: { index, device: "A", at: now, values: keys.map((key) => [key, 1]), position: null } as unknown as Reading,
  });
  const judge = (all: ReturnType<typeof located>[]) => {
    const { within, rejected } = withinProbes(all);
    return [within.map(({ reading: { index } }) => index), rejected];
  };

  it("are bounded, whatever channels a sender invents", () => {
    const device = { probes: probes(MAXIMUM_PROBES - 1) };
    const last = located(device, 0, "temperature.last");
    expect(judge([last])).toEqual([[0], []]);
    const reason = "values.temperature.more: the device has 64 probes, and may have no more";
    expect(
      judge([last, located(device, 1, "temperature.a5", "temperature.more"), located(device, 2, "temperature.last")]),
    ).toEqual([[0, 2], [{ index: 1, reason }]]);
    // Probes of another device are counted separately.
    expect(judge([last, located({ probes: {} }, 1, "temperature.more")])).toEqual([[0, 1], []]);
  });

  it("that are there go on where there are more already", () => {
    const device = { probes: probes(MAXIMUM_PROBES + 20) };
    expect(judge([located(device, 0, "temperature.a70"), located(device, 1, "temperature.a70", "humidity")])).toEqual([
      [0],
      [{ index: 1, reason: expect.stringContaining("values.humidity: ") }],
    ]);
    // Keys that map to an existing probe create none: the measure without a channel, and the first name of a nameless
    // probe.
    expect(judge([located(device, 0, "temperature")])).toEqual([[0], []]);
  });

  it("never become more than there may be, in whatever order readings come", () => {
    const key = fc.integer({ min: 0, max: 120 }).map((channel) => `temperature.a${channel}` as ProbeKey);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 64 }),
        fc.array(fc.array(key, { maxLength: 64 }), { maxLength: 20 }),
        (known, all) => {
          const device = { probes: probes(known) };
          const { within } = withinProbes(all.map((keys, index) => located(device, index, ...keys)));
          const made = new Set(within.flatMap(({ reading: { values } }) => values.map(([name]) => name)));
          for (const name of Object.keys(device.probes)) made.delete(name as ProbeKey);
          expect(known + made.size).toBeLessThanOrEqual(MAXIMUM_PROBES);
        },
      ),
    );
  });
});
