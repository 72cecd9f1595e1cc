import { describe, expect, it } from "vitest";
import { keptProperties } from "@/features/device/properties.rules";
import { deviceProperties, gatewayProperties } from "./property.rules";

describe("what simulated devices tell of themselves", () => {
  const known = { serialNumber: "GW1-1", typeCode: "gt_2", mac: "02F0AABBCCDD" };

  it("is always the same for the same device", () => {
    expect(gatewayProperties(known)).toEqual(gatewayProperties(known));
    expect(deviceProperties(known)).not.toEqual(deviceProperties({ ...known, serialNumber: "GW1-2" }));
  });

  it.each([gatewayProperties, deviceProperties])("is kept with its firmware", (tell) => {
    expect(keptProperties(tell(known))).toMatchObject({ firmware: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(keptProperties(tell({ ...known, mac: null }))).not.toBeTypeOf("string");
  });
});
