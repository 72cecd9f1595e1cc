import { arrheniusTerm, meanKineticTemperatureOf } from "@/lib/units/kinetic";

export type Side = "above" | "below";

export type Sample = { at: number; value: number };

/**
 * Running figures of one excursion; plain JSON, extended one sample at a time.
 * `lastAt` and `lastExcess` are the left edge of the next trapezoid. `arrheniusSum` is null where no
 * mean kinetic temperature belongs (anything but a temperature).
 */
export type ExcursionStatistics = {
  count: number;
  sum: number;
  arrheniusSum: number | null;
  peak: number;
  peakAt: number;
  degreeSeconds: number;
  lastAt: number;
  lastExcess: number;
};

/**
 * What a kind of condition tells besides: the most minutes outside within a window and how many were allowed, or when a limit is expected to be crossed,
 * with the earliest and latest moment that the readings allow (epoch ms).
 */
export type ExcursionFacts =
  | { outsideMinutes: number; windowMinutes: number; allowedMinutes: number }
  | { predictedAt: number; predictedEarliest: number; predictedLatest: number };

export type ExcursionSummary = {
  peak: number;
  peakAt: number;
  mean: number;
  degreeMinutes: number;
  meanKineticTemperature: number | null;
};

/** The statistics of an excursion that began with this sample, `excess` (≥ 0) beyond its limit. */
export function beginStatistics(sample: Sample, excess: number, isTemperature: boolean): ExcursionStatistics {
  const value = withoutNegativeZero(sample.value);
  return {
    count: 1,
    sum: value,
    arrheniusSum: isTemperature ? arrheniusTerm(value) : null,
    peak: value,
    peakAt: sample.at,
    degreeSeconds: 0,
    lastAt: sample.at,
    lastExcess: excess,
  };
}

/** The statistics with one later sample added; `excess` is 0 for a sample inside the limits. */
export function extendStatistics(
  statistics: ExcursionStatistics,
  side: Side,
  sample: Sample,
  excess: number,
): ExcursionStatistics {
  const value = withoutNegativeZero(sample.value);
  const isPeak = side === "above" ? value > statistics.peak : value < statistics.peak;
  return {
    count: statistics.count + 1,
    sum: statistics.sum + value,
    arrheniusSum: statistics.arrheniusSum === null ? null : statistics.arrheniusSum + arrheniusTerm(value),
    peak: isPeak ? value : statistics.peak,
    peakAt: isPeak ? sample.at : statistics.peakAt,
    degreeSeconds: degreeSecondsUntil(statistics, sample.at, excess),
    lastAt: sample.at,
    lastExcess: excess,
  };
}

/** The statistics at the returning sample: it ends the last trapezoid with no excess and counts for nothing else. */
export function closeStatistics(statistics: ExcursionStatistics, endedAt: number): ExcursionStatistics {
  return { ...statistics, degreeSeconds: degreeSecondsUntil(statistics, endedAt, 0), lastAt: endedAt, lastExcess: 0 };
}

/**
 * Figures for people, in the measure's unit (°C for temperatures): peak and its time, arithmetic mean of the
 * samples, degree-minutes beyond the limit, mean kinetic temperature or null where none belongs.
 */
export function summarise(statistics: ExcursionStatistics): ExcursionSummary {
  const { peak, peakAt, sum, count, degreeSeconds, arrheniusSum } = statistics;
  return {
    peak,
    peakAt,
    mean: sum / count,
    degreeMinutes: degreeSeconds / 60,
    meanKineticTemperature: arrheniusSum === null ? null : meanKineticTemperatureOf(arrheniusSum, count),
  };
}

/**
 * Degree-seconds up to `at`: trapezoids between successive samples over the excess, which is already clipped at 0.
 * The crossing itself is not interpolated: the area starts at the first outside sample.
 */
function degreeSecondsUntil(statistics: ExcursionStatistics, at: number, excess: number): number {
  const meanExcess = (statistics.lastExcess + excess) / 2;
  return statistics.degreeSeconds + (meanExcess * (at - statistics.lastAt)) / 1000;
}

/** JSON knows no −0; the stored state must come back bit for bit. */
function withoutNegativeZero(value: number): number {
  return value + 0;
}
