import { CALIBRATION_STATES, type CalibrationState, type Measure } from "@/db/enums";
import { AppError, type Issue } from "@/lib/errors";
import { inspectPicture } from "@/lib/storage/picture";
import { calibrationState } from "../device.rules";

/** States of a certificate: those of a device, and revoked. */
export const CERTIFICATE_STATES = [...CALIBRATION_STATES, "revoked"] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

/** The fields of a certificate that determine its state; days as `yyyy-mm-dd`. */
export type Certificate = { dueOn: string; isRevoked: boolean };

/** The state of a certificate on the day `today`; `none` without a certificate. */
export function certificateState(certificate: Certificate | null, today: string): CertificateState {
  if (certificate === null) return "none";
  return certificate.isRevoked ? "revoked" : calibrationState(certificate.dueOn, today);
}

/** Events in the calibration of a device: a certificate is added or revoked, or time passes. */
export const CALIBRATION_EVENTS = ["add", "revoke", "approach", "expire"] as const;
export type CalibrationEvent = (typeof CALIBRATION_EVENTS)[number];

/**
 * Allowed transitions of the calibration state. An added certificate may be of any age. Revoking one makes the previous
 * one current, or none. A revoked certificate remains revoked.
 */
export const CALIBRATION_TRANSITIONS: Record<
  CalibrationState,
  Partial<Record<CalibrationEvent, readonly CalibrationState[]>>
> = {
  none: { add: ["valid", "dueSoon", "expired"] },
  valid: {
    add: ["valid", "dueSoon", "expired"],
    revoke: ["none", "valid", "dueSoon", "expired"],
    approach: ["dueSoon"],
  },
  dueSoon: {
    add: ["valid", "dueSoon", "expired"],
    revoke: ["none", "valid", "dueSoon", "expired"],
    expire: ["expired"],
  },
  expired: { add: ["valid", "dueSoon", "expired"], revoke: ["none", "valid", "dueSoon", "expired"] },
};

type Ranked = { id: number; calibratedOn: string; isRevoked: boolean };

/** The current certificate: the newest by day that is not revoked; on the same day, the one added last. */
export function currentOf<T extends Ranked>(certificates: readonly T[]): T | null {
  const valid = certificates.filter(({ isRevoked }) => !isRevoked);
  return valid.toSorted((a, b) => b.calibratedOn.localeCompare(a.calibratedOn) || b.id - a.id)[0] ?? null;
}

type Days = { calibratedOn: string; dueOn: string; noticeOn?: string | null | undefined };

const issue = (path: string, rule: string, message: string): Issue => ({ path, rule, message });

/** Issues of a reminder date on the day `today`: it cannot be in the past (specification, section 5, "Cross-field"). */
export function noticeIssues({ dueOn, noticeOn }: Omit<Days, "calibratedOn">, today: string): Issue[] {
  if (!noticeOn) return [];
  if (noticeOn < today) return [issue("noticeOn", "noticeBeforeNow", "cannot be before now")];
  return noticeOn > dueOn ? [issue("noticeOn", "noticeAfterDue", "lies after the end of the calibration")] : [];
}

/** Issues of a certificate's days, on the day `today` at the customer (all `yyyy-mm-dd`). */
export function calibrationIssues(days: Days, today: string): Issue[] {
  const { calibratedOn, dueOn } = days;
  return [
    ...(calibratedOn > today ? [issue("calibratedOn", "notFuture", "lies in the future")] : []),
    ...(dueOn <= calibratedOn ? [issue("dueOn", "dueAfterCalibration", "must lie after the calibration")] : []),
    ...noticeIssues(days, today),
  ];
}

/** Throws INVALID with all issues, if there are any. */
export function assertFine(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  throw new AppError("INVALID", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), {
    issues: [...issues],
  });
}

/** A measured value and its reference. */
type Point = { measure: Measure; reference: number; asFound: number; asLeft: number | null };

/** Deviation of a device before and after adjustment, in canonical units. Readings are never corrected by it. */
export const deviationsOf = ({ reference, asFound, asLeft }: Point): { found: number; left: number | null } => ({
  found: asFound - reference,
  left: asLeft === null ? null : asLeft - reference,
});

/** Largest certificate file: 20 MB (specification, section 5, "Uploads"). */
export const FILE_MEGABYTES = 20;
export const FILE_BYTES = FILE_MEGABYTES * 1024 * 1024;
/** Body limits of the upload: the file with its fields. */
export const FILE_BODY = { maximumBytes: FILE_BYTES + 64 * 1024, fileKey: "file" } as const;

const PDF_SIGNATURE = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** MIME type by content: PDF, PNG or JPEG. Undefined for anything else. */
export function fileTypeOf(bytes: Uint8Array): "application/pdf" | "image/png" | "image/jpeg" | undefined {
  if (PDF_SIGNATURE.every((byte, index) => bytes[index] === byte)) return "application/pdf";
  return inspectPicture(bytes)?.contentType;
}

/** The issue of an uploaded certificate file; null if it is valid. */
export function fileIssue(bytes: Uint8Array): Issue | null {
  if (bytes.length > FILE_BYTES)
    return { ...issue("file", "fileSize", `at most ${FILE_MEGABYTES} MB`), limit: FILE_MEGABYTES };
  return fileTypeOf(bytes) ? null : issue("file", "certificateFile", "must be a PDF, JPG or PNG");
}
