import { z } from "zod";
import {
  type AcknowledgementChannel,
  type AnalysisResult,
  CARRIER_TYPES,
  type CarrierType,
  type DeviceKind,
  EXCEPTION_KINDS,
  EXCEPTION_STATUSES,
  EXCEPTION_TYPES,
  type ExceptionKind,
  type ExceptionStatus,
  type ExceptionType,
  type Measure,
  SEVERITIES,
  type Severity,
  type Side,
} from "@/db/enums";
import type { KineticRefusal } from "@/features/observation/observation.rules";
import type { SignatureDto } from "@/features/signature/signature.schema";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import type { NoticeDto, TrailDto } from "./figures/timeline.schema";
import type { Crossed, Exposure, Forecast, Pace } from "./phrase.rules";

/** `code` is the message key of a shipped reason; without one, `name` is the customer's own text. */
export type ReasonDto = { id: number; customerId: number | null; code: string | null; name: string };

const Id = z.coerce.number().int().positive();

export const ExceptionId = z.strictObject({ id: Id });

/** Filters of the list. `from` and `to` apply to the start; open exceptions are always listed. */
export const ExceptionListQuery = listQuery({
  sort: ["startedAt", "severity", "durationSeconds", "carrierName"],
  dir: "desc",
  filters: {
    state: z.enum(["open", "cleared"]).optional(),
    acknowledged: z.enum(["yes", "no"]).optional(),
    status: z.enum(EXCEPTION_STATUSES).optional(),
    severity: z.enum(SEVERITIES).optional(),
    kind: z.enum(EXCEPTION_KINDS).optional(),
    type: z.enum(EXCEPTION_TYPES).optional(),
    carrierType: z.enum(CARRIER_TYPES).optional(),
    carrierId: Id.optional(),
    deviceId: Id.optional(),
    /** A node of the organisation tree, with its subtree. */
    sceneId: Id.optional(),
    /** These alone, of whatever time: the evidence of a figure. */
    ids: z
      .string()
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, "up to 100 ids separated by commas")
      .optional(),
    from: instant().optional(),
    to: instant().optional(),
    /** Withdrawn and deleted exceptions are excluded by default. */
    withdrawn: z.enum(["true", "false"]).optional(),
    removed: z.enum(["true", "false"]).optional(),
  },
}).superRefine(checkSpan);
export type ExceptionListQuery = z.output<typeof ExceptionListQuery>;

type Named = { id: number; name: string };

/** An exception in the list and the detail. Instants are ISO-8601 in UTC, values in canonical units. */
export type ExceptionDto = {
  id: number;
  customerId: number;
  kind: ExceptionKind;
  /** The type by which the list can be filtered. */
  type: ExceptionType;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  /** Null for a device without a carrier. */
  carrier: (Named & { type: CarrierType }) | null;
  /** The nodes from the top of the visible tree to that of the carrier, or of a device without one. */
  scenePath: Named[];
  device: Named & { serialNumber: string; kind: DeviceKind };
  probeId: number | null;
  /** The limits in force at the time. */
  minimum: number | null;
  maximum: number | null;
  startedAt: string;
  raisedAt: string;
  endedAt: string | null;
  /** Until the end; of an open exception until the response. */
  durationSeconds: number;
  peak: number | null;
  peakAt: string | null;
  mean: number | null;
  degreeMinutes: number | null;
  meanKineticTemperature: number | null;
  /** Why a temperature has no mean kinetic temperature. */
  kineticRefusal: KineticRefusal | null;
  /** The observed part of the duration, to which mean, degree-minutes and kinetic temperature refer. */
  observedSeconds: number | null;
  sampleCount: number;
  /** When stored figures were computed, if readings are deleted or too many; null: from present readings. */
  figuresAt: string | null;
  /** Of a cumulative exception. */
  exposure: Exposure | null;
  /** Of a trend. */
  forecast: Forecast | null;
  /** Of a geofence. */
  crossing: Crossed | null;
  /** Of a device that reports more slowly than agreed. */
  pace: Pace | null;
  isDetectedLate: boolean;
  /** A trend warning that ended for lack of readings: neither confirmed nor disproved. */
  isEndedSilent: boolean;
  acknowledgedAt: string | null;
  /** The name of an account, or of a contact without one. */
  acknowledgedBy: string | null;
  acknowledgedVia: AcknowledgementChannel | null;
  acknowledgementComment: string | null;
  status: ExceptionStatus;
  isClosed: boolean;
  reason: ReasonDto | null;
  measures: string | null;
  remark: string | null;
  analysisResult: AnalysisResult | null;
  handledAt: string | null;
  handledBy: string | null;
  withdrawnAt: string | null;
  mergedIntoId: number | null;
  /** When and by whom it was deleted from the lists, and why. */
  removedAt: string | null;
  removedBy: string | null;
  removalReason: string | null;
};

/** Whether closing needs a signature, the hash of what is signed, and the signatures of earlier closings. */
export type ClosingDto = { isSigned: boolean; contentHash: string; signatures: SignatureDto[] };

export type ExceptionDetailDto = ExceptionDto & {
  /** Door and power state at the start; devices suppressed behind a silent gateway. */
  context: {
    /** When its severity rose, and to what. */
    rises: { at: string; severity: Severity }[];
    doorOpenSince: string | null;
    powerLostSince: string | null;
    affected: (Named & { serialNumber: string })[];
    /** The number of retained readings. */
    retainedReadings: number | null;
  };
  notices: NoticeDto[];
  trail: TrailDto[];
};

/** The detail for an account, with the signatures. */
export type OpenedExceptionDto = ExceptionDetailDto & { closing: ClosingDto };

/** The list's criteria; those that the tabs set are ignored. */
export const SummaryQuery = ExceptionListQuery;
export type ExceptionSummaryDto = { open: number; unacknowledged: number; unprocessed: number };

/**
 * `data` of the live event `exception`; the alarm evaluation publishes the first four changes, where `closed` means
 * that the cause has ended.
 */
export type ExceptionEvent = {
  id: number;
  customerId: number;
  carrierId: number | null;
  /** Without a carrier: the node of the device. */
  sceneId?: number | null;
  severity: Severity;
  change: "opened" | "updated" | "closed" | "withdrawn" | "acknowledged" | "handled" | "removed";
  /** The person who acknowledged, and their account if they have one. */
  by?: string;
  byUserId?: number;
};
