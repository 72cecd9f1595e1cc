import "server-only";
import { env } from "@/lib/env/env";
import type { CoordinateSystem } from "./coordinate-system";

/** Map settings: `styleUrl` null is the shipped style; `coordinates` is the coordinate system of its tiles. */
export type MapSettings = { styleUrl: string | null; coordinates: CoordinateSystem };

/** The map settings of this installation. */
export function mapSettings(): MapSettings {
  const { MAP_STYLE_URL, MAP_COORDINATES } = env();
  return { styleUrl: MAP_STYLE_URL ?? null, coordinates: MAP_COORDINATES };
}
