import { z } from "zod";
import type { ErrorCode } from "@/lib/errors";

// The field rules of specification section 5, once for form and server. Every issue names its rule, whose text stands
// in the `error` messages under `rule`, or a code of section 8, whose text is that of the error.

type Rule = { rule: string | ErrorCode; message: string };

/** A text that a pattern must accept unless it is empty; empty is the business of `required`. */
const matching = (schema: z.ZodString, pattern: RegExp, { rule, message }: Rule) =>
  schema.superRefine((value, context) => {
    if (value !== "" && !pattern.test(value)) context.addIssue({ code: "custom", params: { rule }, message });
  });

/** A trimmed text of at most `maximum` characters that may be empty. */
export const optionalText = (maximum: number) => z.string().trim().max(maximum).default("");

/** A trimmed text of 1 to `maximum` characters. */
export const requiredText = (maximum: number) => z.string().trim().min(1).max(maximum);

/** Letters and digits without blanks; `rule` names the issue. */
export const codeText = (maximum: number, rule: string = "code") =>
  matching(requiredText(maximum), /^[A-Za-z0-9]+$/, { rule, message: "letters and digits only" });

/** Letters, digits and underscores. */
export const wordText = (maximum: number, rule: string = "word") =>
  matching(requiredText(maximum), /^\w+$/, { rule, message: "letters, digits and underscores only" });

/** An area code: letters, digits, underscore, or nothing. */
export const areaCode = (maximum: number) =>
  matching(z.string().trim().max(maximum), /^\w+$/, { rule: "word", message: "letters, digits and underscores only" });

/** As zod's own, which refuses what no mail server would take. */
const EMAIL = z.email();

const asEmail = (schema: z.ZodString, rule: string) =>
  schema.superRefine((value, context) => {
    if (value !== "" && !EMAIL.safeParse(value).success)
      context.addIssue({ code: "custom", params: { rule }, message: "not a mail address" });
  });

/** A mail address, or nothing. */
export const optionalEmail = (rule: string = "email") => asEmail(z.string().trim().max(100), rule);

/** A mail address. */
export const requiredEmail = (rule: string = "email") => asEmail(requiredText(100), rule);

/** 11 digits, 7 to 8 digits, or an area code with 7 to 8 digits (specification, section 5, "Formats"). */
const PHONE = /^(?:\d{11}|\d{7,8}|0\d{2,3}-?\d{7,8})$/;

/** A phone of a person, or nothing. */
export const optionalPhone = () =>
  matching(z.string().trim().max(20), PHONE, {
    rule: "phone",
    message: "11 digits, 7-8 digits, or area code and 7-8 digits",
  });

export const requiredPhone = () =>
  matching(requiredText(20), PHONE, { rule: "phone", message: "11 digits, 7-8 digits, or area code and 7-8 digits" });

/** A customer's phone: digits and hyphens. */
export const customerPhone = (maximum: number) =>
  matching(requiredText(maximum), /^[\d-]*\d[\d-]*$/, { rule: "customerPhone", message: "digits and hyphens only" });

/** 6 to 20 letters and digits, both of them. */
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

/** A positive whole number from text or number. */
export const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

type Ends = { from?: string | number | undefined; to?: string | number | undefined };

/** For `superRefine`: of a span with both ends, in text or epoch ms, `to` must not lie before `from`. */
export function checkSpan({ from, to }: Ends, context: z.RefinementCtx): void {
  if (from === undefined || to === undefined || new Date(to) >= new Date(from)) return;
  context.addIssue({
    code: "custom",
    path: ["to"],
    params: { rule: "endBeforeStart" },
    message: "must not lie before from",
  });
}

/** The id of another record. */
export const recordId = () => z.coerce.number().int().positive();

/** A list of ids, each once; from a repeated or comma-separated query as well. */
export const recordIds = (maximum = 1000) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.split(",").filter(Boolean) : value),
    z
      .array(recordId())
      .max(maximum)
      .transform((ids) => [...new Set(ids)]),
  );
