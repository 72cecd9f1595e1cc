import type { PointClass, SamplingMode, VerificationTest } from "@/db/verification-enums";
import type {
  Figures,
  MeasureLimits,
  MeasureResult,
  PermanentResult,
  PointFigures,
  PointResult,
  Reason,
  TaskLimits,
  TestResult,
  VerificationResult,
  VerifiedMeasure,
  WorstResult,
} from "./result.schema";
import { gapsOf, gridOf, type Readings, sampleOf } from "./sample.rules";

/** The permitted error of instruments for verification, in °C: what differs by less is the same (GSP, appendix 5). */
export const INSTRUMENT_ERROR = 0.5;
const MINUTE_MS = 60_000;

export type PointInput = {
  id: number;
  label: string;
  pointClass: PointClass;
  device: string;
  temperature: Readings | null;
  humidity: Readings | null;
  /** The permanently mounted probe beside it. */
  beside: { device: string; temperature: Readings } | null;
};

export type Episode = { test: VerificationTest; source: TestResult["source"]; from: number; to: number | null };

export type ResultInput = {
  /** Epoch ms: when it was started, and its record. */
  startedAt: number;
  from: number;
  to: number;
  samplingSeconds: number;
  samplingMode: SamplingMode;
  limits: TaskLimits;
  gapPercent: number;
  tests: readonly VerificationTest[];
  isStoppedEarly: boolean;
  points: readonly PointInput[];
  /** Doors that were opened and power cuts, in order of time. */
  episodes: readonly Episode[];
};

type Sampled = { point: PointInput; samples: (number | null)[] };

const isInside = ({ point }: Sampled) => point.pointClass !== "outside";
const isWithin = (value: number, { minimum, maximum }: MeasureLimits) => value >= minimum && value <= maximum;

/**
 * The figures of one measure over the points inside, at the chosen instants of the grid. Deviation: largest and smallest
 * value minus the setting, over all points and times. Uniformity: the mean over times of the largest minus the smallest
 * value among points, at the times at which all have one. Fluctuation: ± half of the largest difference over time among
 * points. Null without any value.
 */
export function figuresOf(
  sampled: readonly Sampled[],
  grid: readonly number[],
  places: readonly number[],
  { setting }: Pick<MeasureLimits, "setting">,
): Figures | null {
  let [hottest, coldest]: (Figures["hottest"] | null)[] = [null, null];
  let [sum, count, spreads, complete, fluctuation] = [0, 0, 0, 0, 0];
  for (const { point, samples } of sampled) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const place of places) {
      const value = samples[place];
      if (value === null || value === undefined) continue;
      const at = grid[place] as number;
      [sum, count, low, high] = [sum + value, count + 1, Math.min(low, value), Math.max(high, value)];
      if (!hottest || value > hottest.value) hottest = { label: point.label, value, at };
      if (!coldest || value < coldest.value) coldest = { label: point.label, value, at };
    }
    if (high >= low) fluctuation = Math.max(fluctuation, (high - low) / 2);
  }
  if (!hottest || !coldest) return null;
  for (const place of places) {
    const values = sampled.flatMap(({ samples }) => samples[place] ?? []);
    if (values.length < sampled.length) continue;
    complete += 1;
    spreads += Math.max(...values) - Math.min(...values);
  }
  return {
    mean: sum / count,
    deviationMaximum: setting === null ? null : hottest.value - setting,
    deviationMinimum: setting === null ? null : coldest.value - setting,
    fluctuation,
    uniformity: complete === 0 ? null : spreads / complete,
    ...{ hottest, coldest, instants: places.length, complete },
  };
}

/** The figures of a point over the whole record; whether it kept its limits is judged at the `judged` places of the grid. */
function pointFigures(
  samples: readonly (number | null)[],
  grid: readonly number[],
  judged: readonly number[],
  limits: MeasureLimits | null,
) {
  const found = samples.flatMap((value, place) => (value === null ? [] : [{ value, at: grid[place] as number }]));
  const [first] = found;
  if (!first) return null;
  const [low, high] = [
    found.reduce((least, one) => (one.value < least.value ? one : least), first),
    found.reduce((most, one) => (one.value > most.value ? one : most), first),
  ];
  return {
    ...{ count: found.length, missing: samples.length - found.length },
    ...{ minimum: low.value, minimumAt: low.at, maximum: high.value, maximumAt: high.at },
    mean: found.reduce((sum, { value }) => sum + value, 0) / found.length,
    isWithin:
      limits === null ||
      judged.every((place) => {
        const value = samples[place];
        return value === null || value === undefined || isWithin(value, limits);
      }),
  } satisfies PointFigures;
}

