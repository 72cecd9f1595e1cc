import { describe, expect, it } from "vitest";
import { SHIPPED_DEVICE_TYPES } from "@/features/device/type/rules";
import { SCREENS } from "@/lib/page/screens";
import type { ProbeKey } from "../ingest/ingest.schema";
import {
  byDevice,
  dueAmong,
  guessOf,
  kindOf,
  MAXIMUM_MESSAGE_CHARACTERS,
  REGISTRATIONS,
  type Registration,
  refusalKind,
  refusedOf,
  registrationOf,
  registrationValues,
} from "./rules";
import type { Adapter } from "./schema";

const heard = (adapter: Adapter, probes: ProbeKey[], more: object = {}) => ({
  ...{ key: "70B3D57ED0061234", customerId: 7, customerName: "Clinic & Sons" },
  ...{ adapter, probes, gateway: null, hasPosition: false, ...more },
});
const known = heard("tts", ["temperature"]);
const addressOf = (...given: Parameters<typeof registrationOf>) => new URL(registrationOf(...given), "http://x");

it.each(REGISTRATIONS)("an unknown device is registered as %s in the form of that kind", (registration) => {
  const { pathname, searchParams } = addressOf(known, registration);
  expect(SCREENS.map(({ path }) => path)).toContain(pathname);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    form: "new",
    name: known.key,
    serialNumber: known.key,
    mac: known.key,
    customer: "7",
    customerName: "Clinic & Sons",
  });
});

it("a tracker is a sensor of a type that knows where it is; what is no address is no MAC", () => {
  const { pathname, searchParams } = addressOf({ ...known, key: "861234051234567" }, "tracker");
  expect(pathname).toBe("/device/sensor");
  const type = SHIPPED_DEVICE_TYPES.find(({ code }) => code === searchParams.get("type"));
  expect(type).toMatchObject({ kind: kindOf("tracker"), hasGps: true });
  expect(searchParams.get("mac")).toBeNull();
});

describe("what a device most probably is", () => {
  const gateway = { gateway: { id: 1, name: "gw" } };
  it.each<[ReturnType<typeof heard>, Registration, string | null]>([
    [heard("tts", ["temperature", "voltage"]), "sensor", "lora_1"],
    [heard("chirpstack", ["temperature.external", "humidity.internal"]), "sensor", "lora_2"],
    [heard("zigbee2mqtt", ["temperature", "humidity", "battery"]), "sensor", "zigbee2_2"],
    [heard("zigbee2mqtt", ["door", "battery"]), "magnetism", "m1"],
    [heard("readings", ["temperature"], gateway), "sensor", "zbp_1"],
    [heard("readings", ["temperature"]), "sensor", "4g_1"],
    [heard("influx", ["humidity"]), "sensor", "4g_2"],
    [heard("tts", ["co2"]), "gas", "gs_6"],
    [heard("thingsboard", ["gas"]), "gas", null],
    [heard("osmand", []), "tracker", "4g_gps_1"],
    [heard("tts", ["temperature", "humidity"], { hasPosition: true }), "tracker", "4g_gps_2"],
    [heard("chirpstack", []), "sensor", "lora_1"],
  ])("%j", (device, registration, type) => {
    expect(guessOf(device)).toBe(registration);
    expect(addressOf(device, registration).searchParams.get("type")).toBe(type);
    const shipped = SHIPPED_DEVICE_TYPES.find(({ code }) => code === type);
    if (type !== null) expect(shipped?.kind).toBe(kindOf(registration));
    // Several at once are registered as what the form would be filled with.
    const fields = { name: device.key, serialNumber: device.key, mac: device.key };
    expect(registrationValues(device)).toEqual(
      type === null ? null : { kind: kindOf(registration), values: { ...fields, typeCode: type } },
    );
  });
});

describe("the messages of a request", () => {
  const message = (payload: unknown, adapter: Adapter = "tts") =>
    byDevice(adapter, [{ device: " sn-1 ", payload, reading: null }], 5)[0];

  it("keep the last one that a mapping can be tried on", () => {
    expect(message({ foo: 1 })).toMatchObject({
      key: "SN-1",
      payload: '{"foo":1}',
      message: { at: 5, adapter: "tts", fields: { foo: 1 }, ignored: [] },
    });
    expect(message({ foo: "\0" })?.message).toBeNull();
    expect(message({ foo: "x".repeat(MAXIMUM_MESSAGE_CHARACTERS) })?.message).toBeNull();
    expect(message({ device: "sn-1", values: {} }, "readings")?.message).toBeNull();
  });
});

describe("kept readings", () => {
  const reading = { device: "SN-1", at: 1, values: { temperature: 4 } };
  const place = { device: "SN-1", at: 2, values: {}, position: { lon: 1, lat: 2 } };
  const both = { device: "SN-1", at: 3, values: {}, faults: { temperature: -127 }, position: { lon: 1, lat: 3 } };

  it("are all due once their device is on a carrier", () => {
    expect(dueAmong([reading, place, both], true)).toEqual({ due: [reading, place, both], waiting: [] });
  });

  it("wait for it with their positions, and with nothing else", () => {
    const { position, ...faulty } = both;
    expect(dueAmong([reading, place, both], false)).toEqual({
      due: [reading, faulty],
      waiting: [place, { device: "SN-1", at: 3, values: {}, position }],
    });
  });

  it.each([
    ["conflict: values.temperature is recorded as 4 at this time", "conflict"],
    ["at: before 2026-01-01, readings are kept for 30 days (x)", "tooOld"],
    ["device: deactivated", "deactivated"],
    ["values.temperature: must be from -273.15 to 1000", "other"],
  ])("%s is told as %s", (reason, kind) => expect(refusalKind(reason)).toBe(kind));
});

it("the refusal of a row is told beside it, the first one where it has several", () => {
  const issue = (path: string, rule: string) => ({ path, rule, message: rule });
  const [name, type] = [issue("ids.0.name", "unique"), issue("ids.10", "typeUnclear")];
  const rows = Array.from({ length: 11 }, (_, index) => ({ id: 100 + index }));
  const issues = [
    name,
    issue("ids.0.mac", "unique"),
    type,
    issue("customerId", "deviceQuota"),
    issue("ids.11", "unknown"),
  ];
  expect([...refusedOf(rows, issues)]).toEqual([
    [100, name],
    [110, type],
  ]);
});
