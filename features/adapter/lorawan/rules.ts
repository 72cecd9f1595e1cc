import { isObject, numberOf } from "../rules";

/** Hexadecimal digits in capitals, as a MAC is kept. */
export const euiOf = (text: string): string => text.replaceAll(/^0x|[\s:-]/gi, "").toUpperCase();

/** The strongest of the gateways that heard it, in dBm. */
export function strongest(receivers: unknown): number | null {
  const levels = Array.isArray(receivers) ? receivers.map((one) => (isObject(one) ? numberOf(one.rssi) : null)) : [];
  return levels.reduce((best, level) => (level !== null && (best === null || level > best) ? level : best), null);
}
