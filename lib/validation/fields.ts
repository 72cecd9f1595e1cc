import { z } from "zod";
import type { ErrorCode } from "@/lib/errors";
import { hasControlCharacter, isSingleLine } from "./control-characters";
import { canonicalPhone } from "./phone";

// The field rules of specification section 5, shared by form and server. Every issue names its rule, whose text is in
// the `error` messages under `rule`, or a code of section 8, whose text is that of the error.

const DAY_MS = 86_400_000;

type Rule = { rule: string | ErrorCode; message: string };

/** A text that must match a pattern unless it is empty; `required` checks for that. */
const matching = (schema: z.ZodString, pattern: RegExp, { rule, message }: Rule) =>
  schema.superRefine((value, context) => {
    if (value !== "" && !pattern.test(value)) context.addIssue({ code: "custom", params: { rule }, message });
  });

/** Without line breaks and control characters, because names appear in mail headers and log lines. */
const singleLine = (schema: z.ZodString) =>
  schema.refine(isSingleLine, { params: { rule: "singleLine" }, message: "no line breaks or control characters" });

const multiline = (schema: z.ZodString) =>
  schema.refine((text) => !hasControlCharacter(text), {
    params: { rule: "controlCharacter" },
    message: "no control characters other than tab and line breaks",
  });

/** A trimmed line of at most `maximum` characters, possibly empty. */
export const lineText = (maximum: number) => singleLine(z.string().trim().max(maximum));

/** The same; empty by default. */
export const optionalText = (maximum: number) => lineText(maximum).default("");

/** A trimmed line of 1 to `maximum` characters. */
export const requiredText = (maximum: number) => singleLine(z.string().trim().min(1).max(maximum));

/** A line including leading and trailing blanks: passwords and other secrets. */
export const verbatimText = (maximum: number) => singleLine(z.string().max(maximum));

/** A trimmed multi-line text of at most `maximum` characters, possibly empty. */
export const multilineText = (maximum: number) => multiline(z.string().trim().max(maximum));

/** The same; empty by default. */
export const optionalMultilineText = (maximum: number) => multilineText(maximum).default("");

/** A trimmed multi-line text of 1 to `maximum` characters. */
export const requiredMultilineText = (maximum: number) => multiline(z.string().trim().min(1).max(maximum));

/** Letters and digits without blanks; `rule` names the issue. */
export const codeText = (maximum: number, rule: string = "code") =>
  matching(requiredText(maximum), /^[A-Za-z0-9]+$/, { rule, message: "letters and digits only" });

/** Letters, digits and underscores. */
export const wordText = (maximum: number, rule: string = "word") =>
  matching(requiredText(maximum), /^\w+$/, { rule, message: "letters, digits and underscores only" });

/** An area code: letters, digits, underscore, or nothing. */
export const areaCode = (maximum: number) =>
  matching(lineText(maximum), /^\w+$/, { rule: "word", message: "letters, digits and underscores only" });

/** zod's pattern, which excludes addresses that no mail server would accept. */
const EMAIL = z.email();

const asEmail = (schema: z.ZodString, rule: string) =>
  schema.superRefine((value, context) => {
    if (value !== "" && !EMAIL.safeParse(value).success)
      context.addIssue({ code: "custom", params: { rule }, message: "not a mail address" });
  });

/** A mail address, or empty. */
export const optionalEmail = (rule: string = "email") => asEmail(lineText(100), rule);

/** A mail address. */
export const requiredEmail = (rule: string = "email") => asEmail(requiredText(100), rule);

/** 11 digits, 7 to 8 digits, an area code with 7 to 8 digits (specification, section 5, "Formats"), or E.164. */
const PHONE = /^(?:\d{11}|\d{7,8}|0\d{2,3}-?\d{7,8}|\+[1-9]\d{6,14})$/;
const PHONE_RULE: Rule = {
  rule: "phone",
  message: "11 digits, 7-8 digits, area code and 7-8 digits, or + with country code and 7-15 digits",
};

