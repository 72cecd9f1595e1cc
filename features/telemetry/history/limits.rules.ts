import type { ChoicesDto } from "../ingest/probe.schema";

/** Limits of one history request. */
export const MAXIMUM_PROBES = 20;

/** Five years. */
export const MAXIMUM_DAYS = 5 * 366;
export const MAXIMUM_RANGE_MS = MAXIMUM_DAYS * 86_400_000;

/** Page lengths of the list, the same as in every list of the console. */
export const PAGE_LENGTHS = [15, 20, 50, 100] as const;

export const FIRST_LENGTH = PAGE_LENGTHS[0];

/** Number of values of a probe's series (contract, "Ways out"). */
export const POINTS = { minimum: 10, maximum: 5000, default: 1000 } as const;

/** The probes that are ticked at first where none is chosen: all, if they fit together. */
export function tickedAtFirst(choices: ChoicesDto | undefined): number[] {
  const all = (choices?.items ?? []).flatMap(({ probes }) => probes.map(({ probeId }) => probeId));
  return choices?.hasMore || all.length > MAXIMUM_PROBES ? [] : all;
}
