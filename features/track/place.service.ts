import "server-only";
import { geofencesOf } from "@/features/geofence/geofence.operations";
import type { LonLat } from "@/lib/geo/coordinates";
import type { OperationContext } from "@/lib/operation/context";
import { placeNames } from "@/lib/street-map/place-names";
import { fenceAt, nameKey } from "./place.rules";

/** Maximum number of positions that are looked up on the map with streets at once. */
const LOOKED_UP = 150;

/**
 * What people call these positions (WGS-84): the site around one, as far as the caller may view its geofence, or else
 * what the map with streets says, or else a larger geofence. Null where neither knows the place; the first positions
 * are looked up first.
 */
export async function namePlaces(
  ctx: OperationContext,
  customerId: number,
  places: readonly LonLat[],
): Promise<(string | null)[]> {
  if (places.length === 0) return [];
  const fences = await geofencesOf(ctx, customerId);
  const inFences = places.map((place) => fenceAt(fences, place));
  const open = new Map(
    places.flatMap((place, index) => (inFences[index]?.isSite ? [] : [[nameKey(place), place] as const])),
  );
  const asked = [...open].slice(0, LOOKED_UP);
  const names = await placeNames(
    asked.map(([, place]) => place),
    ctx.locale,
  );
  const onStreets = new Map(asked.map(([key], index) => [key, names[index] ?? null]));
  return places.map((place, index) => {
    const fence = inFences[index];
    return fence?.isSite ? fence.name : (onStreets.get(nameKey(place)) ?? fence?.name ?? null);
  });
}
