import type { LonLat } from "@/lib/geo/coordinates";

/** How long a point takes to where it is now. */
export const GLIDE_MS = 1_000;
/** Fewer pixels are no movement that anybody sees, more are no way that anybody follows. */
const LEAST_PX = 2;
const MOST_PX = 1_500;
/** At most so many at a time: of more nobody follows any. */
export const MOST_GLIDING = 300;

/** Whether a way of so many pixels is shown as a movement. */
export const isGlide = (pixels: number): boolean => pixels >= LEAST_PX && pixels <= MOST_PX;

/** Where a point is `elapsed` ms after it left `from`: quick at first, slow to its end. */
export function glidePlace(from: LonLat, to: LonLat, elapsed: number): LonLat {
  const part = Math.min(1, Math.max(0, elapsed / GLIDE_MS));
  const way = 1 - (1 - part) ** 3;
  return [from[0] + (to[0] - from[0]) * way, from[1] + (to[1] - from[1]) * way];
}