/** The first point outside of the limits at a place of the grid. */
const leaver = (inside: readonly Sampled[], place: number, limits: MeasureLimits) =>
  inside.find(({ samples }) => {
    const value = samples[place];
    return value !== null && value !== undefined && !isWithin(value, limits);
  });

const areAllWithin = (inside: readonly Sampled[], place: number, limits: MeasureLimits) =>
  inside.every(({ samples }) => {
    const value = samples[place];
    return value !== null && value !== undefined && isWithin(value, limits);
  });

/** How long the space stays within its limits once a door is open or the power is off, and when it is back. */
export function testOf(
  { test, source, from, to }: Episode,
  inside: readonly Sampled[],
  grid: readonly number[],
  limits: MeasureLimits,
  end: number,
): TestResult {
  const watchedTo = Math.min(to ?? end, end);
  let limit: TestResult["limit"] = null;
  let backAt: number | null = null;
  for (const [place, at] of grid.entries()) {
    if (at < from || at > end) continue;
    if (!limit) {
      // A point may still leave the limits a little after the door is closed.
      const out = leaver(inside, place, limits);
      if (out) limit = { label: out.point.label, at, minutes: (at - from) / MINUTE_MS };
      else if (at >= watchedTo && areAllWithin(inside, place, limits)) break;
    } else if (at >= (to ?? from) && areAllWithin(inside, place, limits)) {
      backAt = at;
      break;
    }
  }
  return { test, source, from, to, limit, watchedMinutes: Math.max(0, watchedTo - from) / MINUTE_MS, backAt };
}

function permanentOf(sampled: readonly Sampled[], grid: readonly number[], seconds: number): PermanentResult[] {
  return sampled.flatMap(({ point: { label, beside }, samples }) => {
    if (!beside) return [];
    const own = sampleOf(beside.temperature, grid, seconds);
    const differences = own.flatMap((value, place) => {
      const neighbour = samples[place];
      return value === null || neighbour === null || neighbour === undefined ? [] : [value - neighbour];
    });
    const compared = differences.length;
    return [
      {
        ...{ label, device: beside.device, compared },
        meanDifference: compared === 0 ? null : differences.reduce((sum, one) => sum + one, 0) / compared,
        greatestDifference:
          compared === 0 ? null : differences.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most)),
      },
    ];
  });
}

/**
 * The point whose values were farthest from the setting, or from the middle of the limits. A permanent probe is at the
 * worst point if the point beside it is that one, or differs from it by no more than instruments may.
 */
export function worstOf(
  inside: readonly Sampled[],
  places: readonly number[],
  limits: MeasureLimits,
): WorstResult | null {
  const centre = limits.setting ?? (limits.minimum + limits.maximum) / 2;
  const distances = inside.flatMap(({ point, samples }) => {
    const values = places.flatMap((place) => samples[place] ?? []);
    if (values.length === 0) return [];
    const distance = Math.max(...values.map((value) => Math.abs(value - centre)));
    return [{ label: point.label, pointClass: point.pointClass, distance }];
  });
  const farthest = (all: typeof distances) =>
    all.reduce<(typeof distances)[number] | null>(
      (most, one) => (most && most.distance >= one.distance ? most : one),
      null,
    );
  const worst = farthest(distances);
  if (!worst) return null;
  const permanent = farthest(distances.filter(({ pointClass }) => pointClass === "permanent"));
  return {
    ...{ label: worst.label, distance: worst.distance },
    permanent: permanent && { label: permanent.label, distance: permanent.distance },
    isPermanentWorst: permanent && permanent.distance >= worst.distance - INSTRUMENT_ERROR,
  };
}

/** The instants of the steady state: within the range for the first time, and without tests. */
function steadyPlaces(grid: readonly number[], reachedAt: number | null, tests: readonly TestResult[]): number[] {
  if (reachedAt === null) return [];
  return grid.flatMap((at, place) =>
    at < reachedAt ||
    tests.some(({ from, to, limit, backAt }) => {
      const until = limit ? (backAt ?? Number.POSITIVE_INFINITY) : (to ?? from);
      return at >= from && at < until;
    })
      ? []
      : [place],
  );
}

const outsideOf = (measure: VerifiedMeasure, figures: Figures | null, limits: MeasureLimits): Reason[] => {
  if (!figures) return [];
  const { hottest, coldest } = figures;
  return [
    ...(hottest.value > limits.maximum
      ? [{ reason: "above" as const, measure, label: hottest.label, value: hottest.value, limit: limits.maximum }]
      : []),
    ...(coldest.value < limits.minimum
      ? [{ reason: "below" as const, measure, label: coldest.label, value: coldest.value, limit: limits.minimum }]
      : []),
  ];
};

