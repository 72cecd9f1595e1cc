import { MEASURES, type Measure } from "@/db/enums";
import type { HistoryProbe } from "./probe.schema";

/** What a carrier is monitored for. Voltage, signal and battery concern the device and are shown on request only. */
export const SURROUNDING_MEASURES: readonly Measure[] = MEASURES.slice(0, 6);

/** `[from, to)` in epoch milliseconds; may be infinite on either side. */
export type Span = { from: number; to: number };

const ENDLESS: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The parts of the spans inside the range. */
export const clip = (spans: readonly Span[], range: Span): Span[] =>
  spans
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from < to);

export type Limits = Pick<HistoryProbe, "minimum" | "maximum">;

/** Threshold from which a switch is on; means of several states lie in between. */
const ON_FROM = 0.5;
export const isOn = (value: number): boolean => value >= ON_FROM;

/** A probe's time on one carrier; `to` is infinite while it is mounted, `isVisible`: the reader may see the carrier. */
export type Mounting = Span &
  Limits &
  Pick<HistoryProbe, "rangeName"> & {
    carrierId: number;
    carrierName: string;
    customerId: number;
    isVisible: boolean;
  };

/**
 * The periods for which a probe's readings are shown, and the carrier that gives its name and limits; null if nothing
 * is visible. An account bound to nodes sees exactly the mounted periods, and so does a query by carrier: readings of
 * an unmounted probe are not the carrier's. `mountings` are in order of time. `watchedFrom` is the first mounting (epoch
 * ms) where the periods begin before it: until then, nothing is expected of the probe. Null without one.
 */
export function placeProbe(
  mountings: readonly Mounting[],
  asker: { isBound: boolean; carrierIds: readonly number[] | undefined },
  range: Span,
): { periods: Span[]; mounting: Mounting | null; watchedFrom: number | null } | null {
  const { isBound, carrierIds } = asker;
  const seen = mountings.filter(
    (mounting) => (!isBound || mounting.isVisible) && (!carrierIds || carrierIds.includes(mounting.carrierId)),
  );
  if (seen.length === 0 && (isBound || carrierIds)) return null;
  const mounting = seen.findLast(({ from, to }) => from < range.to && to > range.from) ?? seen.at(-1) ?? null;
  if (!isBound && !carrierIds) return { periods: [ENDLESS], mounting, watchedFrom: seen[0]?.from ?? null };
  return { periods: seen.map(({ from, to }) => ({ from, to })), mounting, watchedFrom: null };
}

/** A probe and a span to read. */
export type ProbeSpan = Span & { probeId: number };

/** The readable spans of these probes inside a range. */
export const spansOf = (probes: readonly { probeId: number; periods: readonly Span[] }[], range: Span): ProbeSpan[] =>
  probes.flatMap(({ probeId, periods }) => clip(periods, range).map((span) => ({ probeId, ...span })));

/** The spans as arrays for a query. */
export const columnsOf = (spans: readonly ProbeSpan[]) => ({
  ids: spans.map(({ probeId }) => probeId),
  froms: spans.map(({ from }) => from),
  tos: spans.map(({ to }) => to),
});
