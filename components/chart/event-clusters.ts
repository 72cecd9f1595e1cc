import type { Tone } from "@/components/value/tone";

/** An event at an instant, with its text. */
export type ChartEvent = { id: string; at: number; tone: Tone; text: string };

/** Events that are too close together to be distinguished, at their mean position. */
export type EventCluster = { x: number; events: readonly ChartEvent[] };

/** Clusters events, ordered by time: each starts with an event at least `gap` pixels after the previous cluster. */
export function clustersOf(events: readonly ChartEvent[], xOf: (at: number) => number, gap: number): EventCluster[] {
  const clusters: { from: number; events: ChartEvent[] }[] = [];
  for (const event of [...events].sort((a, b) => a.at - b.at)) {
    const x = xOf(event.at);
    const last = clusters.at(-1);
    if (last && x - last.from < gap) last.events.push(event);
    else clusters.push({ from: x, events: [event] });
  }
  return clusters.map((cluster) => ({
    events: cluster.events,
    x: (cluster.from + xOf(cluster.events.at(-1)?.at ?? 0)) / 2,
  }));
}

/** The size of a mark, and of each digit of its number, in pixels. */
const MARK = 22;
const DIGIT = 8;

/** The left edge of the mark of a cluster: centred on its position, and with its number within the lane. */
export function markLeft({ x, events }: EventCluster, width: number): number {
  const number = events.length > 1 ? 4 + DIGIT * String(events.length).length : 0;
  return Math.max(0, Math.min(x - MARK / 2, width - MARK - number));
}
