import { describe, expect, it } from "vitest";
import { decodedOf } from "./lorawan.rules";

const NOW = Date.UTC(2026, 10, 20, 8);
const HOUR = 3_600_000;
const seconds = (at: number) => at / 1000;

describe("a device's own clock", () => {
  it.each<[string, Record<string, unknown>, number | null, string[]]>([
    ["a text", { time: new Date(NOW - HOUR).toISOString() }, NOW - HOUR, []],
    ["Dragino's seconds", { Systimestamp: seconds(NOW - HOUR) }, NOW - HOUR, []],
    ["the same in capitals", { SYSTIMESTAMP: seconds(NOW - HOUR) }, NOW - HOUR, []],
    ["one that was never set", { Systimestamp: 946_684_800 }, null, ["Systimestamp"]],
    ["one that is ahead", { Systimestamp: seconds(NOW + HOUR) }, null, ["Systimestamp"]],
    ["one of long ago", { Systimestamp: seconds(NOW - 31 * 24 * HOUR) }, null, ["Systimestamp"]],
    ["minutes since an event", { time: 4 }, null, ["time"]],
    ["a text that is no instant", { time: "yesterday" }, null, ["time"]],
    ["a text without an offset", { time: "2026-11-20T07:00:00" }, null, ["time"]],
    ["the one that is believed", { time: "never", SysTimestamp: seconds(NOW - HOUR) }, NOW - HOUR, ["time"]],
  ])("that is %s", (_, decoded, at, left) => {
    const read = decodedOf({ temperature: 4, ...decoded }, NOW);
    expect([read.at, Object.keys(read.fields)]).toEqual([at, ["temperature", ...left]]);
  });
});

describe("a position", () => {
  it.each<[string, Record<string, unknown>, unknown, unknown]>([
    ["plain", { latitude: 47.6, longitude: 8.6 }, 47.6, 8.6],
    ["of comtac's LPN TD-1", { gpsLat: 47.688976, gpsLong: 8.631881 }, 47.688976, 8.631881],
    ["with underscores", { gps_latitude: 1, GPS_Longitude: 2 }, 1, 2],
    ["of a Cayenne channel", { gps_3: { latitude: 47.6, longitude: 8.6, altitude: 400 } }, 47.6, 8.6],
  ])("%s", (_, decoded, lat, lon) => {
    const { place, fields } = decodedOf({ ...decoded, gpsSAT: 5 }, NOW);
    expect(place).toMatchObject({ lat, lon });
    expect(fields).toEqual({ gpsSAT: 5 });
  });
});
