import type { ParameterType } from "@/db/enums";
import type { Issue, IssueUnit } from "@/lib/errors";
import { requiredEmail } from "@/lib/validation/fields";

/** The unit of a value; its symbol is in the `parameter` messages. */
export type ParameterUnit = "seconds" | "hours" | "days" | "years" | "devices" | "sessions" | "times";

/** A parameter that the product ships. */
export type Definition = {
  code: string;
  type: ParameterType;
  /** Null for booleans, which have no bounds either. */
  unit: ParameterUnit | null;
  minimum: number;
  maximum: number;
  /** The shipped value. */
  content: string;
  /** Whether a customer may have its own value. */
  isPerCustomer: boolean;
  /** A text that is an e-mail address, or empty. */
  isEmail?: true;
  /** Excluded from the values that every account can read. */
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
const yesNo = (code: string, content: boolean): Definition => ({
  code,
  type: "boolean",
  unit: null,
  minimum: 0,
  maximum: 1,
  content: String(content),
  isPerCustomer: false,
});
const ofCustomers = (definition: Definition): Definition => ({ ...definition, isPerCustomer: true });

/**
 * The shipped system parameters (specification, section 3), in screen order. Report intervals have the bounds of
 * section 5. China GSP requires records of medicinal products for five years.
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
  integer("session.limit", "sessions", 5, 1, 100),
  integer("session.captchaSeconds", "seconds", 120, 10, 3600),
  yesNo("session.secondFactorRequired", false),
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
  ofCustomers(yesNo("approval.fourEyes", true)),
  ofCustomers(yesNo("approval.signCriticalClosing", false)),
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

/** The shipped definition of a code; undefined for a custom parameter. */
export const definitionOf = (code: string): Definition | undefined => BY_CODE.get(code);

/** The shipped codes that a customer may override. */
export const PER_CUSTOMER: readonly string[] = DEFINITIONS.filter((one) => one.isPerCustomer).map(({ code }) => code);

/** The areas of the screen: the part of a shipped code before its first separator, then the custom parameters. */
export const PARAMETER_AREAS = [
  "device",
  "monitor",
  "session",
  "retention",
  "customer",
  "approval",
  "audit",
  "own",
] as const;
export type ParameterArea = (typeof PARAMETER_AREAS)[number];

/** The area of a code. */
export function areaOf(code: string): ParameterArea {
  if (!definitionOf(code)) return "own";
  return PARAMETER_AREAS.find((area) => /^[._]/.test(code.slice(area.length)) && code.startsWith(area)) ?? "own";
}

/** Decimal places of a decimal parameter. */
const DECIMALS = 2;
const MAXIMUM_TEXT = 250;

/** Maximum custom parameters; the screen shows all of them. */
export const MAXIMUM_OWN = 200;

const issue = (rule: string, message: string, limit?: number, unit?: IssueUnit): Issue => ({
  path: "content",
  rule,
  message,
  ...(limit !== undefined && { limit }),
  ...(unit && { unit }),
});

/** Validates the content for a parameter type; null if valid. */
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

const isEmail = (text: string): boolean => requiredEmail().safeParse(text).success;

/** Validates a value against its type and, for a shipped code, its bounds. Null if valid. */
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

/** The stored form of a content: numbers without leading zeros or trailing zero decimals. */
export const canonical = (type: ParameterType, content: string): string =>
  type === "integer" || type === "decimal" ? String(Number(content) + 0) : content;

/** Whether a shipped parameter differs from the shipped value. */
export const isChanged = ({ code, content }: { code: string; content: string }): boolean => {
  const definition = definitionOf(code);
  return definition !== undefined && definition.content !== content;
};

/**
 * The effective values by code: shipped, overridden by the installation's, overridden by the customer's. A stored value
 * that no longer fits its bounds is ignored.
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
