import type { PointClass, SamplingMode, VerificationTest, VerificationVerdict } from "@/db/verification-enums";

/** The measures that are verified. */
export const VERIFIED_MEASURES = ["temperature", "humidity"] as const;
export type VerifiedMeasure = (typeof VERIFIED_MEASURES)[number];

/** What a space is set to and its limits, which are within range; in the canonical unit. */
export type MeasureLimits = { setting: number | null; minimum: number; maximum: number };
export type TaskLimits = { temperature: MeasureLimits; humidity: MeasureLimits | null };

type Extreme = { label: string; value: number; at: number };

/** The figures of one measure over all points inside (decision record on verification). Instants in epoch ms. */
export type Figures = {
  mean: number;
  /** Largest and smallest value minus the setting; null without one. */
  deviationMaximum: number | null;
  deviationMinimum: number | null;
  /** ± half of the largest difference over time among points. */
  fluctuation: number;
  /** Mean over time of the differences between points; null without an instant at which all points have a value. */
  uniformity: number | null;
  hottest: Extreme;
  coldest: Extreme;
  /** Instants in all, and those at which all points inside have a value. */
  instants: number;
  complete: number;
};

export type MeasureResult = {
  whole: Figures | null;
  /** Without the way into the range and without tests; null if that is the same, or nothing. */
  steady: Figures | null;
};

/**
 * One measure of one point over the whole record; `missing` of its samples. `isWithin` tells of the steady state alone, as
 * the verdict does: a door opened for a test takes every point out of its limits.
 */
export type PointFigures = {
  count: number;
  missing: number;
  minimum: number;
  minimumAt: number;
  maximum: number;
  maximumAt: number;
  mean: number;
  isWithin: boolean;
};

export type PointResult = { id: number; label: string; pointClass: PointClass; device: string } & Record<
  VerifiedMeasure,
  PointFigures | null
>;

/** A door that was opened or a power cut. `source`: noted by a person, or seen by a probe of the carrier. */
export type TestResult = {
  test: VerificationTest;
  source: "noted" | "probe";
  from: number;
  to: number | null;
  /** The first point that left the limits, and when; null if none did until the test was over. */
  limit: { label: string; at: number; minutes: number } | null;
  /** How long it was watched. */
  watchedMinutes: number;
  /** When all points were within the limits again. */
  backAt: number | null;
};

/** A permanently mounted probe against the point beside it: the probe's value minus that of the point. */
export type PermanentResult = {
  label: string;
  device: string;
  compared: number;
  meanDifference: number | null;
  greatestDifference: number | null;
};

/** The point that was farthest from the setting, and the one beside a permanent probe that was. */
export type WorstResult = {
  label: string;
  distance: number;
  permanent: { label: string; distance: number } | null;
  /** Null without a point beside a permanent probe. */
  isPermanentWorst: boolean | null;
};

export type Reason =
  | { reason: "gaps"; percent: number; limit: number }
  | { reason: "above" | "below"; measure: VerifiedMeasure; label: string; value: number; limit: number }
  | { reason: "notReached" }
  | { reason: "noTest"; test: VerificationTest };

/** What follows from the record of a verification. */
export type VerificationResult = {
  from: number;
  to: number;
  samplingSeconds: number;
  samplingMode: SamplingMode;
  temperature: MeasureResult;
  humidity: MeasureResult | null;
  points: PointResult[];
  /** When all points inside were first within the limits, and how long that took from the start; null: never. */
  reached: { at: number; minutes: number } | null;
  tests: TestResult[];
  permanent: PermanentResult[];
  worst: WorstResult | null;
  gaps: { label: string; measure: VerifiedMeasure; from: number; to: number }[];
  /** The share of samples that are missing, in percent. */
  missingPercent: number;
  isStoppedEarly: boolean;
  verdict: VerificationVerdict;
  reasons: Reason[];
};
