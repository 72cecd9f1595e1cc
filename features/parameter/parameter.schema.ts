import { z } from "zod";
import { PARAMETER_TYPES, type ParameterType } from "@/db/enums";
import { VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import {
  checkSomething,
  lineText,
  multilineText,
  optionalMultilineText,
  optionalText,
  recordId,
  requiredText,
} from "@/lib/validation/fields";
import { contentIssue, type ParameterUnit, PER_CUSTOMER } from "./parameter.rules";

/** Trimmed here, validated by the parameter's type. */
const Content = multilineText(1000);
const Description = optionalMultilineText(250);

const broken = (path: string, rule: string, message: string) => ({
  code: "custom" as const,
  path: [path],
  params: { rule },
  message,
});

/** A custom parameter of the installation or, with a customer, that customer's value of a shipped parameter. */
export const ParameterInput = z
  .strictObject({
    customerId: recordId().nullable().default(null),
    code: requiredText(50),
    name: optionalText(30),
    description: Description,
    /** The older name of `description`. */
    desc: multilineText(250).optional(),
    type: z.enum(PARAMETER_TYPES).optional(),
    content: Content,
  })
  .superRefine(({ customerId, code, name, type, content }, context) => {
    if (customerId === null) {
      if (code !== "" && !/^\w+$/.test(code))
        context.addIssue(broken("code", "word", "letters, digits and underscores only"));
      if (name === "") context.addIssue(broken("name", "required", "is required"));
      if (type === undefined) context.addIssue(broken("type", "required", "is required"));
    } else if (!PER_CUSTOMER.includes(code)) {
      return context.addIssue(broken("code", "notPerCustomer", "is the same for all customers"));
    }
    const issue = contentIssue(code, type ?? "text", content);
    if (issue) context.addIssue({ ...broken("content", issue.rule, issue.message), params: issue });
  });
export type ParameterInput = z.output<typeof ParameterInput>;

/** The changed fields. Of a shipped parameter, and of a customer's own value, only the content can change. */
export const ParameterChange = z
  .strictObject({
    code: requiredText(50),
    name: requiredText(30),
    description: multilineText(250),
    /** The older name of `description`. */
    desc: multilineText(250),
    type: z.enum(PARAMETER_TYPES),
    content: Content,
  })
  .partial();
export type ParameterChange = z.output<typeof ParameterChange>;

export const ParameterUpdate = ParameterChange.extend(VersionedId.shape).superRefine(checkSomething);

/** The form schema of one value. */
export const ContentForm = (code: string, type: ParameterType) =>
  z.strictObject({ content: Content }).superRefine(({ content }, context) => {
    const issue = contentIssue(code, type, content);
    if (issue) context.addIssue({ ...broken("content", issue.rule, issue.message), params: issue });
  });

export const ParameterListQuery = listQuery({
  sort: ["code", "type", "createdAt"],
  filters: {
    /** Only the customer's own values. */
    customerId: recordId().optional(),
    code: lineText(50).optional(),
    type: z.enum(PARAMETER_TYPES).optional(),
  },
});
export type ParameterListQuery = z.output<typeof ParameterListQuery>;

/** Filters in the screen's URL. */
export const ParameterScreenQuery = z.strictObject({
  q: lineText(100).optional(),
  type: z.enum(PARAMETER_TYPES).optional(),
  customerId: recordId().optional(),
});

export type ParameterRow = {
  id: number;
  /** Null for the whole installation. */
  customerId: number | null;
  customerName: string | null;
  code: string;
  name: string | null;
  description: string;
  type: ParameterType;
  content: string;
  isShipped: boolean;
  version: number;
};

export type ParameterDto = Omit<ParameterRow, "name"> & {
  /** Localised if it is shipped. */
  name: string;
  unit: ParameterUnit | null;
  minimum: number | null;
  maximum: number | null;
  defaultContent: string | null;
  isPerCustomer: boolean;
  isChanged: boolean;
};

/** A line of the screen: the installation's value, and the number of customers with their own. */
export type ParameterLine = ParameterDto & {
  ownValues: number;
  /** The selected customer's own value. */
  own: { id: number; content: string; version: number } | null;
};
