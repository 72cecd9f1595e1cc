import "server-only";
import { env } from "@/lib/env/env";
import { streetFile } from "@/lib/street-map/street-file";
import type { CoordinateSystem } from "./coordinate-system";
import type { Bounds } from "./sphere";

/** A PMTiles file with streets that this server has: its address, and what it covers. */
export type StreetMap = { url: string; bounds: Bounds; attribution: string };

/**
 * Map settings: `styleUrl` null is the shipped style; `coordinates` is the coordinate system of its tiles. `streets`
 * lies over the shipped style; `areStreetsBroken` says that there is a file for it that cannot be used.
 */
export type MapSettings = {
  styleUrl: string | null;
  coordinates: CoordinateSystem;
  streets: StreetMap | null;
  areStreetsBroken: boolean;
};

/** The map settings of this installation. */
export async function mapSettings(): Promise<MapSettings> {
  const { MAP_STYLE_URL, MAP_COORDINATES } = env();
  const settings = { styleUrl: MAP_STYLE_URL ?? null, coordinates: MAP_COORDINATES };
  if (MAP_STYLE_URL) return { ...settings, streets: null, areStreetsBroken: false };
  const { map, fault } = await streetFile();
  const streets = map && {
    url: `/service/streets?v=${map.version}`,
    bounds: map.bounds,
    attribution: map.attribution,
  };
  return { ...settings, streets, areStreetsBroken: fault !== null };
}
