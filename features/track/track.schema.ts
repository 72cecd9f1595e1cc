import { z } from "zod";
import type { CarrierType, PositionFault } from "@/db/enums";
import type { GeofenceEventDto } from "@/features/geofence/event.schema";
import type { GeofenceDto } from "@/features/geofence/geofence.schema";
import type { Excursion, HistoryDto } from "@/features/telemetry/history/history.schema";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import type { MapSettings } from "@/lib/geo/map-settings";
import { ById } from "@/lib/resource/by-id";
import { checkDays, checkSpan } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import { MAXIMUM_DAYS, POINTS } from "./limits.rules";

type Span = { from: number; to: number };

function checkRange(asked: Span, context: z.RefinementCtx): void {
  checkSpan(asked, context);
  if (asked.to === asked.from)
    context.addIssue({ code: "custom", path: ["to"], params: { rule: "emptyRange" }, message: "must be after from" });
  checkDays(asked, MAXIMUM_DAYS, context);
}

/** Input: a carrier and the range `[from, to)` of its track. */
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

/**
 * Query of the page: a value that does not parse falls back to its default, so that a malformed address still opens.
 */
export const TracePage = z.object({
  from: instantMs().optional().catch(undefined),
  to: instantMs().optional().catch(undefined),
});

/** Columns of equal length: epoch ms, WGS-84, km/h, degrees from north; null if not reported. */
export type TrackColumns = {
  at: number[];
  longitude: number[];
  latitude: number[];
  speedKmh: (number | null)[];
};

/** A trip; `averageKmh` is over its whole duration. */
export type Trip = { from: number; to: number; distanceMetres: number; maximumKmh: number; averageKmh: number };
/** A stay at one position. */
export type Stop = { from: number; to: number; longitude: number; latitude: number };
/** With what people call the place: a geofence, or what the map with streets says; null if neither knows it. */
export type NamedStop = Stop & { name: string | null };
/** With what people call its ends, as of a stop. */
export type NamedTrip = Trip & { fromName: string | null; toName: string | null };
/** The lowest and the highest temperature of a probe on the trip that begins at `from`; °C. */
export type TripTemperature = { from: number; probeId: number; minimum: number; maximum: number };
/** A span in which the position is unknown. */
export type Silence = { from: number; to: number };

/** An invalid position and the reason. */
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
  /** Number of positions; those omitted from the track deviate from it by at most `toleranceMetres`. */
  positionCount: number;
  toleranceMetres: number;
  /** The first invalid positions, which are excluded from everything else, and their number. */
  invalid: InvalidFix[];
  invalidCount: number;
  trips: NamedTrip[];
  stops: NamedStop[];
  silences: Silence[];
  summary: TrackSummary;
};

export type TraceCarrier = {
  id: number;
  name: string;
  type: CarrierType;
  plate: string | null;
  customerName: string;
};

/** A carrier to choose, with the time of its newest position in epoch ms. */
export type TraceChoice = { id: number; name: string; place: string; positionAt: number | null };

/** Something else that happened on the way, such as a hand-over; `at` in epoch ms. */
export type TraceOccurrence = { id: string; at: number; text: string };

/** Data for the first paint of the window. */
export type TraceView = {
  now: number;
  timeZone: string;
  range: Span;
  map: MapSettings;
  /** Null if the address names none; then `choices` is filled. */
  carrier: TraceCarrier | null;
  choices: TraceChoice[];
  trace: TraceDto;
  /** The probes mounted on the carrier: temperature, humidity and door only. */
  probes: HistoryProbe[];
  history: HistoryDto | null;
  temperatures: TripTemperature[];
  excursions: Excursion[];
  /** What people call the place where an excursion began, by its id, where it is known. */
  excursionPlaces: Record<number, string>;
  fences: GeofenceDto[];
  crossings: GeofenceEventDto[];
  /** Time of the newest position if the range has none; epoch ms. */
  lastPositionAt: number | null;
  canViewExceptions: boolean;
};
