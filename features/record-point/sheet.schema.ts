import { z } from "zod";
import {
  CARRIER_TYPES,
  type CarrierType,
  type Measure,
  RECORD_SHEET_STATUSES,
  type RecordSheetStatus,
  type RecordValueState,
} from "@/db/enums";
import {
  ContentHash,
  type SignatureDto,
  SigningCredentials,
  SigningInput,
  SigningReason,
} from "@/features/signature/signature.schema";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordIds, requiredMultilineText } from "@/lib/validation/fields";
import type { Counts } from "./sheet.rules";

const Id = z.coerce.number().int().positive();

/** Longest reason and comment, in characters. */
export const TEXT_LENGTH = 250;
/** Most sheets approved, and most values commented, at once. */
export const MOST_SHEETS = 50;
export const MOST_COMMENTED = 1000;

/** `2026-11`. */
const Month = z.string().regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/);

/** `not-approved`: neither approved nor rejected. Only newest versions are listed. */
export const SheetListQuery = listQuery({
  sort: ["month", "carrierName", "status"],
  dir: "desc",
  filters: {
    status: z.enum([...RECORD_SHEET_STATUSES, "not-approved"]).optional(),
    carrierType: z.enum(CARRIER_TYPES).optional(),
    carrierId: Id.optional(),
    /** A node of the organisation tree, with its subtree. */
    sceneId: Id.optional(),
    month: Month.optional(),
  },
});
export type SheetListQuery = z.output<typeof SheetListQuery>;

/** Most sheets in one file of forms. */
export const MOST_FORMS = 100;

/** The sheets of a file: one, or the newest versions of a month by carriers or place. */
export const SheetFormsQuery = z
  .strictObject({
    id: Id.optional(),
    carrierIds: recordIds(MOST_FORMS).optional(),
    sceneId: Id.optional(),
    month: Month.optional(),
  })
  .superRefine(({ id, month }, context) => {
    if (id === undefined && month === undefined)
      context.addIssue({
        code: "custom",
        path: ["month"],
        params: { rule: "required" },
        message: "a sheet or a month",
      });
  });
export type SheetFormsQuery = z.output<typeof SheetFormsQuery>;

export type SheetDto = {
  id: number;
  customerId: number;
  carrier: { id: number; name: string; type: CarrierType };
  sceneName: string;
  /** The first day of the month. */
  month: string;
  version: number;
  isCurrent: boolean;
  status: RecordSheetStatus;
  /** ISO-8601 in UTC. */
  submittedAt: string | null;
  submittedBy: string | null;
  reviewedAt: string | null;
  /** When it was approved or rejected. */
  decidedAt: string | null;
  rejectionReason: string | null;
  /** Why it follows an earlier version. */
  correctionReason: string | null;
};

export type SheetRowDto = SheetDto & { counts: Counts };

export type SheetProbeDto = { id: number; measure: Measure; channel: string; deviceName: string; serialNumber: string };

/** A record. Instants are ISO-8601 in UTC, values in canonical units. */
export type SheetValueDto = {
  id: number;
  probeId: number;
  measure: Measure;
  day: string;
  /** The record time in minutes from midnight; of an interval, the minutes since the day began. */
  minute: number;
  plannedAt: string;
  toleranceMinutes: number;
  /** Beside the plan, because the probe was out of range. */
  isExtra: boolean;
  state: RecordValueState;
  value: number | null;
  measuredAt: string | null;
  /** The carrier's range when it was recorded. */
  minimum: number | null;
  maximum: number | null;
  enteredBy: string | null;
  enteredAt: string | null;
  reason: string | null;
  comment: string | null;
  commentedBy: string | null;
  commentedAt: string | null;
  /** A reading that came too late for it. */
  newerAt: string | null;
};

export type SheetDetailDto = SheetRowDto & {
  customerName: string;
  timeZone: string;
  probes: SheetProbeDto[];
  values: SheetValueDto[];
  versions: { id: number; version: number; status: RecordSheetStatus }[];
  signatures: SignatureDto[];
  contentHash: string;
  /** What the caller may do now. */
  actions: { submit: boolean; review: boolean; approve: boolean; reject: boolean; edit: boolean; correct: boolean };
};

/** A value for a missed record, in the canonical unit, and why it is known. */
export const EnterInput = z.strictObject({
  ...ById.shape,
  valueId: Id,
  value: z.number(),
  reason: requiredMultilineText(TEXT_LENGTH),
});
export type EnterInput = z.output<typeof EnterInput>;

export const CommentInput = z.strictObject({
  ...ById.shape,
  valueIds: z
    .array(Id)
    .min(1)
    .max(MOST_COMMENTED)
    .refine((ids) => new Set(ids).size === ids.length, "each id once"),
  comment: requiredMultilineText(TEXT_LENGTH),
});
export type CommentInput = z.output<typeof CommentInput>;

export const SignSheetInput = z.strictObject({ ...ById.shape, ...SigningInput, reason: SigningReason });
export type SignSheetInput = z.output<typeof SignSheetInput>;

export const ApproveBatchInput = z.strictObject({
  sheets: z
    .array(z.strictObject({ id: Id, contentHash: ContentHash }))
    .min(1)
    .max(MOST_SHEETS)
    .refine((sheets) => new Set(sheets.map(({ id }) => id)).size === sheets.length, "each id once"),
  ...SigningCredentials,
  reason: SigningReason,
});
export type ApproveBatchInput = z.output<typeof ApproveBatchInput>;

export const CorrectInput = z.strictObject({ ...ById.shape, reason: requiredMultilineText(TEXT_LENGTH) });
export type CorrectInput = z.output<typeof CorrectInput>;

/** The hashes that a batch approval sends back, by sheet. */
export const HashesQuery = z.strictObject({
  ids: z
    .string()
    .max(1000)
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
    .transform((text) => [...new Set(text.split(",").map(Number))])
    .refine((ids) => ids.length <= MOST_SHEETS, { params: { rule: "tooMany", limit: MOST_SHEETS } }),
});
export type SheetHashDto = { id: number; contentHash: string };
