import { expect, it } from "vitest";
import type { Measure } from "@/db/enums";
import { valueText } from "@/lib/i18n/value-text";
import { valueLocale } from "@/lib/units/value-locale";
import { withFigures } from "./figure.rules";

const US = valueLocale("en-US", "fahrenheit");
type Values = Record<string, unknown>;

const CASES: { of: string; value: unknown; measure?: Measure; celsius: string; fahrenheit: string }[] = [
  { of: "zone.minimum", value: 2, measure: "temperature", celsius: "2 °C", fahrenheit: "35.6 °F" },
  { of: "zone.maximum", value: 60, measure: "humidity", celsius: "60 %RH", fahrenheit: "60 %RH" },
  { of: "zonePreset.minimum", value: null, measure: "temperature", celsius: "–", fahrenheit: "–" },
  {
    ...{ of: "invalidRule.faultValues", value: [85, -127], measure: "temperature" },
    ...{ celsius: "85 °C, −127 °C", fahrenheit: "185 °F, −196.6 °F" },
  },
  { of: "invalidRule.ratePerMinute", value: 1, measure: "temperature", celsius: "1 °C", fahrenheit: "1.8 °F" },
  { of: "product.kineticLimit", value: 8, celsius: "8 °C", fahrenheit: "46.4 °F" },
  {
    ...{ of: "product.bands", value: [{ from: 8, to: 15, minutes: 60 }] },
    celsius: "from: 8 °C; to: 15 °C; minutes: 60",
    fahrenheit: "from: 46.4 °F; to: 59 °F; minutes: 60",
  },
  {
    ...{ of: "alarmTrigger.conditions", value: [{ measure: "temperature", maximum: 8, deadBand: 0.5 }] },
    celsius: "measure: temperature; maximum: 8 °C; deadBand: 0.5 °C",
    fahrenheit: "measure: temperature; maximum: 46.4 °F; deadBand: 0.9 °F",
  },
  {
    ...{ of: "verificationTask.limits", value: { temperature: { minimum: 2 }, humidity: { minimum: 35 } } },
    celsius: "temperature: minimum: 2 °C; humidity: minimum: 35 %RH",
    fahrenheit: "temperature: minimum: 35.6 °F; humidity: minimum: 35 %RH",
  },
  {
    ...{ of: "calibration.points", value: [{ measure: "temperature", reference: 5.125, asLeft: null }] },
    celsius: "measure: temperature; reference: 5.125 °C; asLeft: –",
    fahrenheit: "measure: temperature; reference: 41.225 °F; asLeft: –",
  },
  { of: "recordSheet.value", value: 5, measure: "temperature", celsius: "5 °C", fahrenheit: "41 °F" },
];

it.each(CASES)("writes $of with its unit", ({ of, value, measure = null, celsius, fahrenheit }) => {
  const [entity, field] = of.split(".") as [string, string];
  const textIn = (locale: string) =>
    valueText(withFigures({ entity, field, values: { [field]: value } }, measure, locale));
  expect(textIn("en-US")).toBe(celsius);
  expect(textIn(US)).toBe(fahrenheit);
});

it.each<[string, string, Values]>([
  ["zone", "name", { name: "2 to 8" }],
  ["zone", "minimum", { minimum: 2 }],
  ["customer", "minimum", { minimum: 2 }],
  ["alarmTrigger", "conditions", { conditions: [{ measure: null, maximum: 8 }] }],
  ["parameter", "value", { value: 5 }],
])("leaves what is no figure, or of an unknown measure: %s.%s", (entity, field, values) =>
  expect(withFigures({ entity, field, values }, null, US)).toEqual(values[field]),
);

it("writes the values before a change of the measure in the unit of that time", () => {
  const shown = (values: Values) => withFigures({ entity: "zone", field: "maximum", values }, "humidity", US);
  expect(shown({ measure: "temperature", maximum: 8 })).toBe("46.4 °F");
  expect(shown({ measure: "humidity", maximum: 60 })).toBe("60 %RH");
  expect(withFigures({ entity: "zone", field: "maximum", values: null }, "humidity", US)).toBeUndefined();
});
