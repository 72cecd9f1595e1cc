import { expect, it } from "vitest";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { tourStops } from "./rules";

const stops = (...codes: Permission[]) => tourStops(new Set(codes)).map(({ topic, path }) => `${topic} ${path}`);

it("shows all five topics to who holds every code, those of home first", () => {
  expect(stops(...ALL_PERMISSIONS)).toEqual([
    "exceptions /home",
    "history /home",
    "alarmSwitch /home",
    "transportCode /goods/transport",
    "exportData /count/detailData",
  ]);
});

it.each<[Permission, string[]]>([
  ["viewMonitorPointRealTime", ["exceptions /home"]],
  ["viewIncubator", ["history /home"]],
  ["viewEx", ["alarmSwitch /home"]],
  ["viewCar", []],
  ["viewTransport", []],
  ["viewDetailData", ["exportData /count/detailData"]],
  ["viewUser", []],
])("shows with %s alone what asks for it", (code, shown) => {
  expect(stops(code)).toEqual(shown);
});

it("shows the transport code to who sees vehicles and transports", () => {
  expect(stops("viewCar", "viewTransport")).toEqual(["transportCode /goods/transport"]);
});

it("shows nothing to who holds nothing", () => {
  expect(stops()).toEqual([]);
});
