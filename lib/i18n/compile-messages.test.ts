import { describe, expect, it } from "vitest";
import { compileMessages } from "./compile-messages";
import formatMessage from "./format-message";

const options = {
  cache: {},
  locale: "en-US",
  formatters: {
    getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
    getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
  },
} as unknown as Parameters<typeof formatMessage>[3];

const ROWS = "{count, plural, one {# row} other {# rows}} of {name}";

describe("compileMessages", () => {
  it("leaves plain text as it is and keeps the tree", () => {
    expect(compileMessages({ action: { save: "Save" } })).toEqual({ action: { save: "Save" } });
  });

  it("gives plain data, which React may pass to the browser", () => {
    const compiled = compileMessages({ rows: ROWS });
    expect(compiled).toEqual(JSON.parse(JSON.stringify(compiled)));
    const isPlain = (value: unknown): boolean =>
      typeof value !== "object" ||
      value === null ||
      ([Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) &&
        Object.values(value).every(isPlain));
    expect(isPlain(compiled)).toBe(true);
  });

  it("refuses a message that is no pattern", () => {
    expect(() => compileMessages({ broken: "{count, plural, one {# row}" })).toThrow();
  });
});

describe("formatMessage", () => {
  it.each([
    [1, "1 row of FR-014"],
    [1284, "1,284 rows of FR-014"],
  ])("formats text and parsed messages alike: %d", (count, text) => {
    const parsed = compileMessages({ rows: ROWS }).rows as never;
    expect(formatMessage("rows", ROWS as never, { count, name: "FR-014" }, options)).toBe(text);
    expect(formatMessage("rows", parsed, { count, name: "FR-014" }, options)).toBe(text);
  });
});
