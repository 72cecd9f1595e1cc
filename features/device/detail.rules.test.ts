import { expect, it } from "vitest";
import { networkOf } from "./detail.rules";

it("a gateway's networks are what it has reported of them, in the order of display", () => {
  const properties = {
    ...{ port: 1883, lteLink: "up", flightMode: false, ieee: " 00124B0001 ", wanIp: "", firmware: "3.1" },
    ...{ lteSignalDbm: null, gps: { on: true } },
  };
  expect(networkOf({ properties })).toEqual([
    { key: "ieee", value: "00124B0001" },
    { key: "lteLink", value: "up" },
    { key: "flightMode", value: false },
    { key: "port", value: 1883 },
  ]);
  expect(networkOf({ properties: {} })).toEqual([]);
});
