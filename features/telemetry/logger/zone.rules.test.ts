import { describe, expect, it } from "vitest";
import { zoneOffsetMs } from "@/lib/datetime/zone";
import { withoutZone, zoneOfTitle } from "./zone.rules";

const HOUR_MS = 3_600_000;

describe("the zone that a title names", () => {
  it.each([
    ["ts_utc", "UTC", 0, "ts"],
    ["Time (UTC)", "UTC", 0, "Time"],
    ["Date Time, GMT+00:00", "UTC", 0, "Date Time"],
    ["Time (GMT+8)", "Etc/GMT-8", 8, "Time"],
    ["Time UTC+02:00", "Etc/GMT-2", 2, "Time"],
    ["Date Time, GMT+08:00", "Etc/GMT-8", 8, "Date Time"],
    ["Time [UTC -0500]", "Etc/GMT+5", -5, "Time"],
    ["时间（UTC+8）", "Etc/GMT-8", 8, "时间"],
    ["Time (+05:30)", "Asia/Kolkata", 5.5, "Time"],
    ["Time (UTC−9:30)", "Pacific/Marquesas", -9.5, "Time"],
  ])("%j is %s", (title, zone, hours, rest) => {
    expect([zoneOfTitle(title), withoutZone(title)]).toEqual([{ zone }, rest]);
    for (const month of [0, 6]) expect(zoneOffsetMs(new Date(Date.UTC(2024, month)), zone)).toBe(hours * HOUR_MS);
  });

  it.each(["Time (UTC+3:30)", "Time GMT+15", "Time UTC-13", "Time (GMT±2)"])("%j is one that no zone keeps", (title) =>
    expect(zoneOfTitle(title)).toEqual({ zone: null }),
  );
  it.each(["Time", "ts_local", "Time (+2)", "Outcome", "Nutcracker 4", "Time (°C)"])("%j is none", (title) =>
    expect([zoneOfTitle(title), withoutZone(title)]).toEqual([null, title]),
  );
});
