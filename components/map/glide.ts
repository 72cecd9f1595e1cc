import type { LonLat } from "@/lib/geo/coordinates";

/** Duration of the animation of a point to its new position. */
export const GLIDE_MS = 1_000;
/** Shorter movements are not visible, longer ones cannot be followed by eye. */
const LEAST_PX = 2;
const MOST_PX = 1_500;
/** The maximum number of points that move at a time; more could not be followed by eye. */
export const MOST_GLIDING = 300;

/** Whether a movement of this length is animated. */
export const isGlide = (pixels: number): boolean => pixels >= LEAST_PX && pixels <= MOST_PX;

/** The position `elapsed` ms after leaving `from`, with ease-out. */
export function glidePlace(from: LonLat, to: LonLat, elapsed: number): LonLat {
  const part = Math.min(1, Math.max(0, elapsed / GLIDE_MS));
  const way = 1 - (1 - part) ** 3;
  return [from[0] + (to[0] - from[0]) * way, from[1] + (to[1] - from[1]) * way];
}
