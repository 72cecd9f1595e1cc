import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Done,
  freeName,
  furthestStep,
  identityOf,
  mayOpenStep,
  STEPS,
  stepAfter,
  usualModel,
} from "./wizard.rules";

const NOTHING: Done = { access: false, carrier: false, index: false, device: false };

describe("the steps", () => {
  it.each([
    [NOTHING, "access"],
    [{ ...NOTHING, access: true }, "carrier"],
    [{ ...NOTHING, access: true, carrier: true }, "index"],
    [{ access: true, carrier: true, index: true, device: false }, "device"],
    [{ access: true, carrier: true, index: true, device: true }, "finish"],
    // Created records can be removed elsewhere; the wizard then returns to the step whose record is missing.
    [{ access: true, carrier: false, index: true, device: true }, "carrier"],
  ] as const)("after %j lead to %s", (done, step) => expect(furthestStep(done)).toBe(step));

  it("open up to the first that is not done, and none beyond it", () => {
    const done = fc.record({ access: fc.boolean(), carrier: fc.boolean(), index: fc.boolean(), device: fc.boolean() });
    fc.assert(
      fc.property(done, fc.constantFrom(...STEPS), (facts, step) => {
        const before = STEPS.slice(0, STEPS.indexOf(step)) as (keyof Done)[];
        expect(mayOpenStep(step, facts)).toBe(before.every((one) => facts[one]));
        expect(mayOpenStep(furthestStep(facts), facts)).toBe(true);
      }),
    );
  });

  it("follow one another, and the last stays", () => {
    expect(STEPS.map(stepAfter)).toEqual(["carrier", "index", "device", "finish", "finish"]);
  });
});

describe("the label of a gateway", () => {
  it.each([
    [
      { serialNumber: "GW-1", mac: "00:1a:2b:3c:4d:5e" },
      { serialNumber: "GW-1", mac: "00:1a:2b:3c:4d:5e" },
    ],
    [
      { serialNumber: "", mac: "00:1a:2b:3c:4d:5e" },
      { serialNumber: "001A2B3C4D5E", mac: "001A2B3C4D5E" },
    ],
    [
      { serialNumber: "001a2b3c4d5e", mac: "" },
      { serialNumber: "001a2b3c4d5e", mac: "001A2B3C4D5E" },
    ],
    [
      { serialNumber: "GW-1", mac: "" },
      { serialNumber: "GW-1", mac: "" },
    ],
    // Eight digits may be a serial number.
    [
      { serialNumber: "20260101", mac: "" },
      { serialNumber: "20260101", mac: "" },
    ],
    [
      { serialNumber: "", mac: "no mac" },
      { serialNumber: "", mac: "no mac" },
    ],
  ])("%j stands for %j", (label, identity) => expect(identityOf(label)).toEqual(identity));
});

describe("a free name", () => {
  it.each([
    ["Fridge", [], "Fridge"],
    ["Fridge", ["fridge"], "Fridge 2"],
    ["Fridge", ["fridge", "FRIDGE 2"], "Fridge 3"],
    ["Refrigerator", [], "Refrig"],
    ["Refrigerator", ["Refrig"], "Refr 2"],
  ] as const)("of %s beside %j is %s", (name, taken, free) => {
    expect(freeName(name, taken, name === "Refrigerator" ? 6 : 30)).toBe(free);
  });
});

describe("the model that is proposed", () => {
  const MODELS = [
    { code: "4g_1", measures: ["temperature", "signal"] },
    { code: "zbp_1", measures: ["temperature", "voltage"] },
    { code: "4g_2", measures: ["temperature", "humidity", "signal"] },
    { code: "lora_2", measures: ["temperature", "humidity", "voltage"] },
    { code: "co2", measures: ["co2"] },
  ] as const;
  it.each([
    ["gateway", ["temperature"], "zbp_1"],
    ["gateway", ["temperature", "humidity"], "lora_2"],
    ["direct", ["temperature"], "4g_1"],
    ["direct", ["humidity"], "4g_2"],
    ["direct", ["co2"], "co2"],
    ["gateway", ["temperature", "co2"], "4g_1"],
    [null, [], "zbp_1"],
  ] as const)("by %s for %j is %s", (mode, watched, code) => {
    expect(usualModel(MODELS, mode, watched)?.code).toBe(code);
  });

  it("is none where there are no models", () => expect(usualModel([], "gateway", [])).toBeUndefined());
});
