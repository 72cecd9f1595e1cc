import type { Tone } from "@/components/ui/tone";

/** Something that happened at an instant, in words. */
export type ChartEvent = { id: string; at: number; tone: Tone; text: string };

/** Events that stand too close together to be told apart, at the place of their middle. */
export type EventCluster = { x: number; events: readonly ChartEvent[] };

/** Events in order of time as clusters: each begins with one that stands at least `gap` pixels behind the cluster before. */
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
