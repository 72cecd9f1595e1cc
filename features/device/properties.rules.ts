import { MAXIMUM_PROPERTY_BYTES } from "./properties.schema";

const FIRMWARE_LENGTH = 50;
const MAXIMUM_DEPTH = 8;

/** Makes a text storable in jsonb: PostgreSQL rejects NUL. */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storable(name), cleaned(part)]));
}

const isDeeperThan = (value: unknown, levels: number): boolean =>
  value !== null &&
  typeof value === "object" &&
  (levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1)));

/**
 * The report in storable form, or the reason why it is rejected. The firmware version is read from the key `firmware`
 * only.
 */
export function keptProperties(
  raw: Record<string, unknown>,
): { properties: Record<string, unknown>; firmware: string | null } | string {
  if (isDeeperThan(raw, MAXIMUM_DEPTH)) return `properties: at most ${MAXIMUM_DEPTH} levels`;
  if (new TextEncoder().encode(JSON.stringify(raw)).length > MAXIMUM_PROPERTY_BYTES)
    return `properties: at most ${MAXIMUM_PROPERTY_BYTES} bytes`;
  const properties = cleaned(raw) as Record<string, unknown>;
  const { firmware } = properties;
  const isVersion = typeof firmware === "string" && firmware !== "" && firmware.length <= FIRMWARE_LENGTH;
  return { properties, firmware: isVersion ? firmware : null };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const NAME_LENGTH = 64;

/**
 * Parses the report of one device, with its name in upper case; or returns the reason for rejection. PostgreSQL stores
 * no NUL.
 */
export function deviceReport(raw: unknown): { name: string; properties: Record<string, unknown> } | string {
  const { device, properties } = isObject(raw) ? raw : {};
  const name = typeof device === "string" ? device.trim() : "";
  if (name === "" || name.length > NAME_LENGTH || name.includes("\0"))
    return `device: must be a serial number or MAC of 1 to ${NAME_LENGTH} characters`;
  return isObject(properties) ? { name: name.toUpperCase(), properties } : "properties: must be an object";
}
