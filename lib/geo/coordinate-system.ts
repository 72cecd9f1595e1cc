/** Coordinate systems of maps; positions are stored in the first. */
export const COORDINATE_SYSTEMS = ["wgs84", "gcj02", "bd09"] as const;
export type CoordinateSystem = (typeof COORDINATE_SYSTEMS)[number];
