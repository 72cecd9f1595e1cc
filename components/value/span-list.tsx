import type { ReactNode } from "react";
import { Instant } from "./instant";

type SpanListProps = {
  /** Instants in epoch milliseconds; `note` is at the end of the row. */
  spans: readonly { from: number; to: number; note: ReactNode }[];
  timeZone: string;
  now: number;
};

/** A scrollable list of time spans, each with a note. */
export function SpanList({ spans, timeZone, now }: SpanListProps) {
  return (
    <ul className="mt-1 max-h-40 overflow-y-auto">
      {spans.map(({ from, to, note }) => (
        <li key={`${from}-${to}`} className="flex gap-2 py-0.5">
          <Instant at={from} now={now} timeZone={timeZone} />–<Instant at={to} now={now} timeZone={timeZone} />
          <span className="ml-auto">{note}</span>
        </li>
      ))}
    </ul>
  );
}
