import { describe, expect, it } from "vitest";
import { formatDifference, formatReading, unitOf } from "./format";
import { formatLimit, formatRange } from "./format-range";
import { differenceFromShown, differenceToShown, fromShown, toShown } from "./temperature";
import { formatTyped, inputText, typedValue } from "./typed";
import { temperatureUnitIn, valueLocale } from "./value-locale";

const F = "fahrenheit" as const;
const US = valueLocale("en-US", F);
const DIFFERENCE = { kind: "difference" } as const;

const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => (from + index) / 10);

describe("temperatures", () => {
  it.each([
    [0, 32],
    [8, 46.4],
    [-40, -40],
    [-80, -112],
    [100, 212],
    [4.25, 39.65],
  ])("%d °C is %d °F", (celsius, fahrenheit) => {
    expect(toShown(celsius, F)).toBe(fahrenheit);
    expect(fromShown(fahrenheit, F)).toBe(celsius);
    expect(toShown(celsius, "celsius")).toBe(celsius);
    expect(fromShown(celsius, "celsius")).toBe(celsius);
  });

  it("finds every typed value with one decimal again, stored with two", () => {
    for (const typed of between(-1120, 2120)) {
      const stored = fromShown(typed, F);
      expect(Number(stored.toFixed(2))).toBe(stored);
      expect(inputText(stored, "temperature", US)).toBe(String(typed === 0 ? 0 : typed));
      expect(formatReading(stored, "temperature", "en-US-u-mu-fahrenhe").number).toBe(
        formatReading(typed, "temperature", "en-US", [1, 1]).number,
      );
    }
  });

  it("finds every typed difference with one decimal again", () => {
    for (const typed of between(-500, 500)) {
      const stored = differenceFromShown(typed, F);
      expect(Number(differenceToShown(stored, F).toFixed(1))).toBe(typed);
      expect(inputText(stored, "temperature", US, DIFFERENCE)).toBe(String(typed === 0 ? 0 : typed));
    }
  });

  it("stores again what is stored, whatever it was typed in, when a field is not touched", () => {
    for (const decimals of [2, 4])
      for (const kind of ["reading", "difference"] as const)
        for (const stored of [2.3, 2.25, -0.55, 127.94, -127, 327.67, 0.05, ...(decimals === 4 ? [85.0278] : [])]) {
          const text = inputText(stored, "temperature", US, { kind, decimals });
          expect(typedValue(text, "temperature", US, { kind, decimals }), `${kind} ${stored}`).toBe(stored);
        }
    expect(inputText(2.3, "temperature", US)).toBe("36.14");
    expect(inputText(127.94, "temperature", US, { decimals: 4 })).toBe("262.292");
  });

  it("converts differences without the offset", () => {
    expect(differenceToShown(5, F)).toBe(9);
    expect(differenceFromShown(0.9, F)).toBe(0.5);
    expect(differenceFromShown(0.15, F, 4)).toBe(0.0833);
    expect(differenceToShown(0.5, "celsius")).toBe(0.5);
  });

  it("keeps what is no number", () => {
    expect(fromShown(Number.NaN, F)).toBeNaN();
    expect(typedValue("x", "temperature", US)).toBeNaN();
    expect(typedValue(" ", "temperature", US)).toBeNull();
  });
});

describe("the locale of values", () => {
  it("carries the unit and is accepted by Intl", () => {
    expect(temperatureUnitIn("en-US")).toBe("celsius");
    expect(temperatureUnitIn(US)).toBe(F);
    expect(valueLocale(US, F)).toBe(US);
    expect(valueLocale(US, "celsius")).toBe("en-US");
    expect(new Intl.Locale(valueLocale("zh-CN", F)).language).toBe("zh");
    expect(Intl.NumberFormat.supportedLocalesOf([valueLocale("ja", F)])).toHaveLength(1);
  });

  it("formats temperatures and nothing else in °F", () => {
    expect(unitOf("temperature", US)).toBe("°F");
    expect(unitOf("humidity", US)).toBe("%RH");
    expect(formatReading(8, "temperature", US).text).toBe("46.4 °F");
    expect(formatReading(-18, "temperature", valueLocale("es", F)).text).toBe("−0,4 °F");
    expect(formatReading(55, "humidity", US).text).toBe("55.0 %RH");
    expect(formatReading(null, "temperature", US).text).toBe("–");
    expect(formatDifference(0.5, "temperature", US).text).toBe("0.9 °F");
    expect(formatDifference(0.5, "humidity", US).text).toBe("0.5 %RH");
    expect(formatRange({ measure: "temperature", minimum: 2, maximum: 8 }, US)).toBe("35.6 – 46.4 °F");
    expect(formatRange({ measure: "temperature", minimum: -25, maximum: null }, US)).toBe("≥ −13 °F");
    expect(formatLimit(7.78, "temperature", US)).toBe("46");
  });

  it("reads what is typed in that unit", () => {
    expect(typedValue("46,4", "temperature", US)).toBe(8);
    expect(typedValue("46.4", "temperature", "en-US")).toBe(46.4);
    expect(typedValue("60", "humidity", US)).toBe(60);
    expect(typedValue("0.9", "temperature", US, DIFFERENCE)).toBe(0.5);
    expect(typedValue("185", "temperature", US, { decimals: 4 })).toBe(85);
    expect(inputText(2, "temperature", US)).toBe("35.6");
    expect(inputText(2.25, "temperature", "en-US")).toBe("2.25");
    expect(inputText(null, "temperature", US)).toBe("");
    expect(inputText(0.5, "temperature", US, DIFFERENCE)).toBe("0.9");
    expect(inputText(0.5, "humidity", US, DIFFERENCE)).toBe("0.5");
  });

  it("writes what was typed with its unit, in the digits of the locale", () => {
    expect(formatTyped(8, "temperature", US)).toEqual({ number: "46.4", unit: "°F", text: "46.4 °F" });
    expect(formatTyped(7.78, "temperature", valueLocale("es", F)).text).toBe("46 °F");
    expect(formatTyped(-0.55, "temperature", "es").text).toBe("−0,55 °C");
    expect(formatTyped(0.56, "temperature", US, DIFFERENCE).text).toBe("1 °F");
    expect(formatTyped(1, "door", US).text).toBe("1");
    expect(formatTyped(null, "temperature", US).text).toBe("–");
  });
});
