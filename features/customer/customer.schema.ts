import { z } from "zod";
import {
  ACTIVATION_STATUSES,
  type ActivationStatus,
  CUSTOMER_TYPES,
  type CustomerType,
  ORGANISATION_TYPES,
  type OrganisationType,
  TEMPERATURE_UNITS,
  type TemperatureUnit,
} from "@/db/enums";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import {
  areaCode,
  customerPhone,
  lineText,
  optionalMultilineText,
  optionalText,
  requiredEmail,
  requiredText,
} from "@/lib/validation/fields";
import { isCustomerCode, isTimeZone } from "./customer.rules";

/** Section 8 has one code for an invalid format and an invalid length. */
const CustomerCode = z
  .string()
  .trim()
  .min(1)
  .superRefine((code, context) => {
    if (code === "" || isCustomerCode(code)) return;
    const message = "letters and digits only, at most 20";
    context.addIssue({ code: "custom", params: { rule: "CUSTOMER_CODE_FORMAT" }, message });
  });

/** A required choice; a missing value violates `rule`. */
const chosen = <const T extends string>(values: readonly T[], rule: string) =>
  z
    .enum(["", ...values])
    .default("" as never)
    .superRefine((value, context) => {
      if (value === "") context.addIssue({ code: "custom", params: { rule }, message: "choose one" });
    })
    .transform((value) => value as T);

const TimeZone = z
  .string()
  .trim()
  .superRefine((zone, context) => {
    if (!isTimeZone(zone))
      context.addIssue({ code: "custom", params: { rule: "timeZone" }, message: "not a time zone" });
  });

/** A customer as its form submits it (specification, section 5). */
export const CustomerInput = z.strictObject({
  code: CustomerCode,
  name: requiredText(50),
  shortName: optionalText(30),
  type: chosen(CUSTOMER_TYPES, "CUSTOMER_TYPE_EMPTY"),
  organisationType: z.enum(ORGANISATION_TYPES).default("09"),
  status: chosen(ACTIVATION_STATUSES, "required"),
  area: optionalText(120),
  areaCode: areaCode(20).default(""),
  address: optionalText(255),
  contact: requiredText(30),
  phone: customerPhone(20),
  email: requiredEmail(),
  notifyByEmail: z.boolean().default(true),
  notifyBySms: z.boolean().default(false),
  description: optionalMultilineText(250),
  timeZone: TimeZone.default("Asia/Shanghai"),
  /** Unchanged if it is missing; of a new customer, that of the caller. */
  locale: z.enum(LOCALES).optional(),
  /** Unchanged if it is missing; °C of a new customer. */
  temperatureUnit: z.enum(TEMPERATURE_UNITS).optional(),
});
export type CustomerInput = z.output<typeof CustomerInput>;

/** The choice that a customer's own administrator has as well. */
export const TemperatureUnitInput = z.strictObject({
  ...VersionedId.shape,
  temperatureUnit: z.enum(TEMPERATURE_UNITS),
});

export const CustomerUpdateInput = CustomerInput.safeExtend(VersionedId.shape);

export const CustomerListQuery = listQuery({
  sort: ["createdAt", "name", "code", "type", "organisationType", "status"],
  dir: "desc",
  filters: {
    status: z.enum(ACTIVATION_STATUSES).optional(),
    type: z.enum(CUSTOMER_TYPES).optional(),
    organisationType: z.enum(ORGANISATION_TYPES).optional(),
    /** Part of the area name, or the start of its code. */
    area: lineText(120).optional(),
  },
});
export type CustomerListQuery = z.output<typeof CustomerListQuery>;

export type CustomerDto = {
  id: number;
  code: string;
  name: string;
  shortName: string;
  type: CustomerType;
  organisationType: OrganisationType;
  status: ActivationStatus;
  area: string;
  areaCode: string;
  address: string;
  contact: string;
  phone: string;
  email: string;
  notifyByEmail: boolean;
  notifyBySms: boolean;
  description: string;
  timeZone: string;
  locale: Locale;
  temperatureUnit: TemperatureUnit;
  /** Whether a customer-wide ingest token exists. */
  hasIngestToken: boolean;
  createdAt: string;
  version: number;
};

/** The counts that the list shows for a customer. */
export type CustomerCounts = { users: number; carriers: number; devices: number };
export type CustomerRowDto = CustomerDto & CustomerCounts;

/** The token is shown only once; only its hash is stored. */
export type IngestTokenDto = { id: number; token: string };
