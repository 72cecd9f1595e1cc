import "server-only";
import { forecast } from "@/features/alarm/condition/forecast.rules";
import { readPoints } from "@/features/carrier/monitoring/monitoring.operations";
import {
  type MonitoringPointDto,
  type MonitoringProbeDto,
  MonitoringQuery,
} from "@/features/carrier/monitoring/monitoring.schema";
import type { LonLat } from "@/lib/geo/coordinates";
import type { OperationContext } from "@/lib/operation/context";
import { type Fix, findDriven, findFences, findPositionsOf, findSamples, type Sample } from "./journey.data";
import { centreOf } from "./place.rules";
import { arrivalOf, nextStopOf } from "./transport.rules";
import type { ProgressDto, TransportDto } from "./transport.schema";

/** Readings that a forecast is made from, and how far it looks ahead; those of the trend condition. */
const SPAN_MS = 3_600_000;
const HORIZON_MS = 4 * 3_600_000;

/** How much of its range is left to a probe, in °C; negative outside, infinite without limits or value. */
function roomOf({ value, minimum, maximum }: MonitoringProbeDto): number {
  if (value === null) return Number.POSITIVE_INFINITY;
  return Math.min(maximum === null ? Infinity : maximum - value, minimum === null ? Infinity : value - minimum);
}

const NO_FACTS = { driven: { metres: 0, drivingMs: 0 } };

type Facts = {
  now: number;
  point: MonitoringPointDto | undefined;
  position: Fix | undefined;
  driven: { metres: number; drivingMs: number } | undefined;
  places: ReadonlyMap<number, LonLat>;
  samples: ReadonlyMap<number, Sample[]>;
};

function breachOf(probes: readonly MonitoringProbeDto[], { samples, now }: Facts): ProgressDto["breach"] {
  const found = probes.flatMap(({ id, state, minimum, maximum }) => {
    if (state === "above" || state === "below") return [{ minutes: 0, side: state }];
    const rule = { minimum, maximum, horizonMs: HORIZON_MS, spanMs: SPAN_MS };
    const one = state === "normal" ? forecast(rule, samples.get(id) ?? []) : null;
    return one ? [{ minutes: Math.max(0, Math.round((one.predictedAt - now) / 60_000)), side: one.side }] : [];
  });
  return found.toSorted((a, b) => a.minutes - b.minutes)[0] ?? null;
}

function progressOf(transport: TransportDto, facts: Facts): ProgressDto {
  const { now, point, position, driven, places } = facts;
  const { stops, state } = transport;
  const probes = (point?.probes ?? []).filter(({ measure }) => measure === "temperature");
  const worst = probes.filter(({ value }) => value !== null).toSorted((a, b) => roomOf(a) - roomOf(b))[0];
  const placeOf = (place: number): LonLat | null => places.get(placeKey(transport.id, place)) ?? null;
  const isGone = state === "underway";
  const next = state === "arrived" ? null : nextStopOf(stops);
  const departure = stops.findLastIndex(({ departedAt }) => departedAt !== null);
  const arrival = arrivalOf({
    now,
    position: isGone && position ? [position.longitude, position.latitude] : null,
    origin: departure >= 0 ? placeOf(departure) : null,
    driven: driven ?? NO_FACTS.driven,
    ahead: next === null ? [] : stops.slice(next).map((stop) => ({ ...stop, place: placeOf(stop.place) })),
  });
  const arrivedLate = stops.at(-1);
  const lateBy =
    state === "arrived" && arrivedLate?.arrivedAt && arrivedLate.plannedArriveAt
      ? Math.round((arrivedLate.arrivedAt - arrivedLate.plannedArriveAt) / 60_000)
      : null;
  return {
    position: position ?? null,
    temperature:
      worst && worst.value !== null && worst.at !== null
        ? { value: worst.value, at: worst.at, minimum: worst.minimum, maximum: worst.maximum, state: worst.state }
        : null,
    openExceptions: point?.openExceptions ?? null,
    breach: breachOf(probes, facts),
    nextStop: next,
    ...arrival,
    ...(lateBy !== null && { delayMinutes: lateBy }),
  };
}

const placeKey = (transportId: number, place: number) => transportId * 100 + place;

/** The place of each stop that has one: its own position, or the middle of its geofence. */
async function placesOf({ db }: OperationContext, transports: readonly TransportDto[]): Promise<Map<number, LonLat>> {
  const ids = transports.flatMap(({ stops }) => stops.flatMap(({ geofenceId }) => geofenceId ?? []));
  const fences = new Map((await findFences(db, ids)).map((fence) => [fence.id, fence]));
  return new Map(
    transports.flatMap(({ id, stops }) =>
      stops.flatMap((stop): [number, LonLat][] => {
        const place = centreOf(stop, fences);
        return place ? [[placeKey(id, stop.place), place]] : [];
      }),
    ),
  );
}

/** What is known of these transports now: place, temperature, breach, arrival; by id. Six queries for all. */
export async function progressOfAll(
  ctx: OperationContext,
  transports: readonly TransportDto[],
): Promise<Map<number, ProgressDto>> {
  const now = ctx.now.getTime();
  const carrierIds = [...new Set(transports.map(({ carrier }) => carrier.id))];
  if (carrierIds.length === 0) return new Map();
  const asked = MonitoringQuery.parse({ ids: carrierIds.slice(0, 100).join(","), iDisplayLength: 100 });
  const { items } = await readPoints(ctx, asked);
  const points = new Map(items.map((point) => [point.id, point]));
  const probeIds = items.flatMap(({ probes }) =>
    probes.filter(({ measure }) => measure === "temperature").map(({ id }) => id),
  );
  const departures = transports.flatMap(({ carrier, stops, state }) => {
    const from = stops.findLast(({ departedAt }) => departedAt !== null)?.departedAt;
    return state === "underway" && from ? [{ carrierId: carrier.id, from }] : [];
  });
  const [positions, driven, places, samples] = await Promise.all([
    findPositionsOf(ctx.db, [...points.keys()]),
    findDriven(ctx.db, departures),
    placesOf(ctx, transports),
    findSamples(ctx.db, probeIds, now - SPAN_MS, now),
  ]);
  return new Map(
    transports.map((transport) => {
      const { id } = transport.carrier;
      const facts = {
        now,
        places,
        samples,
        point: points.get(id),
        position: positions.get(id),
        driven: driven.get(id),
      };
      return [transport.id, progressOf(transport, facts)];
    }),
  );
}
