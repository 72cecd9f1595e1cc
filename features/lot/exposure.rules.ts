import { commonOf, lengthOf, type Run, type Threshold, unionOf } from "@/features/observation/beyond.rules";
import type { Gap, Observation, Span, Sums } from "@/features/observation/observation.rules";

/** A period of a lot in a carrier; epoch ms, up to now if it is still there. */
export type Stay = Span & { id: number; carrierId: number };

/** A temperature probe mounted on a carrier; `to` is infinite while it is there. */
export type MountedProbe = Span & { carrierId: number; probeId: number; stepMs: number };

/** A part of a stay during which the same probes are mounted. */
export type Segment = Span & { stayId: number; carrierId: number; probes: Observation[] };

/** Why a time is not known: no probe reported, none was mounted, or the lot was in no carrier. */
export const UNOBSERVED_CAUSES = ["silent", "noProbe", "unplaced"] as const;
export type UnobservedCause = (typeof UNOBSERVED_CAUSES)[number];
export type Unobserved = Span & { cause: UnobservedCause; carrierId: number | null };

/** Time beyond a threshold during a stay, on the probe that was beyond it for longest; ms. */
export type Part = { stayId: number; carrierId: number; probeId: number; ms: number };
export type Beyond = Threshold & { ms: number; parts: Part[] };

/** A separate time beyond a threshold; `observedMs` leaves out what no probe measured. */
export type Excursion = Run & { carrierId: number; probeId: number; observedMs: number };

/** Observed time and Arrhenius area of a bucket of the lot's life. */
export type KineticBucket = { from: number; observedMs: number; arrheniusArea: number };

/**
 * What a lot went through from its first placement to `to` (now, or its last removal).
 *
 * Of several probes in a carrier, the one that was beyond a limit for longest counts, for each limit by itself. Where
 * the lot lay between them is unknown, so the worst possible place is assumed: the warmest for warmth, the coldest for
 * cold. The envelope is at least as bad as any one probe, and counts no minute twice.
 */
export type Exposure = Span & {
  stays: Stay[];
  beyond: Beyond[];
  excursions: (Threshold & { runs: Excursion[] })[];
  unobserved: Unobserved[];
  buckets: KineticBucket[] | null;
};

const sameThreshold = (a: Threshold, b: Threshold) => a.side === b.side && a.limit === b.limit;

/** Distinct thresholds. */
export const distinct = (all: readonly Threshold[]): Threshold[] =>
  all.filter((one, index) => all.findIndex((other) => sameThreshold(one, other)) === index);

/** Time beyond a threshold in ms; 0 if it was not computed. */
export const beyondOf = ({ beyond }: Pick<Exposure, "beyond">, threshold: Threshold): Beyond =>
  beyond.find((one) => sameThreshold(one, threshold)) ?? { ...threshold, ms: 0, parts: [] };

/** The separate times beyond a threshold. */
export const excursionsOf = ({ excursions }: Pick<Exposure, "excursions">, threshold: Threshold): Excursion[] =>
  excursions.find((one) => sameThreshold(one, threshold))?.runs ?? [];

/** The stays cut wherever a probe of the carrier is mounted or unmounted, so that a replaced probe loses no time. */
export function segmentsOf(stays: readonly Stay[], mounted: readonly MountedProbe[]): Segment[] {
  return stays.flatMap(({ id, carrierId, from, to }) => {
    const there = mounted.filter((one) => one.carrierId === carrierId && one.from < to && one.to > from);
    const edges = there.flatMap((one) => [one.from, one.to]).filter((at) => at > from && at < to);
    const cuts = [from, ...new Set(edges.toSorted((a, b) => a - b)), to];
    return cuts.slice(1).map((end, index) => {
      const span = { from: cuts[index] as number, to: end };
      const probes = there.filter((one) => one.from <= span.from && one.to >= span.to);
      return { ...span, stayId: id, carrierId, probes: probes.map((probe) => observationOf(probe, span)) };
    });
  });
}

const observationOf = (probe: MountedProbe, { from, to }: Span): Observation => ({
  ...{ from, to, probeId: probe.probeId, stepMs: probe.stepMs },
  ...{ minimum: null, maximum: null, isTemperature: true },
  period: { from: probe.from, to: probe.to },
});

