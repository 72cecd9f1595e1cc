import { z } from "zod";
import type { LoggerAlarm, LoggerFacts, LoggerFormat, Measure } from "@/db/enums";
import { DATE_ORDERS, type DateOrder } from "@/features/telemetry/logger/clock.rules";
import type { SeriesSummary } from "@/features/telemetry/logger/content.rules";
import { TableLayout, type TablePreview } from "@/features/telemetry/logger/layout.schema";
import type { LineIssue, LoggerDetails } from "@/features/telemetry/logger/logger.schema";
import { ById } from "@/lib/resource/by-id";
import { bytesOfUpload } from "@/lib/validation/data-url";
import { optionalMultilineText, optionalText, requiredMultilineText, requiredText } from "@/lib/validation/fields";
import { FILE_NAME_LENGTH, isFileName } from "../file/rules";
import type { KeptDto } from "./layout.schema";
import { sizeIssue } from "./logger.rules";

export const LOGGER_NAME_LENGTH = 64;
export const REMARK_LENGTH = 250;
export const REASON_LENGTH = 250;

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Parses JSON sent in the query. */
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
    bytesOfUpload,
    z
      .custom<Uint8Array>((value) => value instanceof Uint8Array, { params: { rule: "required" }, message: "a file" })
      .superRefine((bytes, context) => {
        const broken = sizeIssue(bytes.length);
        if (!broken) return;
        const { rule, message, limit } = broken;
        context.addIssue({ code: "custom", params: { rule, ...(limit !== undefined && { limit }) }, message });
      }),
  ),
  /** Zone of the logger's clock; defaults to that of the carrier's customer. */
  timeZone: z
    .string()
    .trim()
    .max(64)
    .refine((name) => name === "" || isZone(name), { params: { rule: "timeZone" }, message: "no known time zone" })
    .optional(),
  /** Order of day and month in dates such as 03/04/2022; detected from the file if omitted. */
  dateOrder: z.enum(DATE_ORDERS).optional(),
  /** Columns of a table; if omitted, taken from its titles or the saved reading of its shape. */
  layout: z.preprocess(jsonOf, TableLayout).optional(),
};

/** A file to be checked without storing it. */
export const CheckInput = z.strictObject(FileFields);
export type CheckInput = z.output<typeof CheckInput>;

/** A file to be imported, with details that it does not contain. */
export const LoggerInput = z.strictObject({
  ...FileFields,
  loggerSerial: optionalText(LOGGER_NAME_LENGTH),
  loggerModel: optionalText(LOGGER_NAME_LENGTH),
  remark: optionalMultilineText(REMARK_LENGTH),
  /** SHA-256 of the checked file, if any; a different file is refused. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits")
    .optional(),
});

export const RemoveInput = z.strictObject({ ...ById.shape, reason: requiredMultilineText(REASON_LENGTH) });

/** A stored logger file. Instants in epoch ms. */
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
  /** Whether it has days, markers or other names, which are fetched together with its alarms. */
  hasDetails: boolean;
  remark: string;
  userName: string | null;
  createdAt: number;
};
/** The details recorded by a file's logger: alarms and other entries. */
export type LoggerRecordDto = { items: LoggerAlarm[]; details: LoggerDetails };
export type LoggerFilesDto = { items: LoggerFileDto[]; timeZone: string };

/** Preview of a file before the import; a file with issues cannot be imported. */
export type LoggerCheckDto = Pick<
  LoggerFileDto,
  "format" | "sha256" | "loggerSerial" | "loggerModel" | "timeZone" | "valueCount" | "alarmCount" | "facts"
> & {
  alarms: LoggerAlarm[];
  details: LoggerDetails;
  /** Null if there are no values. */
  span: { from: number; to: number } | null;
  series: SeriesSummary[];
  /** The first rows of a table and how it was read. */
  table: Omit<TablePreview, "shape" | "titles"> | null;
  dateOrder: DateOrder | null;
  /** The saved reading that was applied, if any. */
  kept: KeptDto | null;
  repeats: number;
  issues: LineIssue[];
  issueCount: number;
  /** Live readings of the same measures in the same span: hours with readings, and readings. */
  live: { measure: Measure; hours: number; count: number }[];
  /** Other files of this carrier that overlap in time. */
  beside: Pick<LoggerFileDto, "id" | "fileName" | "loggerSerial">[];
  /** An identical file that has already been imported. */
  earlier: Pick<LoggerFileDto, "id" | "fileName" | "userName" | "createdAt"> | null;
};
