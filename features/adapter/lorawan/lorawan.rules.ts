import { plain } from "../field.rules";
import { type AnyPosition, instantOf } from "../rules";
import { isObject, numberOf } from "../value.rules";

/** EUI as hexadecimal digits in upper case, the format of a stored MAC. */
export const euiOf = (text: string): string => text.replaceAll(/^0x|[\s:-]/gi, "").toUpperCase();

/** RSSI of the gateway with the strongest reception, in dBm. */
export function strongest(receivers: unknown): number | null {
  const levels = Array.isArray(receivers) ? receivers.map((one) => (isObject(one) ? numberOf(one.rssi) : null)) : [];
  return levels.reduce((best, level) => (level !== null && (best === null || level > best) ? level : best), null);
}

/** Plain names that codecs use for coordinates (`gpsLat`, `gpsLong`: comtac LPN TD-1). */
const LATITUDES = ["latitude", "lat", "gpslatitude", "gpslat"];
const LONGITUDES = ["longitude", "lon", "lng", "gpslongitude", "gpslong", "gpslon", "gpslng"];
const HEADINGS = ["heading"];
const GPS = /^gps[_ ]?(\d{1,2}|location)?$/i;

/** The coordinates in these fields; null if there are none. */
function placeOf(fields: unknown): AnyPosition | null {
  if (!isObject(fields)) return null;
  const under = new Map(Object.entries(fields).map(([name, value]) => [plain(name), value]));
  const first = (names: readonly string[]) => names.map((name) => under.get(name)).find((value) => value != null);
  const [lat, lon] = [first(LATITUDES), first(LONGITUDES)];
  return lat === undefined && lon === undefined ? null : { lat, lon, course: first(HEADINGS) };
}

/** The position of a Cayenne channel, `gps_0: { latitude, … }` or `gpsLocation: { "1": { … } }`. */
function placeOfChannel(fields: Readonly<Record<string, unknown>>): AnyPosition | null {
  const groups = Object.entries(fields).flatMap(([name, value]) => (GPS.test(name) && isObject(value) ? [value] : []));
  const channels = groups.flatMap((group) => [group, ...Object.values(group)]);
  return channels.map(placeOf).find((place) => place !== null) ?? null;
}

/**
 * How far a device's clock may be ahead of the network, as at the ingest endpoint, and how old a stored reading may be.
 */
const AHEAD_MS = 10 * 60_000;
const BEHIND_MS = 30 * 86_400_000;
const EARLIEST = Date.UTC(2000, 0, 1);

/** Time by the device's clock: `time` as a text, or the count of seconds that Dragino sends, in any spelling. */
function clockOf(decoded: Readonly<Record<string, unknown>>, now: number): { name: string; at: number } | null {
  const isNamed = (at: number | null): at is number => at !== null && at <= now + AHEAD_MS;
  const clocks = Object.entries(decoded).map(([name, raw]) => ({ name, raw, written: plain(name) }));
  for (const { name, raw } of clocks.filter(({ written, raw }) => written === "time" && typeof raw === "string")) {
    const at = instantOf(raw);
    if (isNamed(at) && at >= EARLIEST) return { name, at };
  }
  for (const { name, raw } of clocks.filter(({ written }) => written === "systimestamp")) {
    const at = instantOf(raw);
    if (isNamed(at) && at >= now - BEHIND_MS) return { name, at };
  }
  return null;
}

/**
 * Splits the fields that a codec decoded into the position, the device's time of measurement (epoch ms; null if absent
 * or implausible at `now`) and the other fields, which include a time that was not accepted. A count of seconds is
 * accepted within a month of now, as a clock that was never set also counts.
 */
export function decodedOf(decoded: Readonly<Record<string, unknown>>, now: number) {
  const isPlace = (name: string) =>
    [...LATITUDES, ...LONGITUDES, ...HEADINGS].includes(plain(name)) ||
    (GPS.test(name) && placeOfChannel({ [name]: decoded[name] }) !== null);
  const place = placeOf(decoded) ?? placeOfChannel(decoded);
  const clock = clockOf(decoded, now);
  const isField = (name: string) => name !== clock?.name && (place === null || !isPlace(name));
  const fields = Object.fromEntries(Object.entries(decoded).filter(([name]) => isField(name)));
  return { place, at: clock?.at ?? null, fields };
}

/** Position found by a service of the network server: `{ "frm-payload": { latitude, longitude } }` and others. */
export function placeOfService(locations: unknown, service: string): AnyPosition | null {
  return isObject(locations) ? placeOf(locations[service]) : null;
}
