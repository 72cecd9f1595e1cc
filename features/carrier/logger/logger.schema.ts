import { z } from "zod";
import type { LoggerAlarm, LoggerFacts, LoggerFormat, Measure } from "@/db/enums";
import { DATE_ORDERS, type DateOrder } from "@/features/telemetry/logger/clock.rules";
import type { SeriesSummary } from "@/features/telemetry/logger/content.rules";
import { TableLayout, type TablePreview } from "@/features/telemetry/logger/layout.schema";
import type { LineIssue, LoggerDetails } from "@/features/telemetry/logger/logger.schema";
import { LOCALES, toLocale } from "@/lib/i18n/routing";
import { ById } from "@/lib/resource/by-id";
import { optionalMultilineText, optionalText, requiredMultilineText, requiredText } from "@/lib/validation/fields";
import { FILE_NAME_LENGTH, isFileName } from "../file/rules";
import type { KeptDto } from "./layout.schema";
import { sizeIssue } from "./logger.rules";

export const LOGGER_NAME_LENGTH = 64;
export const REMARK_LENGTH = 250;
export const REASON_LENGTH = 250;

/** The bytes of a data URL, for callers that send JSON; anything else as it is. */
function bytesOf(value: unknown): unknown {
  const encoded = typeof value === "string" ? /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(value)?.[1] : undefined;
  if (encoded === undefined || encoded.length % 4 !== 0) return value;
  return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** What was sent as JSON in the query. */
const jsonOf = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const FileFields = {
  ...ById.shape,
  name: requiredText(FILE_NAME_LENGTH)
    .transform((name) => name.normalize("NFC"))
    .refine(isFileName, { params: { rule: "fileName" }, message: "no slashes and nothing invisible" }),
  file: z.preprocess(
    bytesOf,
    z
      .custom<Uint8Array>((value) => value instanceof Uint8Array, { params: { rule: "required" }, message: "a file" })
      .superRefine((bytes, context) => {
        const broken = sizeIssue(bytes.length);
        if (!broken) return;
        const { rule, message, limit } = broken;
        context.addIssue({ code: "custom", params: { rule, ...(limit !== undefined && { limit }) }, message });
      }),
  ),
  /** The zone of the logger's clock; left out, that of the carrier's customer. */
  timeZone: z
    .string()
    .trim()
    .max(64)
    .refine((name) => name === "" || isZone(name), { params: { rule: "timeZone" }, message: "no known time zone" })
    .optional(),
  /** Which comes first in dates such as 03/04/2022; left out, what the file gives away. */
  dateOrder: z.enum(DATE_ORDERS).optional(),
  /** What the columns of a table are; left out, what its titles say, or what was said of such a file before. */
  layout: z.preprocess(jsonOf, TableLayout).optional(),
};

/** A file to be looked at; nothing of it is kept. */
export const CheckInput = z.strictObject(FileFields);
export type CheckInput = z.output<typeof CheckInput>;

/** A file to be kept, with what the file itself does not say. */
export const LoggerInput = z.strictObject({
  ...FileFields,
  loggerSerial: optionalText(LOGGER_NAME_LENGTH),
  loggerModel: optionalText(LOGGER_NAME_LENGTH),
  remark: optionalMultilineText(REMARK_LENGTH),
  /** The SHA-256 of the file that was looked at, if one was: another one is not kept in its place. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits")
    .optional(),
});

export const RemoveInput = z.strictObject({ ...ById.shape, reason: requiredMultilineText(REASON_LENGTH) });

/** A language, also in the older API's spelling; left open it is that of the request. */
export const TemplateQuery = z.strictObject({
  locale: z
    .preprocess((value) => (typeof value === "string" ? (toLocale(value) ?? value) : value), z.enum(LOCALES))
    .optional(),
});

/** The file of a logger as it is kept. Instants in epoch ms. */
export type LoggerFileDto = {
  id: number;
  carrierId: number;
  format: LoggerFormat;
  fileName: string;
  /** Bytes. */
  size: number;
  sha256: string;
  loggerSerial: string;
  loggerModel: string;
  timeZone: string;
  firstAt: number;
  lastAt: number;
  valueCount: number;
  alarmCount: number;
  facts: LoggerFacts;
  /** Whether it tells of days, markers or other names, which are fetched with its alarms. */
  hasDetails: boolean;
  remark: string;
  userName: string | null;
  createdAt: number;
};
/** All that a file's logger recorded one by one: its alarms, and what else it says. */
export type LoggerRecordDto = { items: LoggerAlarm[]; details: LoggerDetails };
export type LoggerFilesDto = { items: LoggerFileDto[]; timeZone: string };

/** What a file holds, before it is kept; with issues, it cannot be. */
export type LoggerCheckDto = Pick<
  LoggerFileDto,
  "format" | "sha256" | "loggerSerial" | "loggerModel" | "timeZone" | "valueCount" | "alarmCount" | "facts"
> & {
  alarms: LoggerAlarm[];
  details: LoggerDetails;
  /** Null where there is no value. */
  span: { from: number; to: number } | null;
  series: SeriesSummary[];
  /** The first rows of a table and how it was read. */
  table: Omit<TablePreview, "shape" | "titles"> | null;
  dateOrder: DateOrder | null;
  /** What of the reading is as of the last file of its kind. */
  kept: KeptDto | null;
  repeats: number;
  issues: LineIssue[];
  issueCount: number;
  /** What live devices sent of the same measures in the same time: hours with readings, and readings. */
  live: { measure: Measure; hours: number; count: number }[];
  /** Files of this carrier that cover some of the same time. */
  beside: Pick<LoggerFileDto, "id" | "fileName" | "loggerSerial">[];
  /** The very same file, which is there already. */
  earlier: Pick<LoggerFileDto, "id" | "fileName" | "userName" | "createdAt"> | null;
};
