import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import codecs from "@/tests/fixtures/adapter/codec-examples.json";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import { FIELDS, fieldTable, nameOf, RADIO_FIELDS } from "./field/rules";
import { add, instantOf, nothing, numberOf, positionOf, readFields } from "./rules";

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
    ["channels, the lowest first", { temperature_1: 5, temperature_0: 4 }, { temperature: 4 }],
    ["a channel group", { temperatureSensor: { "1": 25 } }, { temperature: 25 }],
    ["the field itself before its channels", { temp1: 9, temperature: 4 }, { temperature: 4 }],
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
    expect(read({ temperature: 4, temp1: 5, light: 3, air: { pressure: 990 }, leak: "N" }).rest).toEqual({
      temp1: 5,
      light: 3,
      "air.pressure": 990,
      leak: "N",
    });
  });

  it("has no power of radio networks: it is one in watts", () => {
    expect(read({ power: 0 }, RADIO_FIELDS)).toEqual({ values: {}, rest: { power: 0 }, issues: [] });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["a word", { temperature: "warm" }, "temperature: must be a number"],
    ["NaN in words", { temperature: "NaN" }, "temperature: must be a number"],
    ["nothing in words", { temperature: "" }, "temperature: must be a number"],
    ["a list", { temperature: [4] }, "temperature: must be a number"],
    ["true", { temperature: true }, "temperature: must be a number"],
    ["a number beyond all", { temperature: 1e308 }, "temperature: must be from -273.15 to 1000"],
    ["a number beyond doubles", { temperature: "1e999" }, "temperature: must be a finite number"],
    ["a huge number in Fahrenheit", { temp_f: 1e308 }, "temp_f: must be a finite number"],
    ["too humid", { humidity: 101 }, "humidity: must be from 0 to 100"],
    ["millivolts under a charge", { battery: 3005 }, "battery: must be from 0 to 100"],
    ["half a door", { door: 0.5 }, "door: must be open or closed, on or off, true or false, 1 or 0"],
    ["a door that is a list", { door: [1] }, "door: must be open or closed, on or off, true or false, 1 or 0"],
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
    ["nothing found yet", { lat: 0, lon: 0 }, "latitude: 0, 0 is no position found"],
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
