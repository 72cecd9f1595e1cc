"use client";

import { cn } from "@/components/ui/cn";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { type ChartEvent, clustersOf, markLeft } from "./event-clusters";
import type { TimeRange } from "./zoom";

type EventLaneProps = {
  /** The name of the lane for screen readers. */
  label: string;
  events: readonly ChartEvent[];
  range: TimeRange;
  xOf: (at: number) => number;
  width: number;
  /** Called with the instant of a mark that gets hover or focus. */
  onPoint: (at: number) => void;
  /** Called when a cluster is clicked, with the span in which its events can be distinguished. */
  onOpen: (span: TimeRange) => void;
};

const GAP = 22;
/** The minimum width in pixels at which a mark shows its text. */
const WORDS = 96;
const WORDS_MOST = 220;
const TOLD = 12;

/** Event marks above the time axis, with text where there is room; overlapping marks appear as a number. */
export function EventLane({ label, events, range, xOf, width, onPoint, onOpen }: EventLaneProps) {
  const seen = events.filter(({ at }) => at >= range.from && at <= range.to);
  if (events.length === 0 || width === 0) return null;
  const clusters = clustersOf(seen, xOf, GAP);
  return (
    <ul aria-label={label} className="relative h-6">
      {clusters.map((cluster, index) => {
        const { x, events: own } = cluster;
        const [first] = own as [ChartEvent];
        const last = own.at(-1) as ChartEvent;
        const room = Math.min((clusters[index + 1]?.x ?? width) - x - GAP, WORDS_MOST);
        const text = own
          .slice(0, TOLD)
          .map((event) => event.text)
          .join("\n");
        const spread = Math.max(last.at - first.at, 60_000);
        return (
          <li key={first.id} className="absolute top-0" style={{ left: markLeft(cluster, width) }}>
            <button
              type="button"
              title={text}
              onPointerEnter={() => onPoint(first.at)}
              onFocus={() => onPoint(first.at)}
              onClick={() =>
                own.length > 1 ? onOpen({ from: first.at - spread, to: last.at + spread }) : onPoint(first.at)
              }
              className={cn(
                "inline-flex h-6 items-center gap-1 rounded-sm px-1 text-xs hover:bg-accent",
                TONE_TEXT[first.tone],
              )}
              style={{ maxWidth: room >= WORDS ? room + GAP : undefined }}
            >
              <ToneIcon tone={first.tone} className="size-3.5 shrink-0" />
              {own.length > 1 && <span className="font-semibold tabular-nums">{own.length}</span>}
              <span className={room >= WORDS && own.length === 1 ? "truncate" : "sr-only"}>{text}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
