import { expect, it } from "vitest";
import { browserZone, isMatch, zoneLabel, zonesWith } from "./time-zones";

it.each([
  ["Europe/Berlin", "UTC+01:00", "berlin", true],
  ["Europe/Berlin", "UTC+01:00", "Europe/Ber", true],
  ["Europe/Berlin", "UTC+01:00", "+01", true],
  ["America/New_York", "UTC\u221205:00", "new york", true],
  ["America/New_York", "UTC\u221205:00", "-05:00", true],
  ["America/New_York", "UTC\u221205:00", "york europe", false],
  ["Asia/Shanghai", "UTC+08:00", "", true],
])("finds %s (%s) by '%s': %s", (zone, offset, query, expected) => {
  expect(isMatch(zone, offset, query)).toBe(expected);
});

it("offers each zone once, with an alias that is in use", () => {
  const zones = zonesWith("Asia/Chongqing");
  expect(zones).toEqual(expect.arrayContaining(["UTC", "Europe/Berlin", "Asia/Chongqing"]));
  expect(new Set(zones).size).toBe(zones.length);
  expect(zoneLabel("America/Argentina/Buenos_Aires")).toBe("America/Argentina/Buenos Aires");
});

it("begins with the zone of the machine", () => {
  const own = browserZone();
  expect(own === "UTC" || Intl.supportedValuesOf("timeZone").includes(own)).toBe(true);
});
