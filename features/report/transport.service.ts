import "server-only";
import { createHash } from "node:crypto";
import { listGeofenceEvents } from "@/features/geofence/event.operations";
import { MAXIMUM_RANGE_MS } from "@/features/track/limits.rules";
import { getTrace } from "@/features/track/track.operations";
import { handoversOf } from "@/features/transport/handover.service";
import { journeyOf, ridesOf } from "@/features/transport/journey.service";
import { getOneTransport } from "@/features/transport/transport.operations";
import type { TransportDto } from "@/features/transport/transport.schema";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { flatPicture } from "@/lib/storage/flat-picture";
import { readFile } from "@/lib/stored-file/stored-file";
import type { ReportExcursion, ReportSource } from "./report.schema";
import type { ReportEvent, ReportRide, ReportTransport } from "./transport.schema";

/** Events that are listed; more are counted. */
const EVENTS_LISTED = 100;
const TRACK_POINTS = 500;
/** The size up to which a drawing is stored with a report, in pixels. */
const DRAWING = { width: 900, height: 400 };

const carriersOf = ({ carrier, stops }: TransportDto): VisibleRef[] => [
  ...new Map([carrier, ...stops.flatMap((stop) => stop.carrier ?? [])].map((one) => [one.id, one])).values(),
];

/**
 * The customer of a transport, all carriers that it names, and its time up to now. Throws NOT_FOUND outside the scope,
 * CONFLICT if it was not loaded yet, or has a carrier that the caller may not see.
 */
export async function lifeOfTransport(ctx: OperationContext, id: number) {
  const dto = await getOneTransport.call(ctx, { id });
  if (dto.loadedAt === null) throw conflict("transportId", "notLoaded", "was not loaded yet");
  const carriers = carriersOf(dto);
  // Whoever sees the report sees all of its carriers.
  if (carriers.some(({ name }) => name === null))
    throw conflict("transportId", "transportElsewhere", "has carriers that are not visible");
  const now = ctx.now.getTime();
  return {
    customerId: dto.customerId,
    carrierIds: carriers.map((one) => one.id),
    range: { from: Math.min(dto.loadedAt, now), to: dto.closedAt ?? now },
    transport: dto,
  };
}

type Ride = { carrierId: number; from: number; to: number };
export type OpenedTransport = { dto: TransportDto; rides: Ride[] };

/** A transport with the times in which each carrier had the goods, as the system. */
export async function openRides(ctx: OperationContext, id: number): Promise<OpenedTransport> {
  const dto = await getOneTransport.call(ctx, { id });
  return { dto, rides: ridesOf(dto, ctx.now.getTime()) };
}

type Gathered = { transport: ReportTransport } & Required<Pick<ReportSource, "tracks" | "drawings">>;

/** What a report says of a transport, besides readings and lots. `excursions` are those that it lists. */
export async function gatherTransport(
  ctx: OperationContext,
  { dto, rides }: OpenedTransport,
  excursions: readonly ReportExcursion[],
): Promise<Gathered> {
  const names = new Map(carriersOf(dto).map(({ id, name }) => [id, name ?? ""]));
  const journey = await journeyOf(ctx, dto);
  const listed = new Set(excursions.map(({ id }) => id));
  const gathered: Gathered = {
    transport: {
      ...{ id: dto.id, number: dto.number, reference: dto.reference, state: dto.state, note: dto.note },
      ...{ consignor: dto.consignor, consignee: dto.consignee, precooling: dto.precooling },
      ...{ loadedAt: dto.loadedAt, closedAt: dto.closedAt, verdict: journey.verdict },
      stops: dto.stops.map(({ geofenceName: geofence, carrier, ...stop }) => ({
        ...{ name: stop.name, geofence, carrier: carrier && (names.get(carrier.id) ?? "") },
        ...{ plannedArriveAt: stop.plannedArriveAt, plannedDepartAt: stop.plannedDepartAt },
        ...{ arrivedAt: stop.arrivedAt, departedAt: stop.departedAt },
      })),
      ...{ rides: [], events: [], unlistedEvents: 0, handovers: [] },
      places: journey.excursions.flatMap(({ id, longitude, latitude }) =>
        listed.has(id) && longitude !== null && latitude !== null ? [{ id, longitude, latitude }] : [],
      ),
    },
    ...{ tracks: [], drawings: {} },
  };
  const { transport, tracks, drawings } = gathered;
  for (const ride of rides) {
    ctx.signal?.throwIfAborted();
    const { track, events, unlisted, ...own } = await rideOf(ctx, ride, names.get(ride.carrierId) ?? "");
    transport.rides.push(own);
    tracks.push(track);
    transport.events.push(...events);
    transport.unlistedEvents += unlisted;
  }
  transport.events.sort((a, b) => a.at - b.at);
  transport.unlistedEvents += transport.events.splice(EVENTS_LISTED).length;
  for (const { photos, signature, ...answer } of await handoversOf(ctx, dto.id)) {
    const [drawing, ...others] = photos;
    const { sha256, png } = await drawingOf(ctx, drawing ?? null);
    if (png) drawings[answer.id] = png.toString("base64");
    const signed = signature && { name: signature.printedName, at: signature.at, state: signature.state };
    transport.handovers.push({ ...answer, photos: others.length, drawing: sha256, signature: signed });
  }
  return gathered;
}

type GatheredRide = ReportRide & {
  track: { longitude: number[]; latitude: number[] };
  events: ReportEvent[];
  unlisted: number;
};

async function rideOf(ctx: OperationContext, { carrierId, from, to }: Ride, carrier: string): Promise<GatheredRide> {
  const iso = (at: number) => new Date(at).toISOString();
  const asked = { carrierId, from: iso(from), to: iso(to), dir: "asc", iDisplayLength: EVENTS_LISTED } as const;
  const crossings = await listGeofenceEvents.call(ctx, asked);
  const span = { from: Math.max(from, to - MAXIMUM_RANGE_MS), to };
  const trace = await getTrace.call(ctx, { id: carrierId, ...span, points: TRACK_POINTS });
  const { longitude, latitude } = trace.track;
  const { distanceMetres: metres, drivingMs, stoppedMs } = trace.summary;
  return {
    ...{ carrier, from, to, track: { longitude, latitude }, unlisted: crossings.total - crossings.items.length },
    driven: trace.positionCount === 0 ? null : { metres, drivingMs, stoppedMs },
    events: [
      ...crossings.items.map(({ at, kind, geofence, ...place }) => ({
        ...{ kind, at: Date.parse(at), carrier, geofence: geofence.name },
        ...{ longitude: place.longitude, latitude: place.latitude },
      })),
      ...trace.stops.map(({ from: at, to: until, longitude, latitude, name: place }) => ({
        ...{ kind: "stay" as const, at, until, carrier, longitude, latitude, place },
      })),
    ],
  };
}

async function drawingOf({ db }: OperationContext, fileId: string | null) {
  const { content } = await readFile(db, fileId);
  return {
    sha256: createHash("sha256").update(content).digest("hex"),
    png: await flatPicture(content, DRAWING),
  };
}
