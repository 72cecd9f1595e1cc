import type { Measure } from "@/db/enums";
import { PACE_STEPS, showsPace, slowPaceOf } from "@/features/observation/pace.rules";
import type { RecordedExcursion } from "../condition/range.rules";
import { type ReconcileAction, reconcile, type StoredExcursion } from "../evaluation/reconcile.rules";
import type { Sample } from "../evaluation/statistics.rules";

/** The settings of a customer that has saved none. */
export const WATCH_DEFAULTS = {
  isEnabled: true,
  severity: "minor",
  gatewaySeverity: "major",
  isPowerEnabled: true,
  powerSeverity: "major",
} as const;

/** Between the two values of a switch. */
export const ON = 0.5;
export const isPowerOn = ({ value }: Pick<Sample, "value">): boolean => value >= ON;

/** A span in epoch ms; `endedAt` null while it is open. */
export type Span = { startedAt: number; endedAt: number | null };

/** The spans without power in samples of a power supply in order of time: from the first 0 to the next 1. */
export function blackoutsOf(samples: readonly Sample[]): Span[] {
  const spans: Span[] = [];
  for (const sample of samples) {
    const open = spans.at(-1)?.endedAt === null ? spans.at(-1) : undefined;
    if (isPowerOn(sample)) {
      if (open) open.endedAt = sample.at;
    } else if (!open) spans.push({ startedAt: sample.at, endedAt: null });
  }
  return spans;
}

/** A blackout in the form that `reconcile` expects; it has neither side, limits nor statistics. */
const excursionOf = ({ startedAt, endedAt }: Span): RecordedExcursion => ({
  ...{ startedAt, endedAt, raisedAt: startedAt, side: null, statistics: null },
  limits: { minimum: null, maximum: null },
});

export type StoredBlackout = StoredExcursion<number>;
export const storedBlackout = ({ id, ...span }: Span & { id: number }): StoredBlackout => ({
  ...excursionOf(span),
  id,
});

/** Samples of a power supply from the last one with power before a touched span to the first one with power after it. */
export type Episode = { samples: readonly Sample[]; earliest: number };

/** Between which instants (epoch ms; null: to that end of the series) stored blackouts are compared with an episode. */
export function edgesOf({ samples }: Episode): { from: number | null; to: number | null } {
  const [first, last] = [samples[0], samples.at(-1)];
  return { from: first && isPowerOn(first) ? first.at : null, to: last && isPowerOn(last) ? last.at + 1 : null };
}

/**
 * The actions that make the stored blackouts of an episode equal to those found in it, by the identity rules of
 * `reconcile`. One that ended at one of `cuts` (epoch ms), because monitoring ended, stays ended; a loss that lasts
 * beyond is a new one.
 */
export function compareBlackouts(
  stored: readonly StoredBlackout[],
  episode: Episode,
  cuts: readonly number[],
): ReconcileAction<number>[] {
  const { samples, earliest } = episode;
  const found = blackoutsOf(samples).flatMap((span) => cutAt(span, cuts));
  // Without a sample with power first, the episode begins with the oldest sample available: older ones may be deleted.
  const from = edgesOf(episode).from ?? Math.min(samples[0]?.at ?? earliest, earliest);
  const restAt = samples.find(isPowerOn)?.at ?? null;
  return reconcile(stored, found.map(excursionOf), { from, restAt, isEnd: true });
}

function cutAt({ startedAt, endedAt }: Span, cuts: readonly number[]): Span[] {
  const within = cuts.filter((at) => at > startedAt && at < (endedAt ?? Number.POSITIVE_INFINITY));
  const edges = [startedAt, ...new Set(within)].sort((a, b) => a - b);
  return edges.map((from, index) => ({ startedAt: from, endedAt: edges[index + 1] ?? endedAt }));
}

/** The new values of one probe, in order of time. */
type Series = { probeId: number; measure: Measure; samples: readonly Sample[] };

/** A probe whose power must be evaluated, and between which instants (epoch ms) readings were added or removed. */
export type TouchedPower = { probeId: number; earliest: number; latest: number };

/**
 * The power supplies that may have failed or returned by new values, or by values that were invalidated or restored
 * (`again`). `before`: the previous state of each probe. In-order values that only repeat that there is power are
 * skipped.
 */
export function powerAmong(
  series: readonly Series[],
  before: ReadonlyMap<number, { lastAt: number | null; lastValue: number | null }>,
  again: ReadonlyMap<number, { earliest: number; latest: number }>,
): TouchedPower[] {
  const touched = new Map([...again].map(([probeId, span]) => [probeId, { probeId, ...span }]));
  for (const { probeId, measure, samples } of series) {
    const [first, last] = [samples[0], samples.at(-1)];
    if (measure !== "power" || !first || !last) continue;
    const { lastAt = null, lastValue = null } = before.get(probeId) ?? {};
    const isLate = lastAt !== null && first.at <= lastAt;
    if (!isLate && (lastValue === null || lastValue >= ON) && samples.every(isPowerOn)) continue;
    const known = touched.get(probeId) ?? { earliest: first.at, latest: last.at };
    const earliest = Math.min(first.at, known.earliest);
    touched.set(probeId, { probeId, earliest, latest: Math.max(last.at, known.latest) });
  }
  return [...touched.values()];
}

