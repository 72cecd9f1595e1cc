import { z } from "zod";
import {
  type AnalysisResult,
  CARRIER_TYPES,
  type CarrierType,
  CONDITION_KINDS,
  type ConditionKind,
  type DeviceKind,
  EXCEPTION_STATUSES,
  type ExceptionStatus,
  type Measure,
  SEVERITIES,
  type Severity,
  type Side,
} from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan } from "@/lib/validation/fields";
import type { ReasonDto } from "./handling/schema";
import type { Exposure, Forecast } from "./phrase/rules";
import type { NoticeDto, TrailDto } from "./timeline/schema";

const Id = z.coerce.number().int().positive();
const Instant = z.iso.datetime({ offset: true });

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
    kind: z.enum(CONDITION_KINDS).optional(),
    carrierType: z.enum(CARRIER_TYPES).optional(),
    carrierId: Id.optional(),
    deviceId: Id.optional(),
    /** A node of the organisation tree, with everything below it. */
    sceneId: Id.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
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
  kind: ConditionKind;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  /** Null for a gateway that stands on no carrier. */
  carrier: (Named & { type: CarrierType }) | null;
  /** The nodes from the top of the visible tree to the carrier's own. */
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
  sampleCount: number;
  /** Of a cumulative exception. */
  exposure: Exposure | null;
  /** Of a trend. */
  forecast: Forecast | null;
  isDetectedLate: boolean;
  acknowledgedAt: string | null;
  /** An account's name, or that of a contact without one. */
  acknowledgedBy: string | null;
  /** By a contact, with the link of a message. */
  isAcknowledgedByLink: boolean;
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
    doorOpenSince: string | null;
    powerLostSince: string | null;
    heldBack: (Named & { serialNumber: string })[];
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
  severity: Severity;
  change: "opened" | "updated" | "closed" | "withdrawn" | "acknowledged" | "handled";
};
