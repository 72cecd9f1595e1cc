import type { Sample, Side } from "../evaluation/statistics.rules";

/** When a limit is expected to be crossed, and the interval that holds four times in five. Epoch ms. */
export type Forecast = { side: Side; predictedAt: number; predictedEarliest: number; predictedLatest: number };

export type ForecastRule = {
  minimum: number | null;
  maximum: number | null;
  /** How far ahead a crossing is told. */
  horizonMs: number;
  /** The span of readings that a curve is fitted to. */
  spanMs: number;
};

const MINIMUM_SAMPLES = 6;
/** Share of the variance that the curve must explain: a compressor's sawtooth or a door's spike stays well below. */
const MINIMUM_FIT = 0.9;
/** The whole movement, in standard deviations of what the curve leaves. */
const MINIMUM_MOVEMENT = 5;
/** Time constants that are tried, in spans; the longest is a straight line for all that the readings can tell. */
const TIME_CONSTANTS = Array.from({ length: 22 }, (_, index) => 0.2 * 1.26 ** index);
/** About 95 % by the model: the square of two standard deviations, for one parameter more or less. */
const CONFIDENCE = 4;
/**
 * How much wider the interval is stated than the model has it, for real residuals are not independent: in the real series
 * beside the project 95 % by the model held 73 times in 100, twice as wide 85 times, which is stated as 80 %.
 */
const WIDENING = 2;

/**
 * The crossing to which the readings point (sorted by time, the newest last), or null where they point to none or not
 * clearly. Fitted is Newton's law of cooling, an exponential approach T(t) = T∞ + (T0 − T∞)·exp(−t/τ): linear least
 * squares in T∞ and T0 − T∞ for each of a row of τ. Every τ that fits about as well (profile likelihood, 95 %) has its
 * say about the earliest and latest crossing, each widened by two standard errors of its curve (delta method). So has the
 * straight line through the newest third: after a flat stretch no such curve is as steep as what has begun. The interval
 * that is stated is wider (`WIDENING`).
 * Null: fewer than six readings over half the span, less than 90 % of the variance explained, a movement under five
 * standard deviations, a crossing beyond the horizon, or one that may as well never come or come after twice of it.
 */
export function forecast(rule: ForecastRule, samples: readonly Sample[]): Forecast | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || samples.length < MINIMUM_SAMPLES || last.at - first.at < rule.spanMs / 2) return null;
  const line = lineOf(samples, last.at);
  const side: Side = line.slope > 0 ? "above" : "below";
  const limit = side === "above" ? rule.maximum : rule.minimum;
  if (limit === null || line.slope === 0) return null;
  // A curve that slows down crosses after the line through the same readings: most are done with here.
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

/** When the straight line through the newest third of the readings crosses a limit, in ms from the newest; endless: never. */
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
  /** T∞ and T0 − T∞, where t is 0 at the newest reading. */
  asymptote: number;
  amplitude: number;
  /** The inverse of the normal matrix, which times the variance is the covariance of the two. */
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

/** The best fit between the neighbours of the best of a row of time constants (golden section over their logarithm). */
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

/** When a curve crosses a limit, in ms from the newest reading, with two standard errors; null: it never does. */
function crossingOf(fit: Fit, limit: number, side: Side, variance: number): { at: number; deviation: number } | null {
  const { asymptote, amplitude, timeConstant, inverse } = fit;
  const isAway = side === "above" ? asymptote <= limit || amplitude >= 0 : asymptote >= limit || amplitude <= 0;
  if (isAway) return null;
  const decay = (limit - asymptote) / amplitude;
  // The curve may be past the limit already while the reading is not.
  const at = decay >= 1 ? 0 : -timeConstant * Math.log(decay);
  const e = Math.min(1, decay);
  const slope = Math.abs((amplitude / timeConstant) * e);
  const error = Math.sqrt(Math.max(0, variance * (inverse.aa + 2 * e * inverse.ab + e * e * inverse.bb)));
  return { at, deviation: (2 * error) / slope };
}
