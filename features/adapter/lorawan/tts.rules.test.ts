import fc from "fast-check";
import { describe, expect, it } from "vitest";
import normalized from "@/tests/fixtures/adapter/tts-normalized.json";
import webhook from "@/tests/fixtures/adapter/tts-webhook.json";
import { fromTts } from "./tts.rules";
import { TtsMessage } from "./tts.schema";

const now = Date.UTC(2026, 10, 20, 8);
const take = (message: unknown) => {
  const { items: _items, ...told } = fromTts(TtsMessage.parse(message), now);
  return told;
};
const ids = { device_id: "dev1", dev_eui: "0004a30b001c0530" };
const uplink = (fields: Record<string, unknown> = {}, message: Record<string, unknown> = {}) => ({
  end_device_ids: ids,
  received_at: "2026-11-20T07:59:59.954236764Z",
  uplink_message: { decoded_payload: { temperature: 4.2 }, received_at: "2026-11-20T07:59:59.5Z", ...fields },
  ...message,
});
const AT = now - 500;

describe("an uplink of The Things Stack", () => {
  it("of a tracker, as its webhook posts it", () => {
    expect(take(webhook.messages[0])).toEqual({
      readings: [
        {
          index: 0,
          device: "0000000000000000",
          at: Date.UTC(2025, 10, 12, 8, 29, 1),
          values: { "temperature.0": 30.1, "humidity.0": 60.5, signal: -58 },
          position: { lon: -122.084, lat: 37.4219, course: 99 },
        },
      ],
      reports: [
        {
          index: 0,
          device: "0000000000000000",
          properties: { altitude: 44.5, barometer_0: 1012.9, f_cnt: 15, f_port: 1, hdop: 0.9, sats: 11, speed: 31.669 },
        },
      ],
      issues: [],
    });
  });

  it.each(normalized.examples.filter(({ normalized: parts }) => parts).map((one) => [one.device, one] as const))(
    "normalized: %s",
    (device, { normalized: parts }) => {
      const message = { end_device_ids: ids, received_at: "2026-11-20T07:59:59.5Z" };
      const adapted = take({ ...message, uplink_normalized: { normalized_payload: parts } });
      const expected: Record<string, Record<string, number>> = {
        "milesight-iot/em300-th": { temperature: 20, humidity: 30 },
        "browan/tbdw100": { temperature: 21, voltage: 3.6 },
      };
      expect(adapted.readings).toEqual([{ index: 0, device: "0004A30B001C0530", at: AT, values: expected[device] }]);
      expect(adapted.issues).toEqual([]);
    },
  );

  it.each<[string, unknown, object]>([
    ["by the network's clock", uplink(), { at: AT }],
    ["by that of the application server", uplink({ received_at: undefined }), { at: now - 46 }],
    ["by ours where nobody tells", uplink({ received_at: undefined }, { received_at: undefined }), { at: now }],
    [
      "by its own",
      uplink({ decoded_payload: { temperature: 4.2, time: "2026-11-20T07:50:00Z" } }),
      { at: now - 600_000, values: { temperature: 4.2 } },
    ],
    [
      "by its own as normalized",
      uplink({ normalized_payload: { time: "2026-11-20T07:50:00Z", air: { temperature: 9, relativeHumidity: 40 } } }),
      { at: now - 600_000, values: { temperature: 4.2, humidity: 40 } },
    ],
    ["not by a counter called time", uplink({ decoded_payload: { temperature: 4.2, time: 4 } }), { at: AT }],
    [
      "not by a clock that was never set",
      uplink({ decoded_payload: { temperature: 4.2, time: "1980-01-06T00:00:00Z" } }),
      { at: AT },
    ],
    [
      "not by a clock that is ahead",
      uplink({ decoded_payload: { temperature: 4.2, time: "2026-11-21T08:00:00Z" } }),
      { at: AT },
    ],
    ["without a DevEUI by its id", { ...uplink(), end_device_ids: { device_id: "dev1" } }, { device: "dev1" }],
    [
      "with the strongest of its gateways",
      uplink({ rx_metadata: [{ rssi: -110 }, { rssi: -80 }, {}, null] }),
      { values: { temperature: 4.2, signal: -80 } },
    ],
    [
      "with a position solved by the network",
      {
        end_device_ids: ids,
        received_at: "2026-11-20T07:59:59.5Z",
        location_solved: { location: { latitude: 23.1, longitude: 113.4 } },
      },
      { at: AT, values: {}, position: { lat: 23.1, lon: 113.4 } },
    ],
  ])("%s", (_, message, reading) => {
    const { readings, issues } = take(message);
    expect(readings).toMatchObject([reading]);
    expect(issues).toEqual([]);
  });

  it("has no position of where it was registered, nor of its gateway", () => {
    const place = { latitude: 37, longitude: 23, source: "SOURCE_REGISTRY" };
    const message = uplink({ locations: { user: place }, rx_metadata: [{ location: place }] });
    expect(take(message).readings[0]).not.toHaveProperty("position");
  });

  it.each<[string, unknown]>([
    ["a join", { end_device_ids: ids, join_accept: {} }],
    ["a downlink", { end_device_ids: ids, downlink_ack: {} }],
    ["an uplink without a payload", { end_device_ids: ids, uplink_message: { f_port: undefined } }],
  ])("nothing: %s", (_, message) => expect(take(message)).toEqual({ readings: [], reports: [], issues: [] }));

  it.each<[string, unknown, string]>([
    ["made by hand", uplink({}, { simulated: true }), "simulated: a message that was made by hand is no reading"],
    ["of nobody", { ...uplink(), end_device_ids: {} }, "end_device_ids.dev_eui: is missing"],
    ["of no time", uplink({ received_at: "yesterday" }), "uplink_message.received_at: must be RFC 3339 with an offset"],
    [
      "of a day that does not exist",
      uplink({ received_at: "2026-02-30T00:00:00Z" }),
      "uplink_message.received_at: must be RFC 3339 with an offset",
    ],
  ])("refused: %s", (_, message, reason) => {
    expect(take(message)).toEqual({ readings: [], reports: [], issues: [{ index: 0, reason }] });
  });

  it("that nobody has decoded keeps its signal and says what is missing", () => {
    const message = uplink({ decoded_payload: undefined, frm_payload: "gkHe", rx_metadata: [{ rssi: -35 }] });
    expect(take(message)).toMatchObject({
      readings: [{ values: { signal: -35 } }],
      issues: [{ reason: "uplink_message.decoded_payload: is missing, the device needs a payload formatter" }],
    });
  });

  it.each<[string, Record<string, unknown>, object]>([
    [
      "found by the payload, as the network server tells",
      { locations: { "frm-payload": { latitude: 52.457278, longitude: 6.44181, source: "SOURCE_GPS" } } },
      { lat: 52.457278, lon: 6.44181 },
    ],
    [
      "of a Cayenne channel",
      { decoded_payload: { gps_0: { latitude: 52.3, longitude: 6.4, altitude: 12 } } },
      { lat: 52.3, lon: 6.4 },
    ],
    ["under short names", { decoded_payload: { lat: 52.3, lng: 6.4 } }, { lat: 52.3, lon: 6.4 }],
    ["in capitals", { decoded_payload: { Latitude: 52.3, Longitude: 6.4 } }, { lat: 52.3, lon: 6.4 }],
  ])("has a position %s", (_, parts, position) => {
    expect(take(uplink(parts)).readings[0]).toMatchObject({ position });
    expect(take(uplink(parts)).issues).toEqual([]);
  });

  it("measures when its clock says, and not by one that was never set", () => {
    const at = now - 3_600_000;
    const decoded_payload = { TempC_DS: -20, Systimestamp: at / 1000 };
    expect(take(uplink({ decoded_payload }))).toMatchObject({
      readings: [{ at, values: { "temperature.external": -20 } }],
      reports: [],
    });
    const never = { ...decoded_payload, Systimestamp: 1_600_000_000 };
    expect(take(uplink({ decoded_payload: never })).readings[0]?.at).toBe(AT);
  });

  it("with a bad field keeps the good ones", () => {
    const fields = { temperature: 4.2, humidity: 1e308, battery: "NaN", latitude: 91, longitude: 0 };
    expect(take(uplink({ decoded_payload: fields }))).toMatchObject({
      readings: [{ values: { temperature: 4.2 } }],
      issues: [
        { index: 0, reason: "uplink_message.decoded_payload.humidity: must be from 0 to 100" },
        { index: 0, reason: "uplink_message.decoded_payload.battery: must be a number" },
        { index: 0, reason: "latitude: must be from -90 to 90" },
      ],
    });
  });

  it.each([
    {},
    { end_device_ids: "dev1" },
    { end_device_ids: { dev_eui: 5 } },
    { end_device_ids: ids, uplink_message: [] },
    [],
  ])("is none: %j", (message) => expect(TtsMessage.safeParse(message).success).toBe(false));

  it("never throws, and keeps the good field whatever is about it", () => {
    const junk = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>("NaN", 1e308, null, "2026-11-20T07:00:00Z"));
    const about = fc.record(
      { rx_metadata: junk, locations: junk, normalized_payload: junk, f_port: junk, frm_payload: junk, settings: junk },
      { requiredKeys: [] },
    );
    const beside = fc.record(
      { humidity: junk, battery: junk, latitude: junk, longitude: junk, heading: junk, time: junk, gps_1: junk },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(about, beside, (fields, others) => {
        const { readings } = take(uplink({ ...fields, decoded_payload: { ...others, temperature: 4.2 } }));
        expect(readings[0]?.values.temperature).toBe(4.2);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.jsonValue(), (message) => {
        const parsed = TtsMessage.safeParse(message);
        if (parsed.success) fromTts(parsed.data, now);
      }),
    );
  });
});