/** Readings that arrive later than this after they were measured count as retained (ms). */
export const RETAINED_AFTER_MS = 10 * 60_000;

/** Readings of a device that came late, by their times in epoch ms. */
export type LateReadings = { deviceId: number; gatewayId: number | null; ats: readonly number[] };

/** The device of a probe. */
type Owner = { id: number; gatewayId: number | null; probes: Partial<Record<Measure, number>> };

/** The late readings among new values, by device; each time once. */
export function lateAmong(series: readonly Series[], devices: Iterable<Owner>, now: number): LateReadings[] {
  const isLate = ({ at }: Sample) => now - at > RETAINED_AFTER_MS;
  const late = series.filter(({ samples }) => samples[0] && isLate(samples[0]));
  if (late.length === 0) return [];
  const owners = new Map<number, Owner>();
  for (const device of devices) for (const probeId of Object.values(device.probes)) owners.set(probeId, device);
  const found = new Map<number, { owner: Owner; ats: Set<number> }>();
  for (const { probeId, samples } of late) {
    const owner = owners.get(probeId);
    if (!owner) continue;
    const known = found.get(owner.id) ?? { owner, ats: new Set() };
    found.set(owner.id, known);
    for (const sample of samples) if (isLate(sample)) known.ats.add(sample.at);
  }
  return [...found.values()].map(({ owner, ats }) => ({
    deviceId: owner.id,
    gatewayId: owner.gatewayId,
    ats: [...ats],
  }));
}

/** A silence of a device; `heardAt`: when it last reported before. */
export type Loss = { id: number; deviceId: number; heardAt: number; endedAt: number | null };

/**
 * The late readings that were measured while nothing could be delivered, by silence: that of the gateway if it was
 * silent, else of the device.
 */
export function retainedIn(losses: readonly Loss[], late: readonly LateReadings[]) {
  const found = new Map<number, { loss: Loss; from: number; count: number }>();
  for (const { deviceId, gatewayId, ats } of late) {
    for (const at of ats) {
      const covering = (id: number | null) =>
        losses.find(
          (loss) => loss.deviceId === id && at > loss.heardAt && at < (loss.endedAt ?? Number.POSITIVE_INFINITY),
        );
      const loss = covering(gatewayId) ?? covering(deviceId);
      if (!loss) continue;
      const known = found.get(loss.id);
      found.set(loss.id, { loss, from: Math.min(at, known?.from ?? at), count: (known?.count ?? 0) + 1 });
    }
  }
  return [...found.values()];
}

/** The facts of a device's pace: the newest instants of each of its probes (epoch ms, newest first). */
export type PacedDevice = {
  deviceId: number;
  agreedSeconds: number;
  instants: readonly (readonly number[])[];
  isSuppressed: boolean;
  /** Its open exception of that kind, and the pace recorded there. */
  openId: number | null;
  known: { paceSeconds: number; agreedSeconds: number } | null;
};

/** A recorded pace is updated if it changes by more than this share. */
const PACE_CHANGE = 0.1;

export type PaceActions = {
  open: { deviceId: number; startedAt: number; paceSeconds: number; agreedSeconds: number }[];
  change: { id: number; paceSeconds: number; agreedSeconds: number }[];
  close: number[];
};

/** The exceptions to open, change and close for devices that report more slowly than agreed. */
export function judgePaces(devices: readonly PacedDevice[]): PaceActions {
  const actions: PaceActions = { open: [], change: [], close: [] };
  for (const { deviceId, agreedSeconds, instants, isSuppressed, openId, known } of devices) {
    const heard = instants.filter(showsPace);
    // Too few readings to determine a pace.
    if (heard.length === 0) continue;
    const paceSeconds = slowPaceOf(heard, agreedSeconds);
    if (paceSeconds === null) {
      if (openId !== null) actions.close.push(openId);
    } else if (openId !== null) {
      const isSame =
        known?.agreedSeconds === agreedSeconds &&
        Math.abs(paceSeconds - known.paceSeconds) <= PACE_CHANGE * known.paceSeconds;
      if (!isSame) actions.change.push({ id: openId, paceSeconds, agreedSeconds });
    } else if (!isSuppressed) {
      const startedAt = Math.min(...heard.flatMap((ats) => ats[PACE_STEPS] as number));
      actions.open.push({ deviceId, startedAt, paceSeconds, agreedSeconds });
    }
  }
  return actions;
}
