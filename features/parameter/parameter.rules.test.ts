import { describe, expect, it } from "vitest";
import type { ParameterType } from "@/db/enums";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES } from "@/lib/i18n/routing";
import {
  areaOf,
  canonical,
  contentIssue,
  DEFINITIONS,
  definitionOf,
  inForce,
  isChanged,
  PARAMETER_AREAS,
  PER_CUSTOMER,
} from "./parameter.rules";

const SENSOR = "device.sensorReportIntervalSeconds";
const TOLERANCE = "device.faultToleranceCoefficient";

describe("the shipped parameters", () => {
  it("each fit their own bounds, are written as they are kept, and stand under a heading", () => {
    for (const { code, type, content, minimum, maximum } of DEFINITIONS) {
      expect(contentIssue(code, type, content), code).toBeNull();
      expect(canonical(type, content)).toBe(content);
      expect(PARAMETER_AREAS.slice(0, -1)).toContain(areaOf(code));
      if (type === "boolean" || type === "text") continue;
      expect(contentIssue(code, type, String(minimum)), code).toBeNull();
      expect(contentIssue(code, type, String(maximum)), code).toBeNull();
      expect(contentIssue(code, type, String(minimum - 1))).toMatchObject({ rule: "atLeast", limit: minimum });
      expect(contentIssue(code, type, String(maximum + 1))).toMatchObject({ rule: "atMost", limit: maximum });
    }
    expect(new Set(DEFINITIONS.map(({ code }) => code)).size).toBe(DEFINITIONS.length);
    expect(areaOf("smsSender")).toBe("own");
    expect(areaOf("device.unknown")).toBe("own");
  });

  it("of which a customer may have an own value are those of the customer, the approvals, the intervals, the tolerance and the positions", () => {
    for (const { code } of DEFINITIONS)
      expect(PER_CUSTOMER.includes(code), code).toBe(
        code.startsWith("customer.") ||
          code.startsWith("approval.") ||
          code.endsWith("ReportIntervalSeconds") ||
          [TOLERANCE, "retention.gpsBackupDays"].includes(code),
      );
  });

  it.each(LOCALES)("have a name of at most 30 characters, no two alike, and a description in %s", async (locale) => {
    const { name, description } = (await loadMessages(locale)).parameter as Record<string, Record<string, unknown>>;
    const text = (tree: unknown, code: string) =>
      code.split(".").reduce((at, key) => (at as Record<string, unknown>)[key], tree) as string;
    const names = DEFINITIONS.map(({ code }) => text(name, code));
    for (const one of names) expect(one).toMatch(/^\S.{1,28}\S$/u);
    expect(new Set(names).size).toBe(names.length);
    for (const { code } of DEFINITIONS) expect(text(description, code)).toMatch(/\S/);
  });
});

const FITS: [ParameterType, string[]][] = [
  ["integer", ["0", "-5", "007", "123456789012345"]],
  ["decimal", ["0", "-0.5", "3.14", "10"]],
  ["boolean", ["true", "false"]],
  ["text", ["x", "值", "x".repeat(250)]],
];
const BROKEN: [ParameterType, string, string][] = [
  ["integer", "", "required"],
  ["integer", "1.5", "wholeNumber"],
  ["integer", "1e3", "wholeNumber"],
  ["integer", "0x10", "wholeNumber"],
  ["integer", "abc", "wholeNumber"],
  ["integer", "1234567890123456", "wholeNumber"],
  ["decimal", "1.234", "decimals"],
  ["decimal", ".5", "decimals"],
  ["decimal", "1,5", "decimals"],
  ["decimal", "Infinity", "decimals"],
  ["decimal", "NaN", "decimals"],
  ["boolean", "yes", "yesNo"],
  ["boolean", "True", "yesNo"],
  ["boolean", "", "required"],
  ["text", "", "required"],
  ["text", "x".repeat(251), "too_big"],
];

describe("the content of an own parameter", () => {
  it.each(FITS)("of type %s may be %j", (type, contents) => {
    for (const content of contents) expect(contentIssue("own", type, content), content).toBeNull();
  });
  it.each(BROKEN)("of type %s may not be %j: %s", (type, content, rule) => {
    expect(contentIssue("own", type, content)).toMatchObject({ path: "content", rule });
  });
});

it("judges a shipped parameter by its own type, whatever is said", () => {
  expect(contentIssue(SENSOR, "text", "often")).toMatchObject({ rule: "wholeNumber" });
  expect(contentIssue(TOLERANCE, "text", "1.125")).toMatchObject({ rule: "decimals" });
});

it("takes a mail address or nothing where one is asked for", () => {
  for (const content of ["", "keeper@example.com"])
    expect(contentIssue("audit_keeper_email", "text", content)).toBeNull();
  for (const content of ["keeper", "a@b@c", "a\nb@example.com", `${"x".repeat(100)}@example.com`])
    expect(contentIssue("audit_keeper_email", "text", content), content).toMatchObject({ rule: "email" });
});

it("writes numbers in one way", () => {
  expect([canonical("integer", "007"), canonical("decimal", "3.50"), canonical("decimal", "-0")]).toEqual([
    "7",
    "3.5",
    "0",
  ]);
  expect([canonical("text", "007"), canonical("boolean", "true")]).toEqual(["007", "true"]);
});

it("knows what was changed", () => {
  expect(isChanged({ code: SENSOR, content: "300" })).toBe(false);
  expect(isChanged({ code: SENSOR, content: "301" })).toBe(true);
  expect(isChanged({ code: "own", content: "1" })).toBe(false);
});

it("lets the customer's value win over the installation's, and that over the shipped one, while they fit", () => {
  const row = (code: string, content: string, customerId: number | null = null) => {
    const type: ParameterType = definitionOf(code)?.type ?? "text";
    return { code, type, content, customerId };
  };
  expect(inForce([])[SENSOR]).toBe("300");
  expect(inForce([row(SENSOR, "60", 5), row(SENSOR, "120")])[SENSOR]).toBe("60");
  expect(inForce([row(SENSOR, "0", 5), row(SENSOR, "120")])[SENSOR]).toBe("120");
  expect(inForce([row(SENSOR, "soon"), row("own", "x")])).toMatchObject({ [SENSOR]: "300", own: "x" });
});
