import { kmhOfKnots, kmhOfMetresPerSecond } from "@/lib/units/convert";
import { TABLES } from "./field.rules";
import { type Adapted, add, instantOf, nothing, positionOf, readFields, refuse } from "./rules";
import { isObject, numberOf } from "./value.rules";

type Fields = Readonly<Record<string, unknown>>;

const vehicleFields = (fields: Fields, path = "") => readFields(fields, TABLES.vehicle, { path, reader: "vehicle" });

const PLAIN_TIME = /^(\d{4}-\d{2}-\d{2})[ +](\d{2}:\d{2}:\d{2})$/;

/** Parses a time of the protocol: seconds or milliseconds, ISO-8601, or `yyyy-MM-dd HH:mm:ss` in UTC. */
function timeOf(raw: unknown, now: number): number | null {
  if (raw === undefined || raw === null || raw === "") return now;
  const [, day, time] = (typeof raw === "string" && PLAIN_TIME.exec(raw)) || [];
  return instantOf(day ? `${day}T${time}Z` : raw);
}

const idOf = (raw: unknown): string | null => {
  const text = typeof raw === "number" || typeof raw === "string" ? String(raw).trim() : "";
  return text === "" ? null : text;
};

const MISSING = "id: is missing";

/** Whether a reason says that a report names no device. */
export const isMissingId = (reason: string): boolean => reason === MISSING || reason === `device_${MISSING}`;

/** Whether the fields are the JSON form of Traccar Client; otherwise they are flat, as in a query. */
export const isLocations = ({ location }: Fields): boolean => isObject(location) || Array.isArray(location);

const BAD_TIME =
  "timestamp: must be seconds or milliseconds since 1970, ISO-8601 with an offset, or yyyy-MM-dd HH:mm:ss";

/** Whether a query field is false: with `valid` false, the position was not measured. */
const isFalse = (raw: unknown) =>
  raw === false || raw === 0 || (typeof raw === "string" && ["false", "0"].includes(raw.trim().toLowerCase()));

/** Adds the reading of flat fields; returns the reason if they are invalid. */
function addFlat(adapted: Adapted, fields: Fields, now: number): string | null {
  const { id, deviceid, timestamp, lat, lon, location, speed, bearing, heading, altitude, accuracy, hdop, ...others } =
    fields;
  const { valid, payload: _payload, token: _token, ...measured } = others;
  const device = idOf(id ?? deviceid);
  if (device === null) return MISSING;
  const at = timeOf(timestamp, now);
  if (at === null) return BAD_TIME;
  const [latitude, longitude] = typeof location === "string" ? location.split(",") : [];
  const knots = numberOf(speed);
  const told = Object.entries({ altitude, accuracy, hdop }).filter(([, value]) => value !== undefined);
  const position =
    valid !== undefined && isFalse(valid)
      ? null
      : positionOf({
          lat: lat ?? latitude,
          lon: lon ?? longitude,
          speedKmh: knots === null ? null : kmhOfKnots(knots),
          course: bearing ?? heading,
        });
  const properties = Object.fromEntries(told);
  add(adapted, { index: 0, device, at, read: vehicleFields(measured), position, properties });
  return null;
}

/**
 * Adds one location of Traccar Client: speed in m/s, battery level 0 to 1, −1 for unknown. Returns the reason if it is
 * invalid.
 */
function addLocation(adapted: Adapted, index: number, device: string, location: unknown, now: number): string | null {
  if (!isObject(location)) return "location: must be an object";
  const { timestamp, coords = {}, battery = {}, extras = {}, odometer, is_moving } = location;
  if (!isObject(coords)) return "location.coords: must be an object";
  const at = timeOf(timestamp, now);
  if (at === null) return `location.${BAD_TIME}`;
  const speed = numberOf(coords.speed);
  const level = isObject(battery) ? numberOf(battery.level) : null;
  const read = vehicleFields(isObject(extras) ? extras : {}, "location.extras.");
  if (level !== null && level >= 0 && level <= 1) read.values.battery ??= Math.round(level * 1000) / 10;
  const told = Object.entries({ odometer, is_moving, accuracy: coords.accuracy, altitude: coords.altitude });
  add(adapted, {
    index,
    device,
    at,
    read,
    position: positionOf({
      lat: coords.latitude,
      lon: coords.longitude,
      speedKmh: speed === null ? null : kmhOfMetresPerSecond(speed),
      course: coords.heading,
    }),
    properties: Object.fromEntries(told.filter(([, value]) => value !== undefined)),
  });
  return null;
}

/** Converts a report of the OsmAnd protocol to readings: flat fields, or the locations of Traccar Client. */
export function fromOsmAnd(fields: Fields, now: number): Adapted {
  const adapted = nothing();
  if (!isLocations(fields)) {
    refuse(adapted, 0, addFlat(adapted, fields, now));
    return adapted;
  }
  const device = idOf(fields.device_id ?? fields.id ?? fields.deviceid);
  const locations = Array.isArray(fields.location) ? fields.location : [fields.location];
  if (device === null) refuse(adapted, 0, `device_${MISSING}`);
  else
    for (const [index, location] of locations.entries())
      refuse(adapted, index, addLocation(adapted, index, device, location, now));
  return adapted;
}
