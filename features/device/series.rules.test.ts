import { describe, expect, it } from "vitest";
import { nextLine, readCode } from "./series.rules";

describe("a code on a label", () => {
  it.each<[string, string, string]>([
    ["00012345", "00012345", ""],
    ["  SN-4711\n", "SN-4711", ""],
    ["00:12:4b:00:14:d2:a1:b0", "00124B0014D2A1B0", "00124B0014D2A1B0"],
    ["001A2B3C4D5E", "001A2B3C4D5E", "001A2B3C4D5E"],
    ["LW:D0:1122334455667788:AABBCCDDEEFF0011:AABB1122:OAABBCC", "AABBCCDDEEFF0011", "AABBCCDDEEFF0011"],
    ["SN:00012345;MAC:00-12-4B-00-14-D2-A1-B0", "00012345", "00124B0014D2A1B0"],
    ["mac=001A2B3C4D5E, s/n=A7", "A7", "001A2B3C4D5E"],
    ["DevEUI: a84041ffff1e2b3c", "A84041FFFF1E2B3C", "A84041FFFF1E2B3C"],
  ])("%j is %s, %s", (text, serialNumber, mac) => expect(readCode(text)).toEqual({ serialNumber, mac }));

  it.each(["", "   ", "https://example.com/d/1", "-1", "序列号", "A B", "S".repeat(51)])("%j is none", (text) =>
    expect(readCode(text)).toBeNull(),
  );
});

describe("a series", () => {
  const lines = [{ serialNumber: "SN-1", mac: "001A2B3C4D5E" }];

  it("takes each device once, by number or address", () => {
    expect(nextLine("sensor", lines, "SN-2")).toEqual({ serialNumber: "SN-2", mac: "" });
    expect(nextLine("sensor", lines, "sn-1")).toBe("repeated");
    expect(nextLine("sensor", lines, "00:1a:2b:3c:4d:5e")).toBe("repeated");
    expect(nextLine("sensor", lines, "not a code")).toBe("unknownFormat");
  });

  it("of gateways needs their address", () => {
    expect(nextLine("gateway", [], "GW-1")).toBe("macNeeded");
    expect(nextLine("gateway", [], "00:1a:2b:3c:4d:5e")).toMatchObject({ mac: "001A2B3C4D5E" });
    expect(nextLine("gateway", [], "SN:GW-1;MAC:001A2B3C4D5E")).toEqual({ serialNumber: "GW-1", mac: "001A2B3C4D5E" });
  });
});
