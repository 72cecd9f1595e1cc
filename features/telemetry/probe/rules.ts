import { MEASURES, type Measure } from "@/db/enums";
import type { HistoryProbe } from "./schema";

/** What a carrier is watched for; voltage, signal and battery tell of the device and are shown when asked for. */
export const SURROUNDING_MEASURES: readonly Measure[] = MEASURES.slice(0, 6);

/** `[from, to)` in epoch milliseconds; may be endless on either side. */
export type Span = { from: number; to: number };

const ENDLESS: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The part of each span inside the range, without those outside. */
export const clip = (spans: readonly Span[], range: Span): Span[] =>
  spans
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from < to);

export type Limits = Pick<HistoryProbe, "minimum" | "maximum">;

/** Whether a value lies within limits, either of which may be missing; the limits themselves are within. */
export const isWithin = (value: number, { minimum, maximum }: Limits): boolean =>
  (minimum === null || value >= minimum) && (maximum === null || value <= maximum);

/** A switch tells its changes; between them it is heard of once an hour. */
const SWITCHES: readonly Measure[] = ["door", "power"];
const HEARTBEAT_SECONDS = 3600;

/** Whether a measure is on (1) or off (0): its changes count, and it holds between them. */
export const isSwitch = (measure: Measure): boolean => SWITCHES.includes(measure);

/** From here on a switch is on; means of several states lie between. */
export const ON_FROM = 0.5;
export const isOn = (value: number): boolean => value >= ON_FROM;

/** How long a probe may be silent between two readings before it counts as a gap: twice its report interval. */
export function longestStepMs({
  measure,
  reportIntervalSeconds,
}: Pick<HistoryProbe, "measure" | "reportIntervalSeconds">) {
  const seconds = isSwitch(measure) ? Math.max(reportIntervalSeconds, HEARTBEAT_SECONDS) : reportIntervalSeconds;
  return 2 * seconds * 1000;
}

/** A probe's time on one carrier; `to` is endless while it hangs there, `isVisible` tells whether the asker sees the carrier. */
export type Mounting = Span & Limits & { carrierId: number; carrierName: string; isVisible: boolean };

/**
 * For which periods a probe's readings are shown, and the carrier that names them and sets their limits; null where
 * the asker may see none. An account bound to nodes sees exactly the mounted periods, and so does who asks by carrier:
 * what a probe measured on the bench is not the carrier's. `mountings` are in order of time.
 */
export function placeProbe(
  mountings: readonly Mounting[],
  asker: { isBound: boolean; carrierIds: readonly number[] | undefined },
  range: Span,
): { periods: Span[]; mounting: Mounting | null } | null {
  const { isBound, carrierIds } = asker;
  const seen = mountings.filter(
    (mounting) => (!isBound || mounting.isVisible) && (!carrierIds || carrierIds.includes(mounting.carrierId)),
  );
  if (seen.length === 0 && (isBound || carrierIds)) return null;
  const mounting = seen.findLast(({ from, to }) => from < range.to && to > range.from) ?? seen.at(-1) ?? null;
  if (!isBound && !carrierIds) return { periods: [ENDLESS], mounting };
  return { periods: seen.map(({ from, to }) => ({ from, to })), mounting };
}

/** A probe and the time for which it is read. */
export type ProbeSpan = Span & { probeId: number };

/** What may be read of these probes inside a range. */
export const spansOf = (probes: readonly { probeId: number; periods: readonly Span[] }[], range: Span): ProbeSpan[] =>
  probes.flatMap(({ probeId, periods }) => clip(periods, range).map((span) => ({ probeId, ...span })));

/** The spans as arrays, the way a query takes them. */
export const columnsOf = (spans: readonly ProbeSpan[]) => ({
  ids: spans.map(({ probeId }) => probeId),
  froms: spans.map(({ from }) => from),
  tos: spans.map(({ to }) => to),
});
