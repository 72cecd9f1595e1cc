import fc from "fast-check";
import { describe, expect, it } from "vitest";
import fixture from "@/tests/fixtures/adapter/influx-lines.json";
import { fromLines, parseLine } from "./influx.rules";
import type { Precision } from "./influx.schema";

const now = Date.UTC(2026, 10, 20, 8);
const take = (text: string, options: { precision?: Precision; deviceTag?: string } = {}) =>
  fromLines(text, { precision: "ns", ...options }, now);
const AT = 1_465_839_830_100;

describe("a line", () => {
  const tags = { location: "us-midwest" };
  const time = "1465839830100400200";
  const EXPECTED: object[] = [
    { measurement: "weather", tags, fields: { temperature: 82 }, timestamp: time },
    { measurement: "weather", tags: { ...tags, season: "summer" }, fields: { temperature: 82 }, timestamp: time },
    { measurement: "weather", tags: {}, fields: { temperature: 82 }, timestamp: time },
    { measurement: "weather", tags, fields: { temperature: 82 }, timestamp: null },
    { measurement: "weather", tags, fields: { temperature: 82, humidity: 71 }, timestamp: time },
    { measurement: "weather", tags, fields: { temperature: 82 }, timestamp: time },
    { measurement: "weather", tags, fields: { temperature: "too warm" }, timestamp: time },
    { measurement: "weather", tags, fields: { too_hot: true }, timestamp: time },
    { measurement: "weather", tags: { location: "us,midwest" }, fields: { temperature: 82 }, timestamp: time },
    { measurement: "weather", tags, fields: { "temp=rature": 82 }, timestamp: time },
    { measurement: "weather", tags: { "location place": "us-midwest" }, fields: { temperature: 82 }, timestamp: time },
    { measurement: "wea,ther", tags, fields: { temperature: 82 }, timestamp: time },
    { measurement: "wea ther", tags, fields: { temperature: 82 }, timestamp: time },
    { measurement: "weather", tags, fields: { temperature: 'too"hot"' }, timestamp: time },
  ];
  it.each(EXPECTED.map((line, index) => [fixture.lines[index] as string, line] as const))("%s", (text, line) =>
    expect(parseLine(text)).toEqual(line),
  );

  it.each([
    ["weather", "fields: at least one is required"],
    ["weather,location=x", "fields: at least one is required"],
    [",location=x a=1", "measurement: is missing"],
    ["weather,location a=1", "tags: must be pairs of name=value"],
    ["weather a", "fields: must be pairs of name=value"],
    ["weather a=1,", "fields: must be pairs of name=value"],
    ["weather a= 5", "fields: must be pairs of name=value"],
    ["weather a=1 5 6", "line: measurement, fields and a time, with single blanks between"],
  ])("is none: %s", (text, reason) => expect(parseLine(text)).toBe(reason));
});

describe("lines", () => {
  it.each<[string, string, object, { precision?: Precision; deviceTag?: string }?]>([
    [
      "in nanoseconds",
      "cold,device=SN-1 temperature=4.2 1465839830100400200",
      { at: AT, values: { temperature: 4.2 } },
    ],
    [
      "in microseconds",
      "cold,device=SN-1 temperature=4i 1465839830100400",
      { at: AT, values: { temperature: 4 } },
      { precision: "us" },
    ],
    ["in milliseconds", "cold,device=SN-1 temperature=4 1465839830100", { at: AT }, { precision: "ms" }],
    ["in seconds", "cold,device=SN-1 temperature=4 1465839830", { at: AT - 100 }, { precision: "s" }],
    ["of now", "cold,device=SN-1 temperature=4", { at: now }],
    [
      "of several measures",
      "cold,sn=SN-1,host=a temp_f=39.2,humidity=55.5,door=t",
      { device: "SN-1", values: { temperature: 4, humidity: 55.5, door: 1 } },
    ],
    ["with the measure as measurement", "temperature,device=SN-1 value=4.2", { values: { temperature: 4.2 } }],
    [
      "of a tag of one's own",
      "weather,location=us-midwest temperature=82i",
      { device: "us-midwest" },
      { deviceTag: "location" },
    ],
    [
      "with a quote in a tag",
      'cold,device=SN-1,size=3" temperature=4.2,note="a b" 1465839830100400200',
      { at: AT, values: { temperature: 4.2 } },
    ],
    ["with a place", "truck,device=SN-1 lat=23.1,lon=113.4", { values: {}, position: { lat: 23.1, lon: 113.4 } }],
  ])("%s", (_, text, reading, options) => {
    const { readings, issues } = take(text, options);
    expect(readings).toMatchObject([reading]);
    expect(issues).toEqual([]);
  });

  it("are counted from 0, with blank ones and remarks, whatever ends them", () => {
    const { readings } = take("# here\r\ncold,device=A temperature=1\r\n\r\ncold,device=B temperature=2\n");
    expect(readings.map(({ index, device }) => `${index} ${device}`)).toEqual(["1 A", "3 B"]);
  });

  it.each<[string, string, RegExp, Precision?]>([
    ["half a line", "cold,device=A temper", /^fields: must be pairs/],
    ["nobody's", "cold,host=a temperature=4", /^device: no tag device, device_id, serial_number/],
    ["seconds for nanoseconds", "cold,device=A temperature=4 1465839830", /^time: before 2000-01-01 if it counts ns/],
    ["nanoseconds for seconds", "cold,device=A temperature=4 1465839830100400200", /^time: too large to count s/, "s"],
    ["a time with a point", "cold,device=A temperature=4 1465839830.5", /^time: must be a whole number/],
    ["a time in words", "cold,device=A temperature=4 now", /^time: must be a whole number/],
    ["not a number", "cold,device=A temperature=NaN", /^temperature: must be a number/],
    ["too large a number", "cold,device=A temperature=1e308", /^temperature: must be from/],
    ["an open quote", 'cold,device=A temperature="4', /^temperature: must be a number/],
  ])("are refused one by one: %s", (_, line, reason, precision = "ns") => {
    const good = "cold,device=SN-1 temperature=4.2";
    const { readings, issues } = take(`${good}\n${line}\n${good}`, { precision });
    expect(readings.map(({ index }) => index)).toEqual([0, 2]);
    expect(issues).toEqual([{ index: 1, reason: expect.stringMatching(reason) }]);
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "have no tag of the name %s that they do not bring",
    (deviceTag) => {
      const { readings, issues } = take("cold,device=SN-1 temperature=4.2", { deviceTag });
      expect(readings).toEqual([]);
      expect(issues).toEqual([{ index: 0, reason: `device: no tag ${deviceTag} … names one` }]);
      expect(take(`cold,${deviceTag}=SN-1 temperature=4.2`, { deviceTag }).readings).toMatchObject([
        { device: "SN-1", values: { temperature: 4.2 } },
      ]);
    },
  );

  it("never throw, and keep the good one whatever stands before and behind it", () => {
    const line = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'a1=, \\"#.-eit') }),
      fc.constantFrom('x,device="A b=1', "x\\", "x,device=A b=1 99999999999999999999"),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        const lines = [...before, "cold,device=SN-1 temperature=4.2 1465839830100400200", ...after];
        const { readings } = take(lines.map((one) => one.replaceAll("\n", "")).join("\n"));
        expect(readings).toContainEqual({ index: before.length, device: "SN-1", at: AT, values: { temperature: 4.2 } });
      }),
      { numRuns: 1000 },
    );
  });
});
