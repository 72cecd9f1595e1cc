import type { Interval } from "./door.rules";
import { uniformAt } from "./random.rules";

/** A recorded drive: seconds from its start, longitude and latitude (WGS-84), in order of time. */
export type Track = readonly (readonly [seconds: number, longitude: number, latitude: number])[];

/**
 * A working day that drives the track back and forth with a stop at each end: whole rounds only, from `fromUtcHour` for
 * at most `hours`, otherwise parked at the start of the track. 24 hours means around the clock.
 */
export type Shift = { fromUtcHour: number; hours: number; stopSeconds: number };

export type Leg = { phase: "driving" | "stopped" | "parked"; trackSeconds: number; isReturn: boolean };

/** Speed in km/h; course in degrees clockwise from north. */
export type Fix = { longitude: number; latitude: number; speedKmh: number; course: number };

const DAY = 86_400_000;
const EARTH_METRES = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The part of its working day in which a vehicle is at an instant (epoch ms). */
export function legAt(track: Track, shift: Shift, at: number): Leg {
  const driveSeconds = lengthOf(track);
  const round = 2 * (driveSeconds + shift.stopSeconds);
  const sinceMidnight = (((at - shift.fromUtcHour * 3_600_000) % DAY) + DAY) % DAY;
  const seconds = sinceMidnight / 1000;
  const rounds = Math.floor((shift.hours * 3600) / round);
  if (seconds >= rounds * round) return { phase: "parked", trackSeconds: 0, isReturn: false };
  const inRound = seconds % round;
  const isReturn = inRound >= round / 2;
  const inLeg = isReturn ? inRound - round / 2 : inRound;
  if (inLeg >= driveSeconds) return { phase: "stopped", trackSeconds: isReturn ? 0 : driveSeconds, isReturn };
  return { phase: "driving", trackSeconds: isReturn ? driveSeconds - inLeg : inLeg, isReturn };
}

/** Position, speed and course at an instant (epoch ms), interpolated linearly between the recorded points. */
export function fixAt(track: Track, shift: Shift, at: number): Fix {
  const leg = legAt(track, shift, at);
  const [from, to] = segmentAt(track, leg.trackSeconds);
  const span = to[0] - from[0];
  const share = (leg.trackSeconds - from[0]) / span;
  const longitude = from[1] + (to[1] - from[1]) * share;
  const latitude = from[2] + (to[2] - from[2]) * share;
  const speedKmh = leg.phase === "driving" ? (metresBetween(from, to) / span) * 3.6 : 0;
  const course = leg.isReturn ? bearing(to, from) : bearing(from, to);
  return { longitude, latitude, speedKmh, course };
}

/** The stops at both ends within a span (epoch ms), without parking. */
export function stopsBetween(track: Track, shift: Shift, from: number, to: number): Interval[] {
  const half = (lengthOf(track) + shift.stopSeconds) * 1000;
  const legs = 2 * Math.floor((shift.hours * 3_600_000) / (2 * half));
  const stops: Interval[] = [];
  const firstDay = Math.floor(from / DAY) - 1;
  for (let day = firstDay; day * DAY < to; day += 1) {
    const start = day * DAY + shift.fromUtcHour * 3_600_000;
    for (let leg = 1; leg <= legs; leg += 1) {
      const end = start + leg * half;
      stops.push({ from: end - shift.stopSeconds * 1000, to: end });
    }
  }
  return stops.filter((stop) => stop.to > from && stop.from < to);
}

/** Door openings for unloading: two to five minutes at each stop, two minutes after the arrival. */
export function unloadingsBetween(track: Track, shift: Shift, seed: number, from: number, to: number): Interval[] {
  return stopsBetween(track, shift, from, to)
    .map((stop) => {
      const opened = stop.from + 120_000;
      const lasts = (120 + 180 * uniformAt(seed, Math.floor(stop.from / 60_000))) * 1000;
      return { from: opened, to: Math.min(stop.to, opened + Math.round(lasts)) };
    })
    .filter((opening) => opening.to > from && opening.from < to);
}

/** Great-circle distance in metres between two track points (haversine formula). */
export function metresBetween(a: Track[number], b: Track[number]): number {
  const [, longitudeA, latitudeA] = a;
  const [, longitudeB, latitudeB] = b;
  const north = Math.sin(radians(latitudeB - latitudeA) / 2) ** 2;
  const east = Math.sin(radians(longitudeB - longitudeA) / 2) ** 2;
  const chord = north + Math.cos(radians(latitudeA)) * Math.cos(radians(latitudeB)) * east;
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(chord));
}

/** Initial bearing from one point to another, degrees clockwise from north, 0 to 360. */
export function bearing(from: Track[number], to: Track[number]): number {
  const [latitudeA, latitudeB] = [radians(from[2]), radians(to[2])];
  const east = radians(to[1] - from[1]);
  const y = Math.sin(east) * Math.cos(latitudeB);
  const x = Math.cos(latitudeA) * Math.sin(latitudeB) - Math.sin(latitudeA) * Math.cos(latitudeB) * Math.cos(east);
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

const lengthOf = (track: Track): number => track.at(-1)?.[0] ?? 0;

function segmentAt(track: Track, seconds: number): [Track[number], Track[number]] {
  let low = 0;
  let high = track.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((track[middle] as Track[number])[0] <= seconds) low = middle;
    else high = middle - 1;
  }
  return [track[low] as Track[number], track[low + 1] as Track[number]];
}
