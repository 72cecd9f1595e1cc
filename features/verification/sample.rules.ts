import type { SamplingMode } from "@/db/verification-enums";

/** The readings of a probe in order; `ats` in epoch ms. */
export type Readings = { ats: readonly number[]; values: readonly number[] };

/** How many points must have a value for each mode (specification, section 9). */
export const MINIMUM_POINTS: Record<SamplingMode, number> = {
  latest: 1,
  maximum: 2,
  minimum: 2,
  average: 2,
  equilibrium: 3,
};

/** The instants of a record: its begin, and every `seconds` from there until its end (epoch ms). */
export function gridOf({ from, to }: { from: number; to: number }, seconds: number): number[] {
  const step = seconds * 1000;
  return Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => from + index * step);
}

/** How long a reading is valid, in ms: as elsewhere, what is older than two intervals is a gap. */
export const heldMs = (seconds: number): number => 2 * seconds * 1000;

/** The newest reading at each instant of a grid; null where it is older than two intervals. */
export function sampleOf({ ats, values }: Readings, grid: readonly number[], seconds: number): (number | null)[] {
  const longest = heldMs(seconds);
  let next = 0;
  return grid.map((instant) => {
    while (next < ats.length && (ats[next] as number) <= instant) next += 1;
    const last = next - 1;
    return last >= 0 && instant - (ats[last] as number) <= longest ? (values[last] as number) : null;
  });
}

/** When the sample at each instant was read; 0 where there is none. For the mode `latest`. */
function newestAt({ ats }: Readings, instant: number): number {
  let [low, high] = [0, ats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ats[middle] as number) <= instant) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (ats[low - 1] as number);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The value of the space from those of its points at one instant, in the mode of the task; null with fewer points than
 * the mode needs. `equilibrium` drops the largest and the smallest, and averages the rest.
 */
export function combine(mode: SamplingMode, samples: readonly { value: number; at: number }[]): number | null {
  if (samples.length < MINIMUM_POINTS[mode]) return null;
  const values = samples.map(({ value }) => value);
  switch (mode) {
    case "latest":
      return samples.reduce((newest, one) => (one.at > newest.at ? one : newest)).value;
    case "maximum":
      return Math.max(...values);
    case "minimum":
      return Math.min(...values);
    case "average":
      return mean(values);
    case "equilibrium":
      return mean(values.toSorted((a, b) => a - b).slice(1, -1));
  }
}

/** The value of the space at each instant, from the samples of its points and the readings they are from. */
export function spaceValues(
  mode: SamplingMode,
  grid: readonly number[],
  points: readonly { samples: readonly (number | null)[]; readings: Readings }[],
): (number | null)[] {
  return grid.map((instant, index) =>
    combine(
      mode,
      points.flatMap(({ samples, readings }) => {
        const value = samples[index];
        return value === null || value === undefined ? [] : [{ value, at: newestAt(readings, instant) }];
      }),
    ),
  );
}

/** The stretches in which samples are missing, as instants of the grid; the end is the next one with a value. */
export function gapsOf(
  samples: readonly (number | null)[],
  grid: readonly number[],
  seconds: number,
): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  for (const [index, value] of samples.entries()) {
    if (value !== null) continue;
    const [from, to] = [grid[index] as number, (grid[index] as number) + seconds * 1000];
    const last = gaps.at(-1);
    if (last && last.to === from) last.to = to;
    else gaps.push({ from, to });
  }
  return gaps;
}
