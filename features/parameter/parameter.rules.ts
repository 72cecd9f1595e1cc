import type { ParameterType } from "@/db/enums";
import type { Issue, IssueUnit } from "@/lib/errors";
import { requiredEmail } from "@/lib/validation/fields";

/** What a value counts; the symbol stands in the `parameter` messages. */
export type ParameterUnit = "seconds" | "hours" | "days" | "years" | "devices" | "times";

/** A parameter that the product ships. */
export type Definition = {
  code: string;
  type: ParameterType;
  /** Null for yes or no, which has no bounds either. */
  unit: ParameterUnit | null;
  minimum: number;
  maximum: number;
  /** The shipped value. */
  content: string;
  /** Whether a customer may have a value of its own. */
  isPerCustomer: boolean;
  /** A text that is an e-mail address, or empty. */
  isEmail?: true;
  /** Not among the values that every account reads. */
  isInternal?: true;
};

const DAYS_OF_A_CENTURY = 36_525;

const integer = (code: string, unit: ParameterUnit, content: number, minimum: number, maximum: number): Definition => ({
  code,
  type: "integer",
  unit,
  minimum,
  maximum,
  content: String(content),
  isPerCustomer: false,
});
const ofCustomers = (definition: Definition): Definition => ({ ...definition, isPerCustomer: true });

/**
 * The system parameters that are shipped (specification, section 3), in the order of the screen. Report intervals have
 * the bounds of section 5. Five years of records are what China GSP asks for medicinal products.
 */
export const DEFINITIONS: readonly Definition[] = [
  ofCustomers(integer("device.gatewayReportIntervalSeconds", "seconds", 60, 1, 65_535)),
  ofCustomers(integer("device.sensorReportIntervalSeconds", "seconds", 300, 1, 65_535)),
  ofCustomers(integer("device.relayReportIntervalSeconds", "seconds", 600, 1, 65_535)),
  ofCustomers(integer("device.displayReportIntervalSeconds", "seconds", 600, 1, 65_535)),
  integer("device.configTimeoutSeconds", "seconds", 300, 10, 86_400),
  {
    code: "device.faultToleranceCoefficient",
    type: "decimal",
    unit: "times",
    minimum: 1,
    maximum: 100,
    content: "3",
    isPerCustomer: true,
  },
  integer("monitor.refreshSeconds", "seconds", 30, 5, 3600),
  integer("session.hours", "hours", 12, 1, 720),
  integer("session.captchaSeconds", "seconds", 120, 10, 3600),
  {
    code: "session.secondFactorRequired",
    type: "boolean",
    unit: null,
    minimum: 0,
    maximum: 1,
    content: "false",
    isPerCustomer: false,
  },
  integer("retention.sensorHistoryDays", "days", 1826, 30, DAYS_OF_A_CENTURY),
  ofCustomers(integer("retention.gpsBackupDays", "days", 365, 1, DAYS_OF_A_CENTURY)),
  integer("retention.backupYears", "years", 10, 1, 100),
  integer("retention.cacheDays", "days", 7, 1, 365),
  integer("retention.logDays", "days", 1826, 30, DAYS_OF_A_CENTURY),
  integer("retention.exportDays", "days", 30, 1, 3650),
  integer("retention.gatewayHeartbeatDays", "days", 90, 1, 3650),
  ofCustomers(integer("customer.retentionDays", "days", 1826, 30, DAYS_OF_A_CENTURY)),
  ofCustomers(integer("customer.deviceQuota", "devices", 1000, 1, 1_000_000)),
  ofCustomers(integer("customer.mqttTimeoutSeconds", "seconds", 30, 1, 3600)),
  {
    code: "audit_keeper_email",
    type: "text",
    unit: null,
    minimum: 0,
    maximum: 0,
    content: "",
    isPerCustomer: false,
    isEmail: true,
    isInternal: true,
  },
];

const BY_CODE: ReadonlyMap<string, Definition> = new Map(DEFINITIONS.map((one) => [one.code, one]));