/** A person's phone number in canonical form, or empty. */
export const optionalPhone = () => matching(lineText(20).overwrite(canonicalPhone), PHONE, PHONE_RULE);

export const requiredPhone = () => matching(requiredText(20).overwrite(canonicalPhone), PHONE, PHONE_RULE);

/** A customer's phone number in canonical form: digits and hyphens, or E.164. */
export const customerPhone = (maximum: number) =>
  matching(requiredText(maximum).overwrite(canonicalPhone), /^(?:[\d-]*\d[\d-]*|\+[1-9]\d{6,14})$/, {
    rule: "customerPhone",
    message: "digits and hyphens, or + with country code and 7-15 digits",
  });

/** 6 to 20 letters and digits, at least one of each. */
export const newPassword = () =>
  matching(requiredText(100), /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,20}$/, {
    rule: "password",
    message: "6 to 20 letters and digits, both of them",
  });

/** The name of an account: 4 to 20 letters, digits and underscores. */
export const accountName = () =>
  matching(requiredText(100), /^\w{4,20}$/, {
    rule: "accountName",
    message: "4 to 20 letters, digits and underscores",
  });

/** An integer between the bounds, from text or number. */
export const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

/** For `superRefine` of a change: at least one field besides the id is required. */
export function checkSomething(change: Record<string, unknown>, context: z.RefinementCtx): void {
  if (context.issues.length > 0) return;
  const hasSome = Object.entries(change).some(
    ([name, value]) => name !== "id" && name !== "version" && value !== undefined,
  );
  if (!hasSome)
    context.addIssue({ code: "custom", params: { rule: "nothingChosen" }, message: "names no field to change" });
}

type Ends = { from?: string | number | undefined; to?: string | number | undefined };

/** For `superRefine`: if both ends are set, in text or epoch ms, `to` must not be before `from`. */
export function checkSpan({ from, to }: Ends, context: z.RefinementCtx): void {
  if (from === undefined || to === undefined || new Date(to) >= new Date(from)) return;
  context.addIssue({
    code: "custom",
    path: ["to"],
    params: { rule: "endBeforeStart" },
    message: "must not lie before from",
  });
}

/** For `superRefine`: if both ends are set, in text or epoch ms, they are at most so many days apart. */
export function checkDays({ from, to }: Ends, maximumDays: number, context: z.RefinementCtx): void {
  if (from === undefined || to === undefined) return;
  if (new Date(to).getTime() - new Date(from).getTime() <= maximumDays * DAY_MS) return;
  context.addIssue({
    code: "custom",
    path: ["to"],
    params: { rule: "tooManyDays", limit: maximumDays },
    message: `at most ${maximumDays} days after from`,
  });
}

/** The id of another record. */
export const recordId = () => z.coerce.number().int().positive();

/** A list from a query parameter, comma-separated; other values as they are. */
export const fromQuery = (value: unknown): unknown =>
  typeof value === "string" ? value.split(",").filter(Boolean) : value;

/** A list of distinct ids, also from a repeated or comma-separated query parameter. */
export const recordIds = (maximum = 1000) =>
  z.preprocess(
    fromQuery,
    z
      .array(recordId())
      .max(maximum)
      .transform((ids) => [...new Set(ids)]),
  );

/** A temperature in °C within bounds, whose issues people read in their unit. */
export const boundedCelsius = (minimum: number, maximum: number) =>
  z
    .number()
    .superRefine((value, context) => {
      if (value >= minimum && value <= maximum) return;
      const [rule, limit] = value < minimum ? ["too_small", minimum] : ["too_big", maximum];
      const params = { rule, limit, figure: { measure: "temperature" } };
      context.addIssue({ code: "custom", params, message: `must be from ${minimum} to ${maximum}` });
    })
    // For the description of the call.
    .meta({ minimum, maximum });
