import { dayKey } from "@/lib/datetime/zone";
import type { Certificate } from "./source.schema";

/** Whether a certificate is valid on every day of a range (epoch ms), by the calendar of the zone. */
export function coversRange(
  certificate: Certificate | null,
  { from, to }: { from: number; to: number },
  timeZone: string,
): boolean {
  if (!certificate) return false;
  return certificate.from <= dayKey(new Date(from), timeZone) && certificate.to >= dayKey(new Date(to - 1), timeZone);
}
