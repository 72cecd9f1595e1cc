import fc from "fast-check";
import { describe, expect, it } from "vitest";
import fixture from "@/tests/fixtures/adapter/chirpstack-events.json";
import { fromChirpStack } from "./chirpstack.rules";
import { ChirpStackMessage } from "./chirpstack.schema";

const now = Date.UTC(2026, 10, 20, 8);
const take = (message: unknown, event?: string) => {
  const { items: _items, ...told } = fromChirpStack(ChirpStackMessage.parse(message), event, now);
  return told;
};
const { up, join, status, ack } = fixture.events;
const device = "0101010101010101";
const AT = Date.parse(up.time);

describe("an event of ChirpStack", () => {
  it.each([["up"], [undefined]])("an uplink that nobody decoded, as documented (event %s)", (event) => {
    expect(take(up, event)).toEqual({
      readings: [{ index: 0, device, at: AT, values: { signal: -36 } }],
      reports: [{ index: 0, device, properties: { fPort: 1 } }],
      issues: [{ index: 0, reason: "object: is missing, the device profile needs a codec" }],
    });
  });

  it("an uplink with what its codec gives", () => {
    const object = { temperatureSensor: { "1": 25 }, humiditySensor: { "2": 40.5 }, analogInput: { "3": 1 } };
    expect(take({ ...up, fCnt: 4, object }, "up")).toEqual({
      readings: [{ index: 0, device, at: AT, values: { "temperature.1": 25, "humidity.2": 40.5, signal: -36 } }],
      reports: [{ index: 0, device, properties: { fPort: 1, fCnt: 4, "analogInput.3": 1 } }],
      issues: [],
    });
  });

  it.each([["status"], [undefined]])("the battery of a status (event %s)", (event) => {
    expect(take(status, event)).toEqual({
      readings: [{ index: 0, device, at: Date.parse(status.time), values: { battery: 88.3 } }],
      reports: [{ index: 0, device, properties: { margin: 10 } }],
      issues: [],
    });
  });

  it("a charge of few per cent is none of volts: a status counts per cent", () => {
    expect(take({ ...status, batteryLevel: 3.9 }).readings[0]?.values).toEqual({ battery: 3.9 });
  });

  it("a position", () => {
    const location = { latitude: 4.36, longitude: 52.37, altitude: 2, source: "GEO_RESOLVER_TDOA" };
    const { data: _, fPort: __, ...message } = up;
    expect(take({ ...message, location }, "location").readings).toEqual([
      { index: 0, device, at: AT, values: {}, position: { lat: 4.36, lon: 52.37 } },
    ]);
  });

  it.each([
    ["join", join],
    ["ack", ack],
    [undefined, join],
    [undefined, ack],
    ["log", up],
    ["txack", up],
  ])("nothing: %s", (event, message) => {
    expect(take(message, event)).toEqual({ readings: [], reports: [], issues: [] });
  });

  it("is of now without a time, and refused with one that is none", () => {
    expect(take({ ...up, time: undefined }).readings[0]?.at).toBe(now);
    expect(take({ ...up, time: "2022-07-18 09:34" })).toEqual({
      readings: [],
      reports: [],
      issues: [{ index: 0, reason: "time: must be RFC 3339 with an offset" }],
    });
  });

  it.each([{}, { deviceInfo: {} }, { deviceInfo: { devEui: "" } }, { ...up, object: 5 }])("is none: %j", (message) =>
    expect(ChirpStackMessage.safeParse(message).success).toBe(false),
  );

  it("never throws, and keeps the good field whatever is about it", () => {
    const junk = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>("NaN", 1e308, -1e308, null));
    const about = fc.record(
      { rxInfo: junk, txInfo: junk, data: junk, fPort: junk, fCnt: junk, batteryLevel: junk },
      { requiredKeys: [] },
    );
    const beside = fc.record(
      { humidity: junk, battery: junk, latitude: junk, longitude: junk, door: junk },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(about, beside, (fields, others) => {
        const { readings } = take({ ...up, ...fields, object: { ...others, temperature: 4.2 } }, "up");
        expect(readings[0]?.values.temperature).toBe(4.2);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.option(fc.string(), { nil: undefined }), (message, event) => {
        const parsed = ChirpStackMessage.safeParse(message);
        if (parsed.success) fromChirpStack(parsed.data, event, now);
      }),
    );
  });
});
