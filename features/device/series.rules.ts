import type { DeviceKind } from "@/db/enums";
import { canonicalMac, isMac, isSerialNumber, needsMac } from "./device.rules";

/** A device of a series, read from the code on its label. */
export type SeriesLine = { serialNumber: string; mac: string };

/** Why a code is not added to a series. */
export type CodeIssue = "unknownFormat" | "macNeeded" | "repeated";

/** Devices registered in one call from scanned codes. */
export const MAXIMUM_SERIES = 500;
const MAXIMUM_LENGTH = 50;

/** A LoRaWAN device label: `LW:D0:<JoinEUI>:<DevEUI>:…` (LoRa Alliance TR005). */
const LORAWAN = /^LW:D[0-9A-F]:[0-9A-F]{16}:([0-9A-F]{16})(?::|$)/i;
/** Named values in any order, as `SN:00012345;MAC:00-12-4B-00-14-D2-A1-B0`. */
const NAMED_SERIAL = /(?:^|[;,|\s])(?:S\/?N|SERIAL)\s*[:=]\s*([A-Za-z0-9][\w-]*)/i;
const NAMED_MAC = /(?:^|[;,|\s])(?:MAC|IEEE|(?:DEV)?EUI)\s*[:=]\s*([0-9A-F][0-9A-F:.-]*)/i;
/** A MAC of six bytes, a DevEUI or an IEEE address. */
const ADDRESS = /^(?:[0-9A-F]{12}|[0-9A-F]{16})$/;

/** Serial number and MAC in the text of a bar code, a QR code or a typed line; null for an unknown format. */
export function readCode(text: string): SeriesLine | null {
  const code = text.trim();
  const address = LORAWAN.exec(code)?.[1]?.toUpperCase();
  if (address) return { serialNumber: address, mac: address };
  const mac = canonicalMac(NAMED_MAC.exec(code)?.[1] ?? "");
  const serialNumber = NAMED_SERIAL.exec(code)?.[1] ?? mac;
  if (serialNumber !== "") return fitting({ serialNumber, mac });
  if (ADDRESS.test(canonicalMac(code))) return { serialNumber: canonicalMac(code), mac: canonicalMac(code) };
  return fitting({ serialNumber: code, mac: "" });
}

const fitting = (line: SeriesLine): SeriesLine | null =>
  isSerialNumber(line.serialNumber) &&
  line.serialNumber.length <= MAXIMUM_LENGTH &&
  (line.mac === "" || isMac(line.mac))
    ? line
    : null;

const same = (a: SeriesLine, b: SeriesLine): boolean =>
  a.serialNumber.toUpperCase() === b.serialNumber.toUpperCase() || (a.mac !== "" && a.mac === b.mac);

/** The line that a code adds to a series, or why it adds none. */
export function nextLine(kind: DeviceKind, lines: readonly SeriesLine[], text: string): SeriesLine | CodeIssue {
  const line = readCode(text);
  if (!line) return "unknownFormat";
  if (needsMac(kind) && line.mac === "") return "macNeeded";
  return lines.some((one) => same(one, line)) ? "repeated" : line;
}
