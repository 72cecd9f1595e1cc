import { describe, expect, it } from "vitest";
import { TABLES } from "../field.rules";
import { readFields, unheardOf } from "../rules";
import { type Draft, replacedBy } from "./draft.rules";
import { applyMappings, mappedValue, tryFields, withoutNumber } from "./mapping.rules";
import { FieldMapping, MappingInput } from "./mapping.schema";

const mapping = (field: string, more: object = {}) =>
  FieldMapping.parse({ field, as: "measure", measure: "temperature", unit: "°C", ...more });
type MeasureMapping = Extract<FieldMapping, { as: "measure" }>;
const readFoo = (raw: unknown, more: object = {}) => mappedValue(raw, mapping("foo", more) as MeasureMapping);
const apply = (fields: Record<string, unknown>, ...mappings: FieldMapping[]) =>
  applyMappings(readFields(fields, TABLES.radio), mappings);

describe("a mapped value", () => {
  it.each<[unknown, object, number]>([
    [4.2, {}, 4.2],
    ["4.2", {}, 4.2],
    ["4.2 °C", {}, 4.2],
    ["39.56 °F", {}, 4.2],
    [{ displayName: "Air temperature", unit: "°C", value: 4.2 }, {}, 4.2],
    [{ unit: null, value: "4.2" }, {}, 4.2],
    [{ unit: "°F", value: 39.56 }, {}, 4.2],
    // With a factor the number is raw, so the unit sent with it is ignored.
    ["52 mV", { scale: 0.1, offset: -1 }, 4.2],
    ["42 counts", { scale: 0.1 }, 4.2],
    [39.56, { unit: "°F" }, 4.2],
    ["0.07 %", { measure: "co2", unit: "ppm" }, 700],
    ["700 ppm", { measure: "co2", unit: "%" }, 700],
    [0.07, { measure: "co2", unit: "%" }, 700],
    ["3387 mV", { measure: "voltage", unit: "V" }, 3.387],
    [{ value: "open" }, { measure: "door", unit: "switch" }, 1],
    [true, { measure: "gas", unit: "ppm" }, 1],
  ])("%j %j is %d", (raw, more, value) => expect(readFoo(raw, more)).toEqual({ value, isFault: false }));

  it.each<[unknown, object, string]>([
    ["warm", {}, "must be a number"],
    [[4.2], {}, "must be a number"],
    ["3.6 V", {}, "unit V is none of temperature"],
    ["3.6 V", { measure: "battery", unit: "%" }, "unit V is none of battery"],
  ])("%j %j is none: %s", (raw, more, reason) => expect(readFoo(raw, more)).toBe(reason));

  it("is a fault where the message says that a DS18B20 sent it", () => {
    const fields = { Work_mode: "DS18B20", foo: 85 };
    expect(apply(fields, mapping("foo")).faults).toEqual({ temperature: 85 });
    expect(apply({ foo: 85 }, mapping("foo")).values).toEqual({ temperature: 85 });
  });
});

describe("values that are nested or listed", () => {
  const fields = { decoded: { air: { core: { t: "4.2 °C" } } }, probes: [4, { value: 5 }], temperature: [6, 7] };

  it("are mapped by their whole names, and the list is read by then", () => {
    const read = apply(
      fields,
      mapping("decoded.air.core.t"),
      mapping("probes.2", { channel: "2" }),
      mapping("temperature.1", { channel: "3" }),
    );
    expect(read.values).toEqual({ temperature: 4.2, "temperature.2": 5, "temperature.3": 6 });
    expect(read.issues).toEqual([]);
    expect(unheardOf(read)).toEqual([]);
  });

  it("are tried one by one", () => {
    const tried = tryFields(fields, [mapping("probes.1")], "radio");
    expect(tried.map(({ field, read, reason }) => [field, read?.value ?? reason])).toEqual([
      ["decoded.air.core.t", null],
      ["probes.1", 4],
      ["probes.2", null],
      ["temperature.1", "temperature: must be a number"],
      ["temperature.2", "temperature: must be a number"],
    ]);
  });

  it("count as the number that a mapping must give", () => {
    expect(withoutNumber([fields], [mapping("probes.1"), mapping("decoded.air.core.t")])).toBeNull();
    expect(withoutNumber([{ foo: "warm" }], [mapping("foo")])).toEqual({ index: 0, rule: "noNumber", raw: "warm" });
  });

  it("that no message has give no number, unless there is none yet or the saved mapping has the field", () => {
    const ignored = FieldMapping.parse({ field: "bar", as: "ignore" });
    const absent = { index: 1, rule: "notSent" };
    expect(withoutNumber([{ foo: 4 }], [ignored, mapping("fou")])).toEqual(absent);
    expect(withoutNumber([{ foo: 4 }], [mapping("Foo"), mapping("fou", { channel: "2" })])).toEqual(absent);
    expect(withoutNumber([], [mapping("fou")])).toBeNull();
    expect(withoutNumber([{ foo: 4 }], [mapping("fou")], [mapping("Fou", { channel: "3" })])).toBeNull();
    expect(withoutNumber([{ foo: 4 }, { fou: 5 }], [mapping("fou")])).toBeNull();
  });
});

