import "server-only";
import { env } from "@/lib/env/env";
import type { CoordinateSystem } from "./coordinate-system";

/** Which map is drawn: `styleUrl` null is the shipped one; `coordinates` the system that its tiles are in. */
export type MapSettings = { styleUrl: string | null; coordinates: CoordinateSystem };

/** The map of this installation, for the screens that draw one. */
export function mapSettings(): MapSettings {
  const { MAP_STYLE_URL, MAP_COORDINATES } = env();
  return { styleUrl: MAP_STYLE_URL ?? null, coordinates: MAP_COORDINATES };
}
