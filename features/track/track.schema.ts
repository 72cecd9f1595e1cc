import { z } from "zod";
import type { CarrierType, PositionFault } from "@/db/enums";
import type { GeofenceEventDto } from "@/features/geofence/event.schema";
import type { GeofenceDto } from "@/features/geofence/geofence.schema";
import type { Excursion, HistoryDto } from "@/features/telemetry/history/history.schema";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import type { MapSettings } from "@/lib/geo/map-settings";
import { ById } from "@/lib/resource/by-id";
import { checkSpan } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import { MAXIMUM_RANGE_MS, POINTS } from "./limits.rules";

type Span = { from: number; to: number };

function checkRange(asked: Span, context: z.RefinementCtx): void {
  const { from, to } = asked;
  const [origin, path] = ["date" as const, ["to"]];
  checkSpan(asked, context);
  if (to === from)
    context.addIssue({
      code: "too_small",
      origin,
      minimum: from,
      inclusive: false,
      path,
      message: "must be after from",
    });
  if (to - from <= MAXIMUM_RANGE_MS) return;
  const [maximum, message] = [from + MAXIMUM_RANGE_MS, "at most 31 days after from"];
  context.addIssue({ code: "too_big", origin, maximum, inclusive: true, path, message });
}

/** Where a carrier was in `[from, to)`. */
export const TraceRange = z.object({ ...ById.shape, from: instantMs(), to: instantMs() }).superRefine(checkRange);
export type TraceRange = z.output<typeof TraceRange>;

export const TraceInput = z
  .object({
    ...ById.shape,
    from: instantMs(),
    to: instantMs(),
    points: z.coerce.number().int().min(POINTS.minimum).max(POINTS.maximum).default(POINTS.default),
  })
  .superRefine(checkRange);

/** The page's own query: what does not parse falls back, so that a mangled address still opens. */
export const TracePage = z.object({
  from: instantMs().optional().catch(undefined),
  to: instantMs().optional().catch(undefined),
});

/** Columns of equal length: epoch ms, WGS-84, km/h, degrees from north; null where the device said nothing. */
export type TrackColumns = {
  at: number[];
  longitude: number[];
  latitude: number[];
  speedKmh: (number | null)[];
};

/** A stretch of driving; `averageKmh` over all of its time. */
export type Trip = { from: number; to: number; distanceMetres: number; maximumKmh: number; averageKmh: number };
/** A stay at one place. */
export type Stop = { from: number; to: number; longitude: number; latitude: number };
/** Nobody knows where it was in between. */
export type Silence = { from: number; to: number };

/** A position that is none, and why. */
export type InvalidFix = { at: number; longitude: number; latitude: number; fault: PositionFault };

export type TrackSummary = {
  distanceMetres: number;
  drivingMs: number;
  stoppedMs: number;
  maximumKmh: number | null;
  averageKmh: number | null;
};

export type TraceDto = {
  track: TrackColumns;
  /** How many positions there are; those that the track leaves out are no farther from it than this. */
  positionCount: number;
  toleranceMetres: number;
  /** Positions that are none: left out of everything else. The first of them, and how many there are. */
  invalid: InvalidFix[];
  invalidCount: number;
  trips: Trip[];
  stops: Stop[];
  silences: Silence[];
  summary: TrackSummary;
};

export type TraceCarrier = { id: number; name: string; type: CarrierType; plate: string | null };

/** A vehicle that can be chosen: when its newest position was, in epoch ms. */
export type TraceChoice = { id: number; name: string; place: string; positionAt: number | null };

/** All that the window shows at its first paint. */
export type TraceView = {
  now: number;
  timeZone: string;
  range: Span;
  map: MapSettings;
  /** Null where the address names none: then there are choices. */
  carrier: TraceCarrier | null;
  choices: TraceChoice[];
  trace: TraceDto;
  /** What hangs on it: temperature and door alone. */
  probes: HistoryProbe[];
  history: HistoryDto | null;
  excursions: Excursion[];
  fences: GeofenceDto[];
  crossings: GeofenceEventDto[];
  /** When its newest position was, where the range has none; epoch ms. */
  lastPositionAt: number | null;
  canViewExceptions: boolean;
};
