import { describe, expect, it } from "vitest";
import { inputText, typedValue } from "@/lib/units/typed";
import { valueLocale } from "@/lib/units/value-locale";
import { FAULT, figureText, RATE, writtenFigures } from "./figures.rules";
import { KNOWN_FAULTS } from "./invalid.rules";
import { type InvalidRuleDto, InvalidRuleInput } from "./invalid.schema";

const US = valueLocale("en-US", "fahrenheit");
const rule = (fields: object) =>
  ({ measure: "temperature", faultValues: [], minimum: null, maximum: null, ...fields }) as unknown as InvalidRuleDto;

const MESSAGES: Record<string, string> = {
  values: "= {values}",
  rate: "> {value} per minute",
  either: "< {minimum} or > {maximum}",
};
const says = (key: string, values: Record<string, string>) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), MESSAGES[key] ?? key);

describe("what a rule matches", () => {
  it.each<[object, string, string]>([
    [{ kind: "jump", ratePerMinute: 0.56 }, "> 0.56 °C per minute", "> 1 °F per minute"],
    [{ kind: "fault-value", faultValues: [-127, 127.94] }, "= −127, 127.94 °C", "= −196.6, 262.292 °F"],
    [{ kind: "implausible", minimum: -30, maximum: 7.78 }, "< −30 °C or > 7.78 °C", "< −22 °F or > 46 °F"],
  ])("%j", (fields, celsius, fahrenheit) => {
    expect(figureText(says, "en-US", rule(fields))).toBe(celsius);
    expect(figureText(says, US, rule(fields))).toBe(fahrenheit);
  });
});

describe("beside the changes of others", () => {
  const written = writtenFigures((unit) => `${unit}/min`, US);
  const temperature = { measure: "temperature" } as const;

  it("a rate is a difference, and limits are readings", () => {
    expect(written.ratePerMinute(1, temperature)).toBe("1.8 °F/min");
    expect(written.ratePerMinute(1, { measure: "humidity" })).toBe("1 %RH/min");
    expect(written.ratePerMinute(null, temperature)).toBe("–");
    expect(written.minimum(1, temperature)).toBe("33.8 °F");
    expect(written.maximum(60, { measure: "humidity" })).toBe("60 %RH");
  });

  it("fault values have their unit once", () => {
    expect(written.faultValues([85, -127], temperature)).toBe("185, −196.6 °F");
    expect(written.faultValues([], temperature)).toBe("–");
  });
});

describe("typed in °F", () => {
  it("a known fault value is the one that sensors send", () => {
    for (const { value, measure } of KNOWN_FAULTS)
      expect(typedValue(inputText(value, measure, US, FAULT), measure, US, FAULT)).toBe(value);
  });

  it("a rate in whole degrees is taken", () => {
    for (const typed of ["1", "2", "0.1", "12.5"]) {
      const ratePerMinute = typedValue(typed, "temperature", US, RATE);
      const input = { name: "jump", measure: "temperature", kind: "jump", ratePerMinute };
      expect(InvalidRuleInput.safeParse(input).error).toBeUndefined();
      expect(inputText(ratePerMinute, "temperature", US, RATE)).toBe(typed);
    }
  });
});