describe("two fields of one probe", () => {
  it("are refused, by the field and the rule", () => {
    const fields = [mapping("a"), mapping("b", { channel: "core" }), mapping("c", { channel: "CORE" })];
    const { error } = MappingInput.safeParse({ id: 1, fields });
    expect(error?.issues).toMatchObject([
      {
        path: ["fields", 2, "channel"],
        params: { rule: "sameProbe" },
        message: expect.stringContaining("b is read as"),
      },
    ]);
    expect(MappingInput.safeParse({ id: 1, fields: fields.slice(0, 2) }).success).toBe(true);
  });

  it("of a mapping from before that was refused: the first counts, and the other is told", () => {
    const read = apply({ a: 4, b: 5 }, mapping("a"), mapping("b"));
    expect(read.values).toEqual({ temperature: 4 });
    expect(unheardOf(read)).toEqual(["b"]);
    expect(read.rest).toEqual({ b: 5 });
  });

  it("one of them known by its name: the mapped one counts, and the other is told and tried as replaced", () => {
    const fields = { temperature: 4, foo: 5 };
    const read = apply(fields, mapping("foo"));
    expect(read.values).toEqual({ temperature: 5 });
    expect(read.rest).toEqual({ temperature: 4 });
    expect(unheardOf(read)).toEqual(["temperature"]);
    expect(tryFields(fields, [mapping("foo")], "radio")).toMatchObject([
      { field: "temperature", read: null, displacedBy: "foo" },
      { field: "foo", read: { value: 5 }, displacedBy: null },
    ]);
  });

  it("one of them known by its name: the form says so before anything is tried", () => {
    const fields = { temperature: 4, foo: 5 };
    const draft = (as: Draft["as"], channel = ""): Draft => ({ as, unit: "°C", scale: "", offset: "", channel });
    const messages = [{ at: 1, adapter: "tts", fields: tryFields(fields, [], "radio") }];
    const said = (drafts: Record<string, Draft>) => [...replacedBy(["foo", "temperature"], drafts, messages)];
    expect(said({ foo: draft("temperature") })).toEqual([["foo", "temperature"]]);
    expect(said({ foo: draft("temperature", "core") })).toEqual([]);
    expect(said({ foo: draft("temperature"), temperature: draft("ignore") })).toEqual([]);
    expect(said({ foo: draft("ignore") })).toEqual([]);
  });

  it("by their names alone: the first of the table counts, and the other says so", () => {
    expect(tryFields({ airTemperature: 5, temperature: 4 }, [], "radio")).toMatchObject([
      { field: "airTemperature", read: null, displacedBy: "temperature" },
      { field: "temperature", read: { value: 4 } },
    ]);
  });
});

describe("a message is tried as it was read", () => {
  it.each([
    ["zigbee", { contact: true, voltage: 3005 }, { contact: ["door", 0], voltage: ["voltage", 3.005] }],
    ["contract", { power: 1 }, { power: ["power", 1] }],
    ["vehicle", { batt: 3.6 }, { batt: ["battery", 3.6] }],
    ["status", { batteryLevel: 3.6 }, { batteryLevel: ["battery", 3.6] }],
    ["radio", { batteryLevel: 3.6, contact: true }, { batteryLevel: ["voltage", 3.6], contact: null }],
  ] as const)("by %s", (reader, fields, expected) => {
    const tried = tryFields(fields, [], reader);
    expect(Object.fromEntries(tried.map(({ field, read }) => [field, read && [read.measure, read.value]]))).toEqual(
      expected,
    );
  });
});
