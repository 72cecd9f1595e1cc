import { CARRIER_TYPES, type CarrierType, SEVERITIES } from "@/db/enums";
import type { LivePosition } from "@/features/telemetry/live/live.schema";
import type { LonLat } from "@/lib/geo/coordinates";
import { MONITOR_STATUSES, type MonitorStatus } from "../monitoring/point-state.rules";
import type { CarrierMapDto } from "./schema";

/** Where a place comes from: a device's newest position, the carrier's own coordinates, or the map node above it. */
export const PLACE_SOURCES = ["position", "carrier", "scene"] as const;
export type PlaceSource = (typeof PLACE_SOURCES)[number];

/** Slower than this a heading is the noise of a receiver at rest. */
const MOVING_KMH = 3;

/** Colours of `components/ui/tone.ts`. */
export type CarrierTone = "normal" | "paused" | "offline" | "warning" | "below" | "above" | "critical";

/** A carrier on the map; an object that is the same has not changed. `at` in epoch ms. */
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
  /** Where it is heading, in degrees from north; null at rest. */
  course: number | null;
  speedKmh: number | null;
};

const FIRST_STATUS = SEVERITIES.length;

/** The state of a carrier by its place in the order "worst first" (`urgency` of the monitoring list). */
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

/** The carriers of an answer, row by row. */
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

/** What a map draws of a carrier. */
type CarrierPoint = Pick<CarrierOnMap, "id" | "place" | "tone" | "course">;

const points = new WeakMap<CarrierOnMap, CarrierPoint>();

/** The point of a carrier: the same object for the same carrier, so that a map is told of changes alone. */
export function pointOf(carrier: CarrierOnMap): CarrierPoint {
  const known = points.get(carrier);
  if (known) return known;
  const { id, place, tone, course } = carrier;
  const point = { id, place, tone, course };
  points.set(carrier, point);
  return point;
}

/** Worst first, then by name: the order of the server. */
export const byUrgency = (a: CarrierOnMap, b: CarrierOnMap): number =>
  a.urgency - b.urgency || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);

/** The carriers with these positions, where they are newer; the very same list where none is. */
export function withPositions(
  carriers: readonly CarrierOnMap[],
  positions: readonly LivePosition[],
): readonly CarrierOnMap[] {
  const newest = new Map<number, LivePosition>();
  // One that was restated takes the place of a newer one, which proved to be none.
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

/** Whether two rows say the same. */
const isSame = (a: CarrierOnMap, b: CarrierOnMap): boolean =>
  a.place[0] === b.place[0] &&
  a.place[1] === b.place[1] &&
  (["name", "type", "urgency", "tone", "source", "at", "course", "speedKmh"] as const).every(
    (key) => a[key] === b[key],
  );

/**
 * The carriers with what is known anew of the `asked` ones, which are gone where it tells nothing of them; what says the
 * same stays the same object.
 */
export function withFresh(
  carriers: readonly CarrierOnMap[],
  asked: ReadonlySet<number>,
  fresh: readonly CarrierOnMap[],
): CarrierOnMap[] {
  const known = new Map(carriers.map((carrier) => [carrier.id, carrier]));
  const news = fresh.map((carrier) => {
    const old = known.get(carrier.id);
    if (!old) return carrier;
    // What the stream told meanwhile may be newer.
    const { place, source, at, course, speedKmh } = old;
    const next = (at ?? 0) > (carrier.at ?? 0) ? { ...carrier, place, source, at, course, speedKmh } : carrier;
    return isSame(old, next) ? old : next;
  });
  return [...carriers.filter(({ id }) => !asked.has(id)), ...news].sort(byUrgency);
}

export type StatusCounts = Record<MonitorStatus, number>;

/** How many carriers are in which state. */
export function countsOf(carriers: readonly CarrierOnMap[]): StatusCounts {
  const counts = Object.fromEntries(MONITOR_STATUSES.map((status) => [status, 0])) as StatusCounts;
  for (const { status } of carriers) counts[status] += 1;
  return counts;
}
