import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import codecs from "@/tests/fixtures/adapter/codec-examples.json";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import { FIELDS, fieldTable, nameOf, RADIO_FIELDS } from "./field.rules";
import { fromLines } from "./influx.rules";
import { fromChirpStack } from "./lorawan/chirpstack.rules";
import { fromTts } from "./lorawan/tts.rules";
import { applyMappings } from "./mapping/mapping.rules";
import { fromOsmAnd } from "./osmand.rules";
import { add, instantOf, nothing, positionOf, readFields } from "./rules";
import { fromGatewayTelemetry, fromTelemetry } from "./thingsboard.rules";
import { numberOf } from "./value.rules";
import { addressed, messagesOf, networksOf } from "./zigbee2mqtt/rules";

const read = (fields: Record<string, unknown>, table = FIELDS) => readFields(fields, table);

describe("fields by their names", () => {
  it.each<[string, Record<string, unknown>, Record<string, number>]>([
    [
      "the contract's names",
      { temperature: 4.2, humidity: 55, co2: 700, gas: 3 },
      { temperature: 4.2, humidity: 55, co2: 700, gas: 3 },
    ],
    ["switches", { door: "open", power: false }, { door: 1, power: 0 }],
    ["switches as numbers", { door_open_status: 0, power: 1 }, { door: 0, power: 1 }],
    ["however they are written", { "Air-Temperature": 4, relativeHumidity: 50 }, { temperature: 4, humidity: 50 }],
    ["Fahrenheit and Kelvin", { temp_f: 39.2 }, { temperature: 4 }],
    ["Kelvin", { temperature_k: 277.35 }, { temperature: 4.2 }],
    ["millivolts", { battery_mv: 3005 }, { voltage: 3.005 }],
    ["texts of numbers", { temperature: " 24.59 ", battery: "37.00" }, { temperature: 24.59, battery: 37 }],
    ["texts with a unit", { temperature: "22 ℃", humidity: "41%" }, { temperature: 22, humidity: 41 }],
    ["a unit in the text that is not the usual one", { temperature: "39.2°F" }, { temperature: 4 }],
    ["a value with its unit", { temperature: { value: 39.2, unit: "°F" } }, { temperature: 4 }],
    ["a value without a unit", { temperature: { value: 4, unit: null } }, { temperature: 4 }],
    ["groups", { air: { temperature: 4, relativeHumidity: 30 } }, { temperature: 4, humidity: 30 }],
    ["channels", { temperature_1: 5, temperature_0: 4 }, { "temperature.0": 4, "temperature.1": 5 }],
    ["a channel group", { temperatureSensor: { "1": 25 } }, { "temperature.1": 25 }],
    ["the field itself and its channels", { temp1: 9, temperature: 4 }, { temperature: 4, "temperature.1": 9 }],
    [
      "outside and inside",
      { TempC_DS: -20, TempC_SHT: 28.29 },
      { "temperature.external": -20, "temperature.internal": 28.29 },
    ],
    [
      "the newest of a history",
      { tempNOW: [24.1, 24.06, 23.76], humNOW: [34, 33, 32], batLevel: 100 },
      { temperature: 24.1, humidity: 34, battery: 100 },
    ],
    [
      "a history of one",
      { tempNOW: [7.23], humNOW: [71], batLevel: 4.5 },
      { temperature: 7.23, humidity: 71, battery: 4.5 },
    ],
    ["a history whose newest value is missing", { tempNOW: ["INVALID", 4], humNOW: ["INVALID"] }, {}],
    ["words for nothing", { temperature: "null", humidity: "NULL", co2: "N/A", door: "INVALID" }, {}],
    ["signs for nothing", { temperature: "", humidity: "---", co2: " ", battery: "--.-" }, {}],
    ["nothing with its unit", { temperature: { value: "---", unit: "°C" }, humidity: { value: null, unit: "%" } }, {}],
    ["a cell's voltage under other names", { Bat: 3.387 }, { voltage: 3.387 }],
    ["a cell's voltage as a level", { batteryLevel: 2.74 }, { voltage: 2.74 }],
    ["a cell's voltage without a fraction", { Bat: 3 }, { voltage: 3 }],
    ["a cell's voltage with its unit", { battery: "3.387 V" }, { voltage: 3.387 }],
    ["a cell's voltage as a value with its unit", { battery: { value: 3.6, unit: "V" } }, { voltage: 3.6 }],
    ["a cell's voltage in millivolts", { battery_percent: "3600 mV" }, { voltage: 3.6 }],
    ["a charge of one per cent", { bat: 1 }, { battery: 1 }],
    ["what feeds the device", { batteryLevel: "external" }, {}],
    ["the signal of other networks", { RSSI1: -54, RSSI2: -59 }, {}],
    ["a charge", { battery: 92 }, { battery: 92 }],
    ["an empty battery", { battery: 0 }, { battery: 0 }],
    ["a charge of few per cent", { battery: 3 }, { battery: 3 }],
    ["a cell's voltage under the name of its charge", { battery: 3.6 }, { voltage: 3.6 }],
    ["a charge with its unit", { battery: "3.6%" }, { battery: 3.6 }],
    ["minus nothing", { temperature: -0 }, { temperature: 0 }],
    ["none of a room's air", { temperatureBoard: 21, soil_temperature: 4, soil: { temperature: 4 }, cputemp: 45 }, {}],
    ["what is missing", { temperature: null, humidity: undefined }, {}],
    ["a warning that is no charge", { battery: false }, {}],
  ])("%s", (_, fields, values) => {
    const { values: given, issues } = read(fields);
    expect(given).toEqual(values);
    expect(issues).toEqual([]);
  });

  it("keeps what is no measure, and the second of a kind", () => {
    expect(read({ temperature: 4, airTemperature: 5, light: 3, air: { pressure: 990 }, leak: "N" }).rest).toEqual({
      airTemperature: 5,
      light: 3,
      "air.pressure": 990,
      leak: "N",
    });
  });

  it("keeps the earlier values of a history, which have no times, and names them", () => {
    const { rest } = read({ tempNOW: [24.1, 24.06], humNOW: [34] });
    expect(rest).toEqual({ "tempNOW.earlier": [24.06] });
  });

  it("names the values of lists and of what is nested for a mapping, and reads none of them by itself", () => {
    const { values, raw, rest, issues } = read({
      probes: [4, 5],
      data: { air: { core: { t: 3 } } },
      temperature: [6, 7],
    });
    expect(values).toEqual({});
    expect(raw).toEqual({ "probes.1": 4, "probes.2": 5, "data.air.core.t": 3, "temperature.1": 6, "temperature.2": 7 });
    expect(rest).toEqual({ probes: [4, 5], "data.air.core.t": 3 });
    expect(issues).toEqual(["temperature: must be a number"]);
  });

  it("has no power of radio networks: it is one in watts", () => {
    expect(read({ power: 0 }, RADIO_FIELDS)).toMatchObject({ values: {}, rest: { power: 0 }, issues: [] });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["a word", { temperature: "warm" }, "temperature: must be a number"],
    ["NaN in words", { temperature: "NaN" }, "temperature: must be a number"],
    ["a list", { temperature: [4] }, "temperature: must be a number"],
    ["true", { temperature: true }, "temperature: must be a number"],
    ["a number beyond all", { temperature: 1e308 }, "temperature: must be from -273.15 to 1000"],
    ["a number beyond doubles", { temperature: "1e999" }, "temperature: must be a finite number"],
    ["a huge number in Fahrenheit", { temp_f: 1e308 }, "temp_f: must be a finite number"],
    ["too humid", { humidity: 101 }, "humidity: must be from 0 to 100"],
    ["millivolts under a charge", { battery: 3005 }, "battery: must be from 0 to 100"],
    ["half a door", { door: 0.5 }, "door: must be open or closed, on or off, true or false, 1 or 0"],
    ["a door that is a list", { door: [1] }, "door: must be open or closed, on or off, true or false, 1 or 0"],
    [
      "a door that has no text",
      { door: [{ toString: 0 }] },
      "door: must be open or closed, on or off, true or false, 1 or 0",
    ],
    ["another unit", { temperature: { value: 4, unit: "hPa" } }, "temperature: unit hPa is none of temperature"],
    ["another kind of unit", { humidity: "4 °C" }, "humidity: unit °C is none of humidity"],
    ["a number of 10,000 digits", { temperature: "1".repeat(10_000) }, "temperature: must be a number"],
  ])("refuses %s, and that field alone", (_, fields, reason) => {
    expect(read({ co2: 700, ...fields })).toMatchObject({ values: { co2: 700 }, issues: [reason] });
  });

  it("tells of twenty issues and counts the others", () => {
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`temperature_${index}`, "x"]));
    const { issues } = read({ ...fields, humidity: 50 });
    expect([issues.length, issues.at(-1)]).toEqual([21, "and 40 more"]);
  });

  it("never throws and never loses the good one, whatever stands beside it", () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom("humidity", "battery", "door", "__proto__", "constructor", "co2.1"),
    );
    const value = fc.oneof(
      fc.anything(),
      fc.jsonValue(),
      fc.constantFrom("NaN", 1e308, -1e308, "1e999", { value: {} }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const others = pairs.filter(
          ([key]) => nameOf(key, FIELDS)?.field.measure !== "temperature" && key !== "temperature",
        );
        const { values } = read(Object.fromEntries([...others, ["temperature", 4.2]]));
        expect(values.temperature).toBe(4.2);
        for (const one of Object.values(values)) expect(Number.isFinite(one)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("what makers send in place of a value", () => {
  it.each<[Record<string, unknown>, Record<string, number>, Record<string, number>]>([
    [{ TempC_DS: 327.67, TempC_SHT: 5.1 }, { "temperature.internal": 5.1 }, { "temperature.external": 327.67 }],
    [{ TempC_DS: -327.68 }, {}, { "temperature.external": -327.68 }],
    [{ TempC_DS18B20: "85.0" }, {}, { "temperature.external": 85 }],
    [{ Temp_Red: 85, Temp_White: 4 }, { "temperature.white": 4 }, { "temperature.red": 85 }],
    // Dragino D22 and LSN50: the mode names the sensor, the fields do not.
    [{ Work_mode: "DS18B20", Temp_C1: 85, Temp_C2: 4 }, { "temperature.2": 4 }, { "temperature.1": 85 }],
    [{ Work_mode: "3DS18B20", TempC1: 85, TempC2: 4.5 }, { "temperature.2": 4.5 }, { "temperature.1": 85 }],
    [{ Work_mode: "IIC", TempC1: 85 }, { "temperature.1": 85 }, {}],
    [{ sensor: { model: "DS18B20" }, temperature: 85 }, {}, { temperature: 85 }],
    [
      { Ext_sensor: "DS18B20", TempC_SHT: 85, TempC_DS: 85 },
      { "temperature.internal": 85 },
      { "temperature.external": 85 },
    ],
    [{ temperature: -127, humidity: 6553.5 }, {}, { temperature: -127, humidity: 6553.5 }],
    [{ temperature_chn1: 3276.7, temperature_chn2: 4 }, { "temperature.2": 4 }, { "temperature.1": 3276.7 }],
    [{ temp_f: 621.81 }, {}, { temperature: 327.672222 }],
    [{ co2: 65535 }, {}, { co2: 65535 }],
    // Other sensors can really measure the power-on value of a DS18B20.
    [{ temperature: 85 }, { temperature: 85 }, {}],
    // A probe with a value is not faulty, even if another of its names reports a fault.
    [{ TempC_DS: -127, external_temperature: 4 }, { "temperature.external": 4 }, {}],
  ])("%j", (fields, values, faults) => {
    expect(read(fields)).toMatchObject({ values, faults, issues: [] });
    expect([read(fields).values, read(fields).faults]).toEqual([values, faults]);
  });
});

describe("payloads of vendors' codecs", () => {
  const EXPECTED: Record<string, Record<string, number>> = {
    "aquascope/wwd": { battery: 100, temperature: 29 },
    "browan/tbdw100": { voltage: 3.6 },
    "browan/tbhv110": { voltage: 3.6, humidity: 30, temperature: 22 },
    "decentlab/dl-iam": {
      humidity: 36.438544289311054,
      temperature: 27.67833981841764,
      co2: 455,
      voltage: 2.962,
    },
    "decentlab/dl-5tm": { voltage: 3.168 },
    "dingtek/dc410": { temperature: 22 },
    "elsys/ers-co2": { temperature: 22.6, humidity: 41, co2: 776 },
    "keller/keller": { battery: 47, voltage: 5.083990573883057, humidity: 58 },
    "mclimate/aqi-sensor": { humidity: 30, temperature: 25, voltage: 3.312 },
    "mclimate/co2-sensor": { voltage: 3.5, co2: 625, humidity: 51.56, temperature: 22.7 },
    "mclimate/vicki": { temperature: 18.01, humidity: 46.88, voltage: 3.5 },
    "milesight-iot/am107": { battery: 92, temperature: 30.8, humidity: 50.5 },
    "talkpool/oy1200": { co2: 409, humidity: 25.65, temperature: 22.23 },
    "talkpool/oy1210": { co2: 539, humidity: 85.1, temperature: 19.3 },
    "tinovi/pm-io-5-sm": { battery: 63, temperature: 0 },
    "xignal/mousetrap": { voltage: 2.9, temperature: 12.5 },
    "dragino/lht65": {
      voltage: 3.054,
      "temperature.external": -20.06,
      "temperature.internal": 28.29,
      "humidity.internal": 55.1,
    },
    "dragino/lht65n": { voltage: 3.039, "temperature.internal": 5.1, "humidity.internal": 61.3 },
    "dragino/ltc2": { voltage: 3.618, "temperature.1": 25.2, "temperature.2": -18.4 },
    "dragino/lsn50v2-d23": { voltage: 3.387, "temperature.red": 4.6, "temperature.white": 5.1 },
    "dragino/d22-lb": { voltage: 3.6, "temperature.1": 4.6, "temperature.2": -18.1 },
    "dragino/lsph01": { voltage: 3.387, "temperature.external": 4.2 },
    "comtac/lpn-cm4": { voltage: 3.97, temperature: 10 },
    "comtac/lpn-cm4 (history)": { battery: 98.5, temperature: 4.21, humidity: 41 },
    "comtac/lpn-cm4 (no sensor)": { battery: 97 },
    "netvox/r711": { voltage: 3, temperature: 25.38, humidity: 68 },
    "strega/smart-valve": { battery: 74, temperature: 23.96, humidity: 46.82 },
    "strega/smart-valve (no sensors)": { battery: 74 },
    "milesight-iot/ts302": { battery: 92, "temperature.1": -20.4, "door.2": 0 },
    "milesight-iot/ts302 (two probes)": { battery: 92, "temperature.1": 4.2 },
  };

  it.each(codecs.examples.map((one) => [one.device, one.decoded] as const))("%s", (device, decoded) => {
    const { values, issues } = read(decoded as Record<string, unknown>, RADIO_FIELDS);
    expect(values).toEqual(EXPECTED[device]);
    expect(issues).toEqual([]);
  });

  describeWithMeasurements("all of the collection", () => {
    it("refuses nothing and reads nothing out of bounds", () => {
      const { examples } = JSON.parse(readFileSync(join(MEASUREMENTS, "lorawan/ttn_codec_examples.json"), "utf8")) as {
        examples: { decoded: Record<string, unknown> }[];
      };
      expect(examples.length).toBeGreaterThan(70);
      const refused = examples.flatMap(({ decoded }) => read(decoded, RADIO_FIELDS).issues);
      expect(refused).toEqual([]);
      expect(
        examples.filter(({ decoded }) => read(decoded, RADIO_FIELDS).values.temperature !== undefined).length,
      ).toBeGreaterThan(45);
    });
  });
});

describe("an instant", () => {
  const at = Date.UTC(2026, 10, 20, 8);
  it.each<[string, unknown, number | null]>([
    ["seconds", at / 1000, at],
    ["milliseconds", at, at],
    ["microseconds", at * 1000, at],
    ["nanoseconds in words", `${at}000000`, at],
    ["seconds with a fraction", at / 1000 + 0.25, at + 250],
    ["seconds in words", "1377177267", 1_377_177_267_000],
    ["ISO-8601", "2026-11-20T08:00:00Z", at],
    ["ISO-8601 with nanoseconds", "2022-07-18T09:34:15.775023242+00:00", 1_658_136_855_775],
    ["ISO-8601 with an offset", "2026-11-20T16:00:00+08:00", at],
    ["ISO-8601 without an offset", "2026-11-20T08:00:00", null],
    ["no such month", "2026-13-20T08:00:00Z", null],
    ["no such day", "2026-02-30T00:00Z", null],
    ["a word", "yesterday", null],
    ["a hole", Number.NaN, null],
    ["no end", Number.POSITIVE_INFINITY, null],
    ["a clock that was never set", 0, 0],
    ["an object", {}, null],
    ["nothing", null, null],
    ["an empty text", "", null],
  ])("of %s", (_, raw, expected) => expect(instantOf(raw)).toBe(expected));

  it("is the millisecond that was meant, in whatever unit it is counted", () => {
    const milliseconds = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(milliseconds, (at) => {
        const units = [at / 1000, String(at / 1000), at, at * 1000, `${at}000000`, new Date(at).toISOString()];
        expect(units.map(instantOf)).toEqual(units.map(() => at));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a position", () => {
  it.each([
    [
      "numbers",
      { lat: 23.17, lon: 113.43, speedKmh: 62, course: 180 },
      { lat: 23.17, lon: 113.43, speedKmh: 62, course: 180 },
    ],
    ["texts", { lat: "40.038999", lon: "116.507430" }, { lat: 40.038999, lon: 116.50743 }],
    ["unknown speed and course", { lat: 1, lon: 2, speedKmh: -3.6, course: -1 }, { lat: 1, lon: 2 }],
    ["none", { lat: undefined, lon: null }, null],
    ["half a one", { lat: 4, lon: undefined }, "longitude: must be from -180 to 180"],
    ["too far north", { lat: 91, lon: 0 }, "latitude: must be from -90 to 90"],
    ["a word", { lat: "north", lon: 0 }, "latitude: must be from -90 to 90"],
    ["nothing found yet, which is stored as invalid", { lat: 0, lon: 0 }, { lat: 0, lon: 0 }],
  ])("of %s", (_, raw, expected) => expect(positionOf(raw as { lat: unknown; lon: unknown })).toEqual(expected));
});

describe("an item", () => {
  it("without a good position keeps its values, and the other way round", () => {
    const adapted = nothing();
    const item = { index: 3, device: "SN-1", at: 5, read: read({ temperature: 4, humidity: "x" }) };
    add(adapted, { ...item, position: "latitude: must be from -90 to 90" });
    add(adapted, { ...item, read: read({ temperature: "x" }), position: { lat: 1, lon: 2 } });
    expect(adapted.readings).toEqual([
      { index: 3, device: "SN-1", at: 5, values: { temperature: 4 } },
      { index: 3, device: "SN-1", at: 5, values: {}, position: { lat: 1, lon: 2 } },
    ]);
    expect(adapted.issues.map(({ index, reason }) => `${index} ${reason}`)).toEqual([
      "3 humidity: must be a number",
      "3 latitude: must be from -90 to 90",
      "3 temperature: must be a number",
    ]);
  });

  it("that tells nothing is none", () => {
    const adapted = nothing();
    add(adapted, { index: 0, device: "SN-1", at: 5, read: read({}) });
    expect(adapted).toEqual(nothing());
  });
});

it("a number is one and nothing else", () => {
  expect([4, " 4.5 ", "-.5", "4 C", "", "0x10", true, null, Number.NaN, "1e999"].map(numberOf)).toEqual([
    4,
    4.5,
    -0.5,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

it("a table of one's own comes before the other, and can leave names out", () => {
  const table = fieldTable([["voltage", "mV", "voltage"]], FIELDS, ["power"]);
  expect(read({ voltage: 3000, battery_voltage: 2 }, table).values).toEqual({ voltage: 3 });
  expect(nameOf("power", table)).toBeNull();
});

describe.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("a field or device named %s", (name) => {
  const now = Date.UTC(2026, 10, 20, 8);
  /** Parsed as a payload is, so that `__proto__` is an ordinary name. */
  const object = (entries: [string, unknown][]) =>
    JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`);
  const fields = object([
    [name, 1],
    ["temperature", 4.2],
  ]);

  it.each<[string, () => ReturnType<typeof nothing>]>([
    ["influx", () => fromLines(`cold,device=SN-1 ${name}=1,temperature=4.2`, { precision: "ns" }, now)],
    ["osmand", () => fromOsmAnd({ id: "SN-1", ...fields }, now)],
    ["thingsboard", () => fromTelemetry(fields, "SN-1", now)],
    ["chirpstack", () => fromChirpStack({ deviceInfo: { devEui: "SN1" }, object: fields }, "up", now)],
    ["tts", () => fromTts({ end_device_ids: { device_id: "SN-1" }, uplink_message: { decoded_payload: fields } }, now)],
  ])("is one like any other by %s", (_, adapt) => {
    const { readings, reports } = adapt();
    expect(readings).toMatchObject([{ values: { temperature: 4.2 } }]);
    expect(Object.entries(reports[0]?.properties ?? {})).toContainEqual([name, 1]);
  });

  it("is one like any other in what is registered, addressed and mapped", () => {
    const { readings } = fromGatewayTelemetry(object([[name, fields]]), now);
    expect(readings).toMatchObject([{ device: name, values: { temperature: 4.2 } }]);
    const { messages } = messagesOf([{ topic: `zigbee2mqtt/${name}`, payload: fields }], ["zigbee2mqtt"]);
    const networks = networksOf([{ topic: "zigbee2mqtt/bridge/devices", payload: [] }], ["zigbee2mqtt"]);
    expect(messages.map((message) => addressed(message, networks, new Set()).device)).toEqual([name]);
    const { rest, silenced } = applyMappings(read(fields), [{ field: name, as: "ignore" }]);
    expect([Object.entries(rest), [...silenced]]).toEqual([[[name, 1]], [name]]);
  });
});
