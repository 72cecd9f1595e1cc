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
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import type { NoticeDto, TrailDto } from "./figures/timeline.schema";
import type { Crossed, Exposure, Forecast, Pace } from "./phrase.rules";

/** `code` names a shipped reason in the messages; without one the customer's own `name` stands. */
export type ReasonDto = { id: number; customerId: number | null; code: string | null; name: string };

const Id = z.coerce.number().int().positive();

export const ExceptionId = z.strictObject({ id: Id });

/** Filters of the list. `from` and `to` hold for the start; an open exception is listed whatever they say. */
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
    /** A node of the organisation tree, with everything below it. */
    sceneId: Id.optional(),
    from: instant().optional(),
    to: instant().optional(),
    /** Withdrawn ones are left out unless asked for. */
    withdrawn: z.enum(["true", "false"]).optional(),
  },
}).superRefine(checkSpan);
export type ExceptionListQuery = z.output<typeof ExceptionListQuery>;

type Named = { id: number; name: string };

/** One exception as list and detail show it. Instants are ISO-8601 in UTC, values canonical units. */
export type ExceptionDto = {
  id: number;
  customerId: number;
  kind: ExceptionKind;
  /** By which the list can be narrowed. */
  type: ExceptionType;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  /** Null for a device that stands on no carrier. */
  carrier: (Named & { type: CarrierType }) | null;
  /** The nodes from the top of the visible tree to that of the carrier, or of a device at none. */
  scenePath: Named[];
  device: Named & { serialNumber: string; kind: DeviceKind };
  probeId: number | null;
  /** The limits as they stood. */
  minimum: number | null;
  maximum: number | null;
  startedAt: string;
  raisedAt: string;
  endedAt: string | null;
  /** Until the end; of an open one until the answer was made. */
  durationSeconds: number;
  peak: number | null;
  peakAt: string | null;
  mean: number | null;
  degreeMinutes: number | null;
  meanKineticTemperature: number | null;
  /** How much of its duration was observed: mean, degree-minutes and kinetic temperature are of this. */
  observedSeconds: number | null;
  sampleCount: number;
  /** When stored figures were worked out, where the readings are gone or too many; null: they are of the readings now. */
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
  /** An early warning that ended because no more readings came: neither true nor disproved. */
  isEndedSilent: boolean;
  acknowledgedAt: string | null;
  /** An account's name, or that of a contact without one. */
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
};

export type ExceptionDetailDto = ExceptionDto & {
  /** Door and power as they stood at the start; devices held back behind a silent gateway. */
  context: {
    /** When its severity rose, and to what. */
    rises: { at: string; severity: Severity }[];
    doorOpenSince: string | null;
    powerLostSince: string | null;
    heldBack: (Named & { serialNumber: string })[];
    /** Of retained readings: how many there are. */
    retainedReadings: number | null;
  };
  notices: NoticeDto[];
  trail: TrailDto[];
};

/** Counts take no filter: they are of all that the scope shows. */
export const SummaryQuery = z.strictObject({});
export type ExceptionSummaryDto = { open: number; unacknowledged: number; unprocessed: number };

/** `data` of the live event `exception`; the first four are told by the alarm evaluation, where `closed` is the data's end. */
export type ExceptionEvent = {
  id: number;
  customerId: number;
  carrierId: number | null;
  /** Without a carrier: the node of the device. */
  sceneId?: number | null;
  severity: Severity;
  change: "opened" | "updated" | "closed" | "withdrawn" | "acknowledged" | "handled";
  /** Name of who acknowledged. */
  by?: string;
};
