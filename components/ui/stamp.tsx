import { formatStamp } from "@/lib/datetime/format";

/** `2026-11-20 14:05:09` on the reader's clock, with the zone on hover: a log is read to the second. */
export function Stamp({ at, timeZone, className }: { at: string; timeZone: string; className?: string }) {
  const stamp = formatStamp(new Date(at), { timeZone });
  return (
    <time dateTime={at} title={stamp} className={className}>
      {stamp.slice(0, 19)}
    </time>
  );
}