/** Everything that follows from a record. It is refused if more of it is missing than the task allows. */
export function resultOf(input: ResultInput): VerificationResult {
  const { from, to, samplingSeconds, samplingMode, limits, points, gapPercent, isStoppedEarly } = input;
  const grid = gridOf(input, samplingSeconds);
  const all = grid.map((_, place) => place);
  const sampledOf = (measure: VerifiedMeasure): Sampled[] =>
    points.flatMap((point) => {
      const readings = point[measure];
      return readings === null ? [] : [{ point, samples: sampleOf(readings, grid, samplingSeconds) }];
    });
  const sampled = { temperature: sampledOf("temperature"), humidity: sampledOf("humidity") };
  const inside = sampled.temperature.filter(isInside);
  const reachedPlace = all.find((place) => inside.length > 0 && areAllWithin(inside, place, limits.temperature));
  const reachedAt = reachedPlace === undefined ? null : (grid[reachedPlace] as number);
  const tests = input.episodes
    .filter((one) => one.from >= from && one.from <= to)
    .map((one, index, every) =>
      testOf(one, inside, grid, limits.temperature, Math.min(to, every[index + 1]?.from ?? to)),
    );
  const steady = steadyPlaces(grid, reachedAt, tests);
  const settled = steady.length > 0 ? steady : all;
  const ofMeasure = (measure: VerifiedMeasure, own: MeasureLimits): MeasureResult => {
    const chosen = sampled[measure].filter(isInside);
    return {
      whole: figuresOf(chosen, grid, all, own),
      steady: steady.length === grid.length ? null : figuresOf(chosen, grid, steady, own),
    };
  };
  const temperature = ofMeasure("temperature", limits.temperature);
  const humidity = limits.humidity && ofMeasure("humidity", limits.humidity);
  const measured = [
    ...inside.map((one) => ({ ...one, measure: "temperature" as const })),
    ...(limits.humidity
      ? sampled.humidity.filter(isInside).map((one) => ({ ...one, measure: "humidity" as const }))
      : []),
  ];
  const wanted = measured.length * grid.length;
  const missing = measured.reduce((sum, { samples }) => sum + samples.filter((value) => value === null).length, 0);
  const missingPercent = wanted === 0 ? 100 : (100 * missing) / wanted;
  const isRefused = missingPercent > gapPercent;
  const judged = {
    temperature: temperature.steady ?? temperature.whole,
    humidity: humidity && (humidity.steady ?? humidity.whole),
  };
  const reasons: Reason[] = [
    ...(isRefused ? [{ reason: "gaps" as const, percent: missingPercent, limit: gapPercent }] : []),
    ...(reachedAt === null ? [{ reason: "notReached" as const }] : []),
    ...input.tests
      .filter((test) => !tests.some((one) => one.test === test))
      .map((test) => ({ reason: "noTest" as const, test })),
    ...outsideOf("temperature", judged.temperature, limits.temperature),
    ...(limits.humidity ? outsideOf("humidity", judged.humidity, limits.humidity) : []),
  ];
  return {
    ...{
      from,
      to,
      samplingSeconds,
      samplingMode,
      temperature,
      humidity,
      tests,
      missingPercent,
      isStoppedEarly,
      reasons,
    },
    points: points.map(({ id, label, pointClass, device }): PointResult => {
      const own = (measure: VerifiedMeasure) => {
        const found = sampled[measure].find(({ point }) => point.id === id);
        return found
          ? pointFigures(found.samples, grid, settled, pointClass === "outside" ? null : limits[measure])
          : null;
      };
      return { id, label, pointClass, device, temperature: own("temperature"), humidity: own("humidity") };
    }),
    reached: reachedAt === null ? null : { at: reachedAt, minutes: (reachedAt - input.startedAt) / MINUTE_MS },
    permanent: permanentOf(sampled.temperature, grid, samplingSeconds),
    worst: worstOf(inside, settled, limits.temperature),
    gaps: measured.flatMap(({ point: { label }, samples, measure }) =>
      gapsOf(samples, grid, samplingSeconds).map((gap) => ({ label, measure, ...gap })),
    ),
    verdict: isRefused ? "refused" : reasons.length > 0 ? "failed" : "passed",
  };
}

/** The stretches in which a switch was on (1) or off (0), from its readings in order; open at the end if it still is. */
export function episodesOf({ ats, values }: Readings, state: 0 | 1): { from: number; to: number | null }[] {
  const found: { from: number; to: number | null }[] = [];
  for (const [index, at] of ats.entries()) {
    const is = (values[index] as number) >= 0.5 ? 1 : 0;
    const open = found.at(-1)?.to === null;
    if (is === state && !open && index > 0) found.push({ from: at, to: null });
    else if (is !== state && open) (found.at(-1) as { to: number | null }).to = at;
  }
  return found;
}
