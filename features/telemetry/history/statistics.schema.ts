import type { KineticRefusal } from "@/features/observation/observation.rules";

export type Gap = { from: number; to: number };

/** Figures of one probe over the range. Instants in epoch milliseconds. */
export type ProbeStatistics = {
  probeId: number;
  count: number;
  minimum: number | null;
  minimumAt: number | null;
  maximum: number | null;
  maximumAt: number | null;
  mean: number | null;
  /** Sample standard deviation of the readings (n − 1). */
  standardDeviation: number | null;
  /** °C; null unless a temperature. */
  meanKineticTemperature: number | null;
  /** Why a temperature has none. */
  kineticRefusal: KineticRefusal | null;
  observedSeconds: number;
  /** Null without limits. */
  withinSeconds: number | null;
  /** Time within range ÷ observed time, 0 to 1; null without limits or observed time. */
  passRate: number | null;
  /** Observed time at 1 (door open, power on); null unless a switch. */
  onSeconds: number | null;
  gapCount: number;
  gapSeconds: number;
  /** The longest ones, in order of time. */
  gaps: Gap[];
};

/**
 * `isExamined` false: too many readings, only the figures from hourly roll-ups are set; the others are null or empty.
 */
export type StatisticsDto = { probes: ProbeStatistics[]; isExamined: boolean };
