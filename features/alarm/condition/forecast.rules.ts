import type { Sample, Side } from "../evaluation/statistics.rules";

/** When a limit is expected to be crossed, with an interval that contains the crossing four times in five. Epoch ms. */
export type Forecast = { side: Side; predictedAt: number; predictedEarliest: number; predictedLatest: number };

export type ForecastRule = {
  minimum: number | null;
  maximum: number | null;
  /** How far ahead a crossing is reported. */
  horizonMs: number;
  /** The span of readings that a curve is fitted to. */
  spanMs: number;
};

const MINIMUM_SAMPLES = 6;
/** Share of the variance that the curve must explain. A compressor's sawtooth or a door spike stays well below. */
const MINIMUM_FIT = 0.9;
/** Minimum total movement, in standard deviations of the residuals. */
const MINIMUM_MOVEMENT = 5;
/** Time constants to try, in spans; the longest is indistinguishable from a straight line. */
const TIME_CONSTANTS = Array.from({ length: 22 }, (_, index) => 0.2 * 1.26 ** index);
/** About 95 % by the model: the square of two standard deviations, for one parameter more or less. */
const CONFIDENCE = 4;
/**
 * Factor by which the stated interval is wider than the model's, because real residuals are not independent. In the
 * real series beside the project, 95 % by the model contained the crossing 73 times in 100, twice the width 85 times,
 * which is stated as 80 %.
 */
const WIDENING = 2;

/**
 * The crossing that the readings predict (sorted by time, the newest last), or null if there is none or it is unclear.
 * Model: Newton's law of cooling, an exponential approach T(t) = T∞ + (T0 − T∞)·exp(−t/τ), fitted by linear least
 * squares in T∞ and T0 − T∞ for each of a series of τ. The earliest and latest crossing are taken over every τ that
 * fits about as well (profile likelihood, 95 %), each widened by two standard errors of its curve (delta method), and
 * over the straight line through the newest third: after a flat stretch no such curve is as steep as a new slope. The
 * stated interval is wider (`WIDENING`).
 * Null: fewer than six readings over half the span, less than 90 % of the variance explained, a movement under five
 * standard deviations, a crossing beyond the horizon, or one that may never come or come after twice the horizon.
 */
export function forecast(rule: ForecastRule, samples: readonly Sample[]): Forecast | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || samples.length < MINIMUM_SAMPLES || last.at - first.at < rule.spanMs / 2) return null;
  const line = lineOf(samples, last.at);
  const side: Side = line.slope > 0 ? "above" : "below";
  const limit = side === "above" ? rule.maximum : rule.minimum;
  if (limit === null || line.slope === 0) return null;
  // A decelerating curve crosses later than the line through the same readings: this rejects most cases early.
  if ((limit - line.value) / line.slope > rule.horizonMs) return null;

  const fits = TIME_CONSTANTS.map((spans) => fitOf(samples, last.at, spans * rule.spanMs));
  const best = refined(samples, last.at, fits);
  const variance = Math.max(best.squares / (samples.length - 3), line.resolution ** 2 / 12);
  const movement = Math.abs(best.asymptote + best.amplitude - first.value);
  if (best.squares > (1 - MINIMUM_FIT) * line.squares || movement < MINIMUM_MOVEMENT * Math.sqrt(variance)) return null;
  const central = crossingOf(best, limit, side, variance);
  if (central === null || central.at > rule.horizonMs) return null;

  let earliest = central.at;
  let latest = central.at;
  for (const fit of [best, ...fits]) {
    if (fit.squares > best.squares + CONFIDENCE * variance) continue;
    const crossing = crossingOf(fit, limit, side, variance);
    if (crossing === null) return null;
    earliest = Math.min(earliest, crossing.at - crossing.deviation);
    latest = Math.max(latest, crossing.at + crossing.deviation);
  }
  if (latest > 2 * rule.horizonMs) return null;
  earliest = Math.min(earliest, straightCrossing(samples, limit, side, last.at));
  const instant = (ahead: number) => Math.round(last.at + Math.max(0, ahead));
  return {
    side,
    predictedAt: instant(central.at),
    predictedEarliest: instant(central.at - WIDENING * (central.at - earliest)),
    predictedLatest: instant(central.at + WIDENING * (latest - central.at)),
  };
}

