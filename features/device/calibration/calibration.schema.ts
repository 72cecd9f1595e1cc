import { z } from "zod";
import {
  CALIBRATION_STATES,
  type CalibrationState,
  DEVICE_KINDS,
  type DeviceKind,
  MEASURES,
  type Measure,
} from "@/db/enums";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import {
  optionalMultilineText,
  optionalText,
  recordId,
  requiredMultilineText,
  requiredText,
} from "@/lib/validation/fields";
import { calendarDay } from "@/lib/validation/instant";
import { type CertificateState, fileIssue } from "./calibration.rules";

/** Maximum number of points of a certificate. */
export const MAXIMUM_POINTS = 50;
const BOUND = 100_000;
/** A number, also as text from a form; empty text is not zero. */
const asNumber = (value: unknown) => {
  if (typeof value !== "string") return value ?? undefined;
  return value.trim() === "" ? undefined : Number(value);
};
const VALUE = z.preprocess(asNumber, z.number().min(-BOUND).max(BOUND));
const emptyAsNull = (value: unknown) => (value === "" || value === undefined ? null : value);
/** Parses a list that a form sends as JSON text. */
const parsed = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

export const CalibrationPointInput = z.strictObject({
  measure: z.enum(MEASURES),
  reference: VALUE,
  asFound: VALUE,
  asLeft: z.preprocess((value) => asNumber(value) ?? null, z.number().min(-BOUND).max(BOUND).nullable()),
});

const CertificateFile = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, {
    params: { rule: "certificateFile" },
    message: "a file",
  })
  .superRefine((bytes, context) => {
    const broken = fileIssue(bytes);
    if (broken) {
      const { rule, message, limit } = broken;
      context.addIssue({ code: "custom", params: { rule, ...(limit !== undefined && { limit }) }, message });
    }
  });

/** A certificate. With `file`, the body is a form, or the file itself with the fields in the query. */
export const CalibrationInput = z.strictObject({
  deviceId: recordId(),
  certificateNumber: requiredText(50),
  laboratory: requiredText(100),
  calibratedOn: calendarDay(),
  dueOn: calendarDay(),
  noticeOn: z.preprocess(emptyAsNull, calendarDay().nullable().default(null)),
  points: z.preprocess(parsed, z.array(CalibrationPointInput).max(MAXIMUM_POINTS).default([])),
  remark: optionalMultilineText(250),
  fileName: optionalText(100),
  file: CertificateFile.optional(),
});
/** The fields of a certificate without its file. */
export type CalibrationInput = Omit<z.output<typeof CalibrationInput>, "file">;

/** The reminder date can be moved, as it is not part of the certificate. */
export const NoticeInput = z.strictObject({
  ...ById.shape,
  noticeOn: z.preprocess(emptyAsNull, calendarDay().nullable()),
});

export const RevokeInput = z.strictObject({ ...ById.shape, reason: requiredMultilineText(250) });

/** Devices by the end of their calibration. `dueWithinDays` includes expired ones. */
export const CalibrationListQuery = listQuery({
  sort: ["dueOn", "name"],
  filters: {
    state: z.enum(CALIBRATION_STATES).optional(),
    dueWithinDays: z.coerce.number().int().min(0).max(3650).optional(),
    kind: z.enum(DEVICE_KINDS).optional(),
    customerId: recordId().optional(),
  },
});
export type CalibrationListQuery = z.output<typeof CalibrationListQuery>;

/** Certificates of one device, newest first. */
export const DeviceCalibrationQuery = listQuery({ sort: ["calibratedOn"], dir: "desc", filters: { ...ById.shape } });

type Named = { id: number; name: string };

/** A row of the due list; days as `yyyy-mm-dd`. */
export type CalibrationDueDto = {
  device: Named & { serialNumber: string; kind: DeviceKind };
  carriers: VisibleRef[];
  dueOn: string | null;
  state: CalibrationState;
  /** Days left; negative after expiry. */
  daysLeft: number | null;
  certificate: {
    id: number;
    certificateNumber: string;
    laboratory: string;
    calibratedOn: string;
    noticeOn: string | null;
  } | null;
};

export type CalibrationPointDto = { measure: Measure; reference: number; asFound: number; asLeft: number | null };

/** A certificate; days as `yyyy-mm-dd`, instants in epoch ms. */
export type CalibrationDto = {
  id: number;
  customerId: number;
  deviceId: number;
  deviceName: string;
  serialNumber: string;
  kind: DeviceKind;
  certificateNumber: string;
  laboratory: string;
  calibratedOn: string;
  dueOn: string;
  noticeOn: string | null;
  noticeSentAt: number | null;
  points: CalibrationPointDto[];
  remark: string;
  hasFile: boolean;
  fileName: string;
  state: CertificateState;
  /** Whether this is the current certificate. */
  isCurrent: boolean;
  userName: string | null;
  createdAt: number;
  revokedAt: number | null;
  revokeReason: string;
};

/** Calibration of a device: its state, its measures and its certificates. */
export type DeviceCalibrationDto = {
  state: CalibrationState;
  dueOn: string | null;
  measures: Measure[];
  today: string;
  items: CalibrationDto[];
  total: number;
};
