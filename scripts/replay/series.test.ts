import { describe, expect, it } from "vitest";
import { readSeries } from "./series";

describe("readSeries", () => {
  it("reads a device with several measures, in the zone given", () => {
    const text =
      "ts_local,temp_c,rh_pct,light_lux,co2_ppm\n2015-02-04 17:51:00,23.18,27.272,426,721.25\n2015-02-04 17:51:59,23.15,,429.5,714\n";
    expect(readSeries(text, "Europe/Brussels")).toEqual([
      {
        suffix: "",
        measures: ["temperature", "humidity", "co2"],
        readings: [
          { at: Date.UTC(2015, 1, 4, 16, 51), values: { temperature: 23.18, humidity: 27.272, co2: 721.25 } },
          { at: Date.UTC(2015, 1, 4, 16, 51, 59), values: { temperature: 23.15, co2: 714 } },
        ],
      },
    ]);
  });

  it("makes a device of each numbered group of columns", () => {
    const devices = readSeries(
      "ts_local,temp_c_1,rh_pct_1,temp_c_2,rh_pct_2\n2016-02-14 00:00,21.79,39.9,20.1,40.79\n",
      "UTC",
    );
    expect(devices.map(({ suffix, measures }) => [suffix, measures])).toEqual([
      ["1", ["temperature", "humidity"]],
      ["2", ["temperature", "humidity"]],
    ]);
  });

  it("converts degrees Fahrenheit", () => {
    expect(readSeries("ts_utc,temp_f\n2014-01-01 00:00,50\n", "UTC")[0]?.readings[0]?.values).toEqual({
      temperature: 10,
    });
  });

  it("keeps an offset that is written", () => {
    expect(readSeries("ts,temp_c\n2014-09-10 06:54:07+0200,4\n", "Asia/Tokyo")[0]?.readings[0]?.at).toBe(
      Date.UTC(2014, 8, 10, 4, 54, 7),
    );
  });

  it.each([
    ["no time", "temp_c\n4\n", "no head"],
    ["no measure", "ts_utc,lux\n2014-01-01 00:00,5\n", "no head"],
    ["a broken time", "ts_utc,temp_c\n2014-01-01 00:00,4\nsoon,4\n", 'line 3, ts_utc: "soon"'],
    ["a broken number", "ts_utc,temp_c\n2014-01-01 00:00,warm\n", 'line 2, temp_c: "warm"'],
  ])("says where %s is", (_name, text, message) => expect(() => readSeries(text, "UTC")).toThrow(message));
});