/** When the line through the newest third of readings crosses a limit, in ms from the newest; infinite: never. */
function straightCrossing(samples: readonly Sample[], limit: number, side: Side, origin: number): number {
  const span = origin - (samples[0]?.at ?? origin);
  const newest = samples.filter(({ at }) => at >= origin - span / 3);
  const { slope, value } = lineOf(newest, origin);
  const isTowards = side === "above" ? slope > 0 : slope < 0;
  return isTowards && newest.length > 2 ? Math.max(0, (limit - value) / slope) : Number.POSITIVE_INFINITY;
}

/** The straight line: slope per ms, value at `origin`, squares around the mean, and the smallest step of the values. */
function lineOf(samples: readonly Sample[], origin: number) {
  let [sumX, sumY, sumXX, sumXY, sumYY] = [0, 0, 0, 0, 0];
  let resolution = Number.POSITIVE_INFINITY;
  let before = Number.NaN;
  for (const { at, value } of samples) {
    const x = at - origin;
    sumX += x;
    sumY += value;
    sumXX += x * x;
    sumXY += x * value;
    sumYY += value * value;
    const change = Math.abs(value - before);
    if (change > 0 && change < resolution) resolution = change;
    before = value;
  }
  const count = samples.length;
  const slope = (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX);
  const squares = sumYY - (sumY * sumY) / count;
  return {
    slope,
    value: (sumY - slope * sumX) / count,
    squares,
    resolution: Number.isFinite(resolution) ? resolution : 0,
  };
}

type Fit = {
  timeConstant: number;
  /** T∞ and T0 − T∞, with t = 0 at the newest reading. */
  asymptote: number;
  amplitude: number;
  /** The inverse of the normal matrix; times the variance it is the covariance of the two. */
  inverse: { aa: number; ab: number; bb: number };
  squares: number;
};

/** Least squares of a + b·exp(−t/τ) for one τ. */
function fitOf(samples: readonly Sample[], origin: number, timeConstant: number): Fit {
  const count = samples.length;
  let [sumE, sumEE, sumY, sumEY] = [0, 0, 0, 0];
  const basis = samples.map(({ at }) => Math.exp((origin - at) / timeConstant));
  samples.forEach(({ value }, index) => {
    const e = basis[index] as number;
    sumE += e;
    sumEE += e * e;
    sumY += value;
    sumEY += e * value;
  });
  const determinant = count * sumEE - sumE * sumE;
  const amplitude = (count * sumEY - sumE * sumY) / determinant;
  const asymptote = (sumY - amplitude * sumE) / count;
  let squares = 0;
  samples.forEach(({ value }, index) => {
    squares += (value - asymptote - amplitude * (basis[index] as number)) ** 2;
  });
  const inverse = { aa: sumEE / determinant, ab: -sumE / determinant, bb: count / determinant };
  return { timeConstant, asymptote, amplitude, inverse, squares };
}

const REFINEMENTS = 20;

/** The best fit between the neighbours of the best time constant (golden-section search over the logarithm). */
function refined(samples: readonly Sample[], origin: number, fits: readonly Fit[]): Fit {
  const index = fits.reduce((best, fit, place) => (fit.squares < (fits[best] as Fit).squares ? place : best), 0);
  let best = fits[index] as Fit;
  let low = Math.log((fits[index - 1] ?? best).timeConstant);
  let high = Math.log((fits[index + 1] ?? best).timeConstant);
  const at = (share: number) => fitOf(samples, origin, Math.exp(low + share * (high - low)));
  for (let turn = 0; turn < REFINEMENTS; turn += 1) {
    const [left, right] = [at(0.382), at(0.618)];
    for (const fit of [left, right]) if (fit.squares < best.squares) best = fit;
    if (left.squares < right.squares) high = Math.log(right.timeConstant);
    else low = Math.log(left.timeConstant);
  }
  return best;
}

/** When a curve crosses a limit, in ms from the newest reading, with two standard errors; null: never. */
function crossingOf(fit: Fit, limit: number, side: Side, variance: number): { at: number; deviation: number } | null {
  const { asymptote, amplitude, timeConstant, inverse } = fit;
  const isAway = side === "above" ? asymptote <= limit || amplitude >= 0 : asymptote >= limit || amplitude <= 0;
  if (isAway) return null;
  const decay = (limit - asymptote) / amplitude;
  // The curve may already be past the limit although the reading is not.
  const at = decay >= 1 ? 0 : -timeConstant * Math.log(decay);
  const e = Math.min(1, decay);
  const slope = Math.abs((amplitude / timeConstant) * e);
  const error = Math.sqrt(Math.max(0, variance * (inverse.aa + 2 * e * inverse.ab + e * e * inverse.bb)));
  return { at, deviation: (2 * error) / slope };
}
