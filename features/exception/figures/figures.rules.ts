import type { ExceptionKind, Measure, Side } from "@/db/enums";
import {
  degreeMinutesOf,
  type KineticFigure,
  kineticFigureOf,
  kineticRefusalOf,
  longestPacedMs,
  longestStepMs,
  meanOf,
  NO_KINETIC,
  type Observation,
  type Sums,
} from "@/features/observation/observation.rules";
import { KINDS } from "../kind.rules";

/** The input of figures; instants in epoch ms. `sampleCount`: the readings counted by the alarm evaluation. */
export type Measured = {
  kind: ExceptionKind;
  probeId: number | null;
  measure: Measure | null;
  side: Side | null;
  minimum: number | null;
  maximum: number | null;
  startedAt: number;
  /** When it ended or was withdrawn; null: it is open. */
  endedAt: number | null;
  sampleCount: number;
};

/** Time-based figures in the measure's unit; degree-minutes are those beyond the limit of the side. */
export type Figures = {
  mean: number | null;
  degreeMinutes: number | null;
  observedSeconds: number | null;
  sampleCount: number;
} & KineticFigure;

const ENDLESS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const DAY_MS = 86_400_000;

type Pace = { measure: Measure; reportIntervalSeconds: number };

/** The span to compute, for an open exception up to now; null if the kind has no figures or no time has passed. */
export function observationOf(one: Measured, pace: Pace, now: number): (Observation & { probeId: number }) | null {
  const { kind, probeId, measure, minimum, maximum, startedAt, endedAt } = one;
  const to = endedAt ?? now;
  if (!KINDS[kind].hasFigures || probeId === null || startedAt >= to) return null;
  const span = { probeId, from: startedAt, to, period: ENDLESS, minimum, maximum, stepMs: longestStepMs(pace) };
  return { ...span, isTemperature: measure === "temperature" };
}

/** Whether all readings of an exception are still stored. A cumulative one also counts those at both of its ends. */
export const isWhole = ({ count }: Pick<Sums, "count">, { sampleCount, kind }: Measured): boolean =>
  count >= Math.max(1, sampleCount - (kind === "cumulative" ? 2 : 0));

export function figuresOf(
  sums: Sums,
  { side, startedAt, endedAt }: Pick<Measured, "side" | "startedAt" | "endedAt">,
  now: number,
): Figures {
  const { above, below } = degreeMinutesOf(sums);
  return {
    mean: meanOf(sums),
    degreeMinutes: side === "above" ? above : side === "below" ? below : above + below,
    ...kineticFigureOf(sums, (endedAt ?? now) - startedAt),
    observedSeconds: sums.observedMs / 1000,
    sampleCount: sums.count,
  };
}

type Stored = Pick<Measured, "measure" | "side"> &
  Pick<Figures, "mean" | "meanKineticTemperature" | "observedSeconds"> & {
    peak: number | null;
    durationSeconds: number;
  };

/** Stored figures by the same rule; what is known of the lowest value is the mean and, below a limit, the peak. */
export function storedKineticOf({ measure, side, peak, ...stored }: Stored): KineticFigure {
  const { mean, observedSeconds, meanKineticTemperature, durationSeconds } = stored;
  if (measure !== "temperature" || mean === null) return NO_KINETIC;
  const lowest = side === "below" && peak !== null ? Math.min(peak, mean) : mean;
  // Of the oldest ones it is unknown how much was observed.
  const observedMs = (observedSeconds ?? durationSeconds) * 1000;
  const kineticRefusal = kineticRefusalOf(lowest, { observedMs, askedMs: durationSeconds * 1000 });
  return { meanKineticTemperature: kineticRefusal === null ? meanKineticTemperature : null, kineticRefusal };
}

/**
 * When stored figures are computed again (epoch ms): daily while the exception is open, then once no later reading can
 * change the pace of its last step; null: they are final.
 */
export function nextDueAt({ endedAt }: Pick<Measured, "endedAt">, stepMs: number, now: number): number | null {
  if (endedAt === null) return now + DAY_MS;
  const finalAt = endedAt + 2 * longestPacedMs(stepMs);
  return finalAt > now ? finalAt : null;
}
