import fc from "fast-check";
import { describe, expect, it } from "vitest";
import requests from "@/tests/fixtures/adapter/osmand-requests.json";
import { fromOsmAnd } from "./osmand.rules";

const now = Date.UTC(2026, 10, 20, 8);
const query = (text: string) => fromOsmAnd(Object.fromEntries(new URLSearchParams(text)), now);
const AT = 1_377_177_267_000;

describe("a request of the OsmAnd protocol", () => {
  const EXPECTED: object[] = [
    {
      device: "902064",
      at: Date.UTC(2016, 0, 27, 18, 55, 47),
      values: {},
      position: { lat: 42.06288, lon: -88.23412, speedKmh: 0 },
    },
    { device: "902064", at: 1_442_068_686_579, values: {}, position: { lat: 42.06288, lon: -88.23412, speedKmh: 0 } },
    {
      device: "353861053849681",
      at: Date.UTC(2014, 5, 4, 9, 10, 11),
      values: {},
      position: { lat: 49.60688, lon: 6.15788, speedKmh: 0 },
    },
    { device: "123456", at: AT, values: {}, position: { lat: 60, lon: 30, speedKmh: 0, course: 0 } },
    { device: "123456", at: now, values: {}, position: { lat: 60, lon: 30, speedKmh: 0, course: 0 } },
    {
      device: "861001000719969",
      at: now,
      values: { battery: 87 },
      position: { lat: 41.666667, lon: -0.883333, speedKmh: 0 },
    },
    { device: "123456", at: AT, values: {}, position: { lat: 60, lon: 30 } },
    {
      device: "123456789012345",
      at: 1_504_763_810_000,
      values: {},
      position: { lat: 40.7232948571, lon: -74.0061408571, speedKmh: 74.08, course: 7.19889788244 },
    },
  ];
  it.each(EXPECTED.map((reading, index) => [requests.queries[index] as string, reading] as const))(
    "%s",
    (text, reading) => {
      const { readings, issues } = query(text);
      expect(readings).toEqual([{ index: 0, ...reading }]);
      expect(issues).toEqual([]);
    },
  );

  it("without a place or a measure only tells of itself", () => {
    const { readings, reports, issues } = query(requests.queries[8] as string);
    expect([readings, issues]).toEqual([[], []]);
    expect(reports).toMatchObject([{ device: "123456", properties: { cell: "257,02,16,2224" } }]);
  });

  it("carries temperatures and doors of a lorry, also where the receiver has found nothing", () => {
    const { readings, reports } = query(
      "id=SN-1&timestamp=1377177267&lat=0&lon=0&valid=false&temp1=4.3&temp2=-18&door=false&power=12.6&token=x",
    );
    expect(readings).toEqual([
      { index: 0, device: "SN-1", at: AT, values: { "temperature.1": 4.3, "temperature.2": -18, door: 0 } },
    ]);
    expect(reports[0]?.properties).toEqual({ power: "12.6" });
  });

  it.each([
    ["timestamp=1377177267&lat=60.0&lon=30.0", "id: is missing"],
    ["id=+&lat=60.0&lon=30.0", "id: is missing"],
    ["id=1&lat=60.0&lon=30.0&timestamp=soon", /^timestamp: must be seconds/],
    ["id=1&lat=60.0&lon=30.0&timestamp=2014-13-04+09%3A10%3A11", /^timestamp: must be seconds/],
    ["id=1&lat=60.0&lon=30.0&timestamp=2026-02-30+09%3A10%3A11", /^timestamp: must be seconds/],
  ])("is refused: %s", (text, reason) => {
    expect(query(text)).toMatchObject({ readings: [], issues: [{ index: 0, reason: expect.stringMatching(reason) }] });
  });

  it.each([
    ["id=1&timestamp=1377177267&lat=91&lon=30&temp=4", "latitude: must be from -90 to 90"],
    ["id=1&timestamp=1377177267&location=here&temp=4", "latitude: must be from -90 to 90"],
    ["id=1&timestamp=1377177267&lat=60&temp=4", "longitude: must be from -180 to 180"],
    ["id=1&timestamp=1377177267&lat=60&lon=30&temp=4&hum=NaN", "hum: must be a number"],
  ])("keeps what is good of %s", (text, reason) => {
    expect(query(text)).toMatchObject({ readings: [{ values: { temperature: 4 } }], issues: [{ reason }] });
  });
});

describe("a report of Traccar Client", () => {
  const EXPECTED = [
    {
      device: "48241179",
      at: Date.UTC(2025, 5, 15, 13, 45, 12, 862),
      values: { battery: 100 },
      position: { lat: 37.4219983, lon: -122.084, speedKmh: 0 },
    },
    {
      device: "8737767034",
      at: Date.UTC(2021, 6, 21, 8, 6, 34, 444),
      values: { battery: 79 },
      position: { lat: -6.1148096, lon: 106.6837015, speedKmh: 67.212, course: 63 },
    },
    {
      device: "658765",
      at: Date.UTC(2025, 4, 9, 4, 11, 30, 579),
      values: {},
      position: { lat: 37.785834, lon: -122.406417 },
    },
  ];
  it.each(EXPECTED.map((reading, index) => [reading.device, requests.bodies[index], reading] as const))(
    "%s",
    (_, body, reading) => {
      const { readings, issues } = fromOsmAnd(body as Record<string, unknown>, now);
      expect(readings).toEqual([{ index: 0, ...reading }]);
      expect(issues).toEqual([]);
    },
  );

  it("with several locations keeps the good ones", () => {
    const good = (requests.bodies[0] as { location: object }).location;
    const { readings, issues } = fromOsmAnd(
      { device_id: "1", location: [good, 5, { coords: [] }, { ...good, timestamp: "x" }, good] },
      now,
    );
    expect(readings.map(({ index }) => index)).toEqual([0, 4]);
    expect(issues.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(fromOsmAnd({ location: [good] }, now).issues).toEqual([{ index: 0, reason: "device_id: is missing" }]);
  });
});

it("never throws, and keeps the good field whatever stands beside it", () => {
  const junk = fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom<unknown>("NaN", "1e308", 1e308));
  const text = fc.oneof(fc.string(), fc.constantFrom("NaN", "1e308", "-1"));
  const names = ["lat", "lon", "speed", "bearing", "batt", "altitude", "valid", "hdop", "humidity"] as const;
  const record = <T>(value: fc.Arbitrary<T>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
  fc.assert(
    fc.property(record(text), record(junk), fc.jsonValue(), (fields, extras, coords) => {
      expect(fromOsmAnd({ ...fields, id: "1", timestamp: "1377177267", temp: "4.2" }, now).readings[0]).toMatchObject({
        at: AT,
        values: { temperature: 4.2 },
      });
      const location = {
        timestamp: AT,
        coords: { latitude: coords },
        battery: coords,
        extras: { ...extras, temperature: 4.2 },
      };
      expect(fromOsmAnd({ device_id: 1, location }, now).readings[0]?.values.temperature).toBe(4.2);
    }),
    { numRuns: 1000 },
  );
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => void fromOsmAnd(fields, now)));
});
