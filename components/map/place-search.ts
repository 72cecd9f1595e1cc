import type { LonLat } from "@/lib/geo/coordinates";
import { storedPlace } from "@/lib/geo/degrees";
import { typedNumber } from "@/lib/units/limits";

/** A province or prefecture of the shipped map, in all languages of the interface. */
export type NamedPlace = { names: Readonly<Record<string, string>>; rank: number; place: LonLat };

type PlaceFeature = {
  properties: Record<string, string | number>;
  geometry: { coordinates: [number, number] };
};

/** The named positions of the shipped map's file. */
export const namedPlaces = (file: { features: readonly PlaceFeature[] }): NamedPlace[] =>
  file.features.map(({ properties, geometry }) => ({
    names: Object.fromEntries(
      Object.entries(properties).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    rank: Number(properties.rank),
    place: geometry.coordinates,
  }));

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Up to `limit` entries whose name in any language contains the query: prefix matches first, then provinces. */
export function placesLike(places: readonly NamedPlace[], query: string, limit: number): NamedPlace[] {
  const wanted = plain(query.trim());
  if (wanted === "") return [];
  const found = places.flatMap((one) => {
    const positions = Object.values(one.names).map((name) => plain(name).indexOf(wanted));
    const best = Math.min(...positions.map((position) => (position < 0 ? Number.POSITIVE_INFINITY : position)));
    return best === Number.POSITIVE_INFINITY ? [] : [{ one, isLater: best > 0 }];
  });
  found.sort((a, b) => Number(a.isLater) - Number(b.isLater) || a.one.rank - b.one.rank);
  return found.slice(0, limit).map(({ one }) => one);
}

/**
 * Parses a position from two numbers: latitude before longitude, as `23.17, 113.43`; reversed if the first cannot be a
 * latitude. Null for any other text.
 */
export function typedPlace(text: string): LonLat | null {
  const parts = text.trim().split(/\s*[,;，；\s]\s*/);
  if (parts.length !== 2) return null;
  const [first, second] = parts.map((part) => (/^[-−–－]?\d{1,3}(\.\d+)?$/.test(part) ? typedNumber(part) : null));
  if (first == null || second == null) return null;
  const [latitude, longitude] = Math.abs(first) > 90 ? [second, first] : [first, second];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return storedPlace([longitude, latitude]);
}
