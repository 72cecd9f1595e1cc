import { CARRIER_TYPES, type CarrierType, SEVERITIES } from "@/db/enums";
import type { LivePosition } from "@/features/telemetry/live/live.schema";
import type { LonLat } from "@/lib/geo/coordinates";
import { MONITOR_STATUSES, type MonitorStatus } from "../monitoring/point-state.rules";
import type { CarrierMapDto } from "./schema";

/** Source of a position: a device's latest position, the carrier's own coordinates, or the map node above it. */
export const PLACE_SOURCES = ["position", "carrier", "scene"] as const;
export type PlaceSource = (typeof PLACE_SOURCES)[number];

/** Below this speed the course is receiver noise. */
const MOVING_KMH = 3;

/** Colours of `components/value/tone.ts`. */
export type CarrierTone = "normal" | "paused" | "offline" | "warning" | "below" | "above" | "critical";

/** A carrier on the map; an unchanged carrier is the same object. `at` in epoch ms. */
export type CarrierOnMap = {
  id: number;
  name: string;
  type: CarrierType;
  urgency: number;
  status: MonitorStatus;
  tone: CarrierTone;
  place: LonLat;
  source: PlaceSource;
  at: number | null;
  /** Course in degrees clockwise from north; null at rest. */
  course: number | null;
  speedKmh: number | null;
};

const FIRST_STATUS = SEVERITIES.length;

/** The state for an index in the order "worst first" (`urgency` of the monitoring list). */
export const statusOfUrgency = (urgency: number): MonitorStatus =>
  MONITOR_STATUSES[Math.max(0, urgency - FIRST_STATUS)] ?? "unknown";

/** The colour of a carrier by its urgency and the side of its worst excursion, 1 above and -1 below. */
export function toneOfUrgency(urgency: number, side: number): CarrierTone {
  const status = statusOfUrgency(urgency);
  if (status === "abnormal") {
    if (urgency === SEVERITIES.indexOf("critical")) return "critical";
    return side > 0 ? "above" : side < 0 ? "below" : "warning";
  }
  return status === "stopped" ? "paused" : status === "normal" ? "normal" : "offline";
}

const heading = (course: number | null, speedKmh: number | null) =>
  course !== null && speedKmh !== null && speedKmh >= MOVING_KMH ? course : null;

/** Converts the columns of a response to carriers. */
export function carriersOf(dto: CarrierMapDto): CarrierOnMap[] {
  return dto.ids.map((id, row) => {
    const urgency = dto.urgencies[row] as number;
    const speedKmh = dto.speeds[row] ?? null;
    return {
      id,
      name: dto.names[row] as string,
      type: CARRIER_TYPES[dto.types[row] as number] ?? "other",
      urgency,
      status: statusOfUrgency(urgency),
      tone: toneOfUrgency(urgency, dto.sides[row] as number),
      place: [dto.longitudes[row] as number, dto.latitudes[row] as number],
      source: PLACE_SOURCES[dto.sources[row] as number] ?? "carrier",
      at: dto.at[row] ?? null,
      course: heading(dto.courses[row] ?? null, speedKmh),
      speedKmh,
    };
  });
}

/** What a map draws for a carrier. */
type CarrierPoint = Pick<CarrierOnMap, "id" | "place" | "tone" | "course">;

const points = new WeakMap<CarrierOnMap, CarrierPoint>();

/** The point of a carrier: the same object for the same carrier, so that the map redraws changes only. */
export function pointOf(carrier: CarrierOnMap): CarrierPoint {
  const known = points.get(carrier);
  if (known) return known;
  const { id, place, tone, course } = carrier;
  const point = { id, place, tone, course };
  points.set(carrier, point);
  return point;
}

/** Worst first, then by name, as on the server. */
export const byUrgency = (a: CarrierOnMap, b: CarrierOnMap): number =>
  a.urgency - b.urgency || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);

/** Applies newer positions to the carriers; returns the same list if none is newer. */
export function withPositions(
  carriers: readonly CarrierOnMap[],
  positions: readonly LivePosition[],
): readonly CarrierOnMap[] {
  const newest = new Map<number, LivePosition>();
  // A restated position replaces a newer one that proved invalid.
  for (const one of positions)
    if (one.isRestated || one.at >= (newest.get(one.carrierId)?.at ?? 0)) newest.set(one.carrierId, one);
  let isChanged = false;
  const next = carriers.map((carrier) => {
    const moved = newest.get(carrier.id);
    if (!moved || (!moved.isRestated && moved.at <= (carrier.at ?? 0))) return carrier;
    isChanged = true;
    const { at, longitude, latitude, speedKmh, course } = moved;
    const place: LonLat = [longitude, latitude];
    return { ...carrier, place, source: "position" as const, at, speedKmh, course: heading(course, speedKmh) };
  });
  return isChanged ? next : carriers;
}

/** Whether two rows are equal in all displayed fields. */
const isSame = (a: CarrierOnMap, b: CarrierOnMap): boolean =>
  a.place[0] === b.place[0] &&
  a.place[1] === b.place[1] &&
  (["name", "type", "urgency", "tone", "source", "at", "course", "speedKmh"] as const).every(
    (key) => a[key] === b[key],
  );

/** Merges the response for the `asked` carriers; missing ones are removed, unchanged ones remain the same object. */
export function withFresh(
  carriers: readonly CarrierOnMap[],
  asked: ReadonlySet<number>,
  fresh: readonly CarrierOnMap[],
): CarrierOnMap[] {
  const known = new Map(carriers.map((carrier) => [carrier.id, carrier]));
  const news = fresh.map((carrier) => {
    const old = known.get(carrier.id);
    if (!old) return carrier;
    // A position from the live stream may be newer than the response.
    const { place, source, at, course, speedKmh } = old;
    const next = (at ?? 0) > (carrier.at ?? 0) ? { ...carrier, place, source, at, course, speedKmh } : carrier;
    return isSame(old, next) ? old : next;
  });
  return [...carriers.filter(({ id }) => !asked.has(id)), ...news].sort(byUrgency);
}

export type StatusCounts = Record<MonitorStatus, number>;

/** The number of carriers per state. */
export function countsOf(carriers: readonly CarrierOnMap[]): StatusCounts {
  const counts = Object.fromEntries(MONITOR_STATUSES.map((status) => [status, 0])) as StatusCounts;
  for (const { status } of carriers) counts[status] += 1;
  return counts;
}
