import { formatStamp } from "@/lib/datetime/format";

/** `2026-11-20 14:05:09` in the user's zone, with the zone on hover: logs need seconds. */
export function Stamp({ at, timeZone, className }: { at: string; timeZone: string; className?: string }) {
  const stamp = formatStamp(new Date(at), { timeZone });
  return (
    <time dateTime={at} title={stamp} className={className}>
      {stamp.slice(0, 19)}
    </time>
  );
}
