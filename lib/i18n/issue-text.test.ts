import { readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import type { Issue } from "@/lib/errors";
import { valueLocale } from "@/lib/units/value-locale";
import { type ErrorTexts, issueText } from "./issue-text";
import { LOCALES } from "./routing";

const textIn = (locale: string, unit: "celsius" | "fahrenheit", issue: Omit<Issue, "path" | "message">) => {
  const error = JSON.parse(readFileSync(`messages/${locale}/error.json`, "utf8"));
  const t = createTranslator({ locale, messages: { error }, namespace: "error" });
  return issueText(t as unknown as ErrorTexts, { path: "minimum", message: "", ...issue }, valueLocale(locale, unit));
};

describe("the text of an issue", () => {
  it("names the permitted limits in the unit in which they are typed", () => {
    const rule = { rule: "temperatureSetting" };
    expect(textIn("en-US", "celsius", rule)).toBe("−327.67 to 327.67 °C, at most two decimals");
    expect(textIn("en-US", "fahrenheit", rule)).toBe("−557.8 to 621.8 °F");
    expect(textIn("en-US", "fahrenheit", { rule: "humiditySetting" })).toBe("0 to 100 %RH, at most two decimals");
    expect(textIn("es", "celsius", rule)).toBe("De −327,67 a 327,67 °C, con dos decimales como máximo.");
    for (const locale of LOCALES) {
      expect(textIn(locale, "fahrenheit", rule)).toMatch(/557[.,]8.*621[.,]8 °F/);
      expect(textIn(locale, "celsius", rule)).toMatch(/327[.,]67.*327[.,]67 °C/);
    }
  });

  it("converts the bound of a reading, and that of a difference without the offset", () => {
    const reading = { limit: -273.15, figure: { measure: "temperature" } } as const;
    expect(textIn("en-US", "celsius", { rule: "too_small", ...reading })).toBe("At least −273.15 °C");
    expect(textIn("en-US", "fahrenheit", { rule: "too_small", ...reading })).toBe("At least −459.67 °F");
    const difference = { limit: 1000, figure: { measure: "temperature", kind: "difference" } } as const;
    expect(textIn("en-US", "fahrenheit", { rule: "too_big", ...difference })).toBe("At most 1,800 °F");
    for (const locale of LOCALES)
      expect(textIn(locale, "fahrenheit", { rule: "too_big", ...difference })).toContain("°F");
  });

  it("leaves other bounds as they are", () => {
    expect(textIn("en-US", "fahrenheit", { rule: "too_big", limit: 1000 })).toBe("At most 1,000");
    expect(textIn("en-US", "celsius", { rule: "too_big", limit: 30, unit: "characters" })).toBe(
      "At most 30 characters",
    );
    expect(textIn("en-US", "celsius", { rule: "nobody knows" })).toBe("Invalid value");
  });
});