/** What is shipped under this code; undefined for a parameter of the installation's own. */
export const definitionOf = (code: string): Definition | undefined => BY_CODE.get(code);

/** The shipped codes of which a customer may have a value of its own. */
export const PER_CUSTOMER: readonly string[] = DEFINITIONS.filter((one) => one.isPerCustomer).map(({ code }) => code);

/** The headings of the screen: the part of a shipped code before its first sign, then the installation's own. */
export const PARAMETER_AREAS = ["device", "monitor", "session", "retention", "customer", "audit", "own"] as const;
export type ParameterArea = (typeof PARAMETER_AREAS)[number];

/** The heading under which a parameter stands. */
export function areaOf(code: string): ParameterArea {
  if (!definitionOf(code)) return "own";
  return PARAMETER_AREAS.find((area) => /^[._]/.test(code.slice(area.length)) && code.startsWith(area)) ?? "own";
}

/** Digits behind the point of a decimal parameter. */
const DECIMALS = 2;
const MAXIMUM_TEXT = 250;

/** More parameters of its own an installation does not get; the screen shows all of them. */
export const MAXIMUM_OWN = 200;

const issue = (rule: string, message: string, limit?: number, unit?: IssueUnit): Issue => ({
  path: "content",
  rule,
  message,
  ...(limit !== undefined && { limit }),
  ...(unit && { unit }),
});

/** What is wrong with the content for a parameter of this type; null if nothing is. */
function typeIssue(type: ParameterType, content: string): Issue | null {
  if (content === "") return issue("required", "is required");
  switch (type) {
    case "integer":
      return /^-?\d{1,15}$/.test(content) ? null : issue("wholeNumber", "must be a whole number of at most 15 digits");
    case "decimal":
      return /^-?\d{1,12}(\.\d{1,2})?$/.test(content)
        ? null
        : issue("decimals", `must be a number with at most ${DECIMALS} decimals`, DECIMALS);
    case "boolean":
      return content === "true" || content === "false" ? null : issue("yesNo", "must be true or false");
    case "text":
      return content.length <= MAXIMUM_TEXT ? null : issue("too_big", "is too long", MAXIMUM_TEXT, "characters");
  }
}

/** Whether the text is a mail address, as the forms of people take it. */
const isEmail = (text: string): boolean => requiredEmail().safeParse(text).success;

/** What is wrong with a value: it must fit the type and, under a shipped code, that one's bounds. Null if it fits. */
export function contentIssue(code: string, type: ParameterType, content: string): Issue | null {
  const definition = definitionOf(code);
  if (definition?.isEmail) return content === "" || isEmail(content) ? null : issue("email", "not a mail address");
  const wrongType = typeIssue(definition?.type ?? type, content);
  if (wrongType || !definition) return wrongType;
  const { minimum, maximum } = definition;
  if (Number(content) < minimum) return issue("atLeast", `must be at least ${minimum}`, minimum);
  if (Number(content) > maximum) return issue("atMost", `must be at most ${maximum}`, maximum);
  return null;
}

/** The content as it is kept: numbers without leading zeros or empty decimals. */
export const canonical = (type: ParameterType, content: string): string =>
  type === "integer" || type === "decimal" ? String(Number(content) + 0) : content;

/** Whether a shipped parameter has another value than the shipped one. */
export const isChanged = ({ code, content }: { code: string; content: string }): boolean => {
  const definition = definitionOf(code);
  return definition !== undefined && definition.content !== content;
};

/**
 * The values in force by code: what is shipped, over it the installation's, over it the customer's. A stored value that
 * no longer fits its bounds does not count.
 */
export function inForce(
  rows: readonly { code: string; type: ParameterType; content: string; customerId: number | null }[],
): Record<string, string> {
  const values = new Map(DEFINITIONS.map(({ code, content }) => [code, content]));
  const layers = [rows.filter((row) => row.customerId === null), rows.filter((row) => row.customerId !== null)];
  for (const { code, type, content } of layers.flat())
    if (contentIssue(code, type, content) === null) values.set(code, content);
  return Object.fromEntries(values);
}
