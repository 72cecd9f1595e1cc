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
  /** Of the readings as a sample (n − 1). */
  standardDeviation: number | null;
  /** °C; null for anything but a temperature. */
  meanKineticTemperature: number | null;
  observedSeconds: number;
  /** Null without limits. */
  withinSeconds: number | null;
  /** Time within range ÷ time observed, 0 to 1; null without limits or without observed time. */
  passRate: number | null;
  /** Time observed at 1 (door open, power on); null for anything but a switch. */
  onSeconds: number | null;
  gapCount: number;
  gapSeconds: number;
  /** The longest ones, in order of time. */
  gaps: Gap[];
};

/** `isExamined` false: so many readings that only what the hourly roll-ups hold is told; the rest is null or empty. */
export type StatisticsDto = { probes: ProbeStatistics[]; isExamined: boolean };