/** When no probe of the segment measured; `gaps` of each probe, in the order of its probes. */
export function silenceOf(segment: Segment, gaps: readonly (readonly Gap[])[]): Unobserved[] {
  const { from, to, carrierId, probes } = segment;
  if (probes.length === 0) return [{ from, to, cause: "noProbe", carrierId }];
  const [first = [], ...others] = gaps.map((own) => unionOf(own));
  const common = others.reduce<Span[]>((all, own) => commonOf(all, own), first);
  return common.map((span) => ({ ...span, cause: "silent", carrierId }));
}

/**
 * The segment cut where a probe falls silent or reports again. Within a part a probe either measures or does not, so
 * the longest of several is not an understatement.
 */
export function cutAtGaps(segment: Segment, gaps: readonly (readonly Gap[])[]): Segment[] {
  const { from, to, probes } = segment;
  if (probes.length < 2) return [segment];
  const edges = gaps.flat().flatMap((gap) => [gap.from, gap.to]);
  const cuts = [from, ...new Set(edges.filter((at) => at > from && at < to).toSorted((a, b) => a - b)), to];
  return cuts.slice(1).map((end, index) => {
    const span = { from: cuts[index] as number, to: end };
    return { ...segment, ...span, probes: probes.map((probe) => ({ ...probe, ...span })) };
  });
}

/** Adds a segment's time beyond a threshold: that of its worst probe. `ms` of each probe, in their order. */
export function withSegment(total: Beyond, { stayId, carrierId, probes }: Segment, ms: readonly number[]): Beyond {
  const most = Math.max(0, ...ms);
  const probeId = probes[ms.indexOf(most)]?.probeId;
  if (most === 0 || probeId === undefined) return total;
  const known = total.parts.find((part) => part.stayId === stayId && part.probeId === probeId);
  const parts = known
    ? total.parts.map((part) => (part === known ? { ...part, ms: part.ms + most } : part))
    : [...total.parts, { stayId, carrierId, probeId, ms: most }];
  return { ...total, ms: total.ms + most, parts };
}

/** The time between stays, and after the last one while the lot is active. `stays` are in order. */
export function unplacedOf(stays: readonly Stay[], to: number): Unobserved[] {
  return stays.flatMap((stay, index) => {
    const next = stays[index + 1]?.from ?? to;
    return stay.to < next ? [{ from: stay.to, to: next, cause: "unplaced" as const, carrierId: null }] : [];
  });
}

/** Joins what touches and has the same cause in the same carrier, so that a gap cut by a segment remains one. */
export function joined(spans: readonly Unobserved[]): Unobserved[] {
  const all: Unobserved[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && last.to >= span.from && last.cause === span.cause && last.carrierId === span.carrierId)
      last.to = Math.max(last.to, span.to);
    else all.push({ ...span });
  }
  return all;
}

/** Observed length of a run, in ms: what no probe measured is not part of it. */
export const observedMsOf = (run: Span, unobserved: readonly Span[]): number =>
  run.to - run.from - lengthOf(commonOf([{ from: run.from, to: run.to }], unionOf(unobserved)));

/** Probes that measured less than this share of what the most diligent one did say nothing about a bucket. */
const DILIGENT = 0.9;

/** The warmest probe's sums of a bucket; the others' areas count only if they measured about as long. */
export function warmestOf(sums: readonly Pick<Sums, "observedMs" | "arrheniusArea">[]): {
  observedMs: number;
  arrheniusArea: number;
} {
  const most = Math.max(0, ...sums.map(({ observedMs }) => observedMs));
  let found = { observedMs: 0, arrheniusArea: 0 };
  for (const { observedMs, arrheniusArea } of sums) {
    if (arrheniusArea === null || observedMs === 0 || observedMs < DILIGENT * most) continue;
    const isWarmer = found.observedMs === 0 || arrheniusArea / observedMs > found.arrheniusArea / found.observedMs;
    if (isWarmer) found = { observedMs, arrheniusArea };
  }
  return found;
}
