import { MAXIMUM_PROPERTY_BYTES } from "./properties.schema";

const FIRMWARE_LENGTH = 50;
const MAXIMUM_DEPTH = 8;

/** A text that PostgreSQL can keep in jsonb: NUL is refused there. */
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

/** The report as it can be kept, or the reason why not. A firmware version is told by that name, else nothing is known of it. */
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

/** What is told of one device, its name in upper case; or the reason why it cannot be taken. PostgreSQL stores no NUL. */
export function deviceReport(raw: unknown): { name: string; properties: Record<string, unknown> } | string {
  const { device, properties } = isObject(raw) ? raw : {};
  const name = typeof device === "string" ? device.trim() : "";
  if (name === "" || name.length > NAME_LENGTH || name.includes("\0"))
    return `device: must be a serial number or MAC of 1 to ${NAME_LENGTH} characters`;
  return isObject(properties) ? { name: name.toUpperCase(), properties } : "properties: must be an object";
}
