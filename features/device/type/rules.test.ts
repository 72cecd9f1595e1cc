import { describe, expect, it } from "vitest";
import { DEVICE_KINDS, MEASURES } from "@/db/enums";
import { kindOf, SHIPPED_DEVICE_TYPES } from "./rules";
import { DeviceTypeInput } from "./schema";

describe("the kind of a call", () => {
  it.each(DEVICE_KINDS.map((kind, index) => [kind, String(index + 1)]))("%s is also %s", (kind, number) => {
    expect([kindOf(kind), kindOf(number)]).toEqual([kind, kind]);
  });

  it.each(["", "0", "8", "01", "Sensor", "toString"])("is none: %j", (name) => expect(kindOf(name)).toBeUndefined());
});

describe("the shipped models", () => {
  it.each(SHIPPED_DEVICE_TYPES.map((type) => [type.code, type] as const))("%s is what its form takes", (code, type) => {
    const form = { ...type, measures: [...type.measures], name: code, description: "" };
    expect(DeviceTypeInput.parse(form)).toEqual(form);
  });

  it("measure what their ending says", () => {
    const meters = SHIPPED_DEVICE_TYPES.filter(
      ({ code, kind }) => /_[12]$/.test(code) && /^(?:sensor|base)$/.test(kind),
    );
    expect(meters.length).toBeGreaterThan(12);
    for (const { code, measures } of meters) {
      expect(measures.includes("temperature"), code).toBe(true);
      expect(measures.includes("humidity"), code).toBe(code.endsWith("_2"));
      expect(measures, code).toEqual(MEASURES.filter((measure) => measures.includes(measure)));
    }
  });
});
