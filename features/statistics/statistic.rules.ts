import type { CarrierType } from "@/db/enums";
import {
  askedMsOf,
  completenessOf,
  degreeMinutesOf,
  kineticFigureOf,
  meanOf,
  NO_KINETIC,
  type Observation,
  passRateOf,
  type Sums,
  total,
} from "@/features/observation/observation.rules";
import type { Figures, Group, Sort, StatisticRow } from "./statistic.schema";

/** A probe on a carrier for a period, with its limits; `from` and `to` are inside the asked range. */
export type Mounted = {
  carrierId: number;
  carrierName: string;
  carrierType: CarrierType;
  sceneId: number;
  sceneName: string;
  probeId: number;
  probeName: string;
  observation: Observation;
};

/** Counts of excursions of a probe on a carrier; the seconds are sums over the acknowledged and the ended ones. */
export type Excursions = {
  carrierId: number;
  probeId: number;
  count: number;
  acknowledged: number;
  acknowledgeSeconds: number;
  ended: number;
  closeSeconds: number;
};

/** The row in which a probe on a carrier counts. */
export const keyOf = (
  by: Group,
  { sceneId, carrierType, carrierId, probeId }: Pick<Mounted, "sceneId" | "carrierType" | "carrierId" | "probeId">,
): string =>
  ({
    place: `place:${sceneId}`,
    type: `type:${carrierType}`,
    carrier: `carrier:${carrierId}`,
    probe: `probe:${carrierId}.${probeId}`,
  })[by];

const NO_EXCURSIONS = { count: 0, acknowledged: 0, acknowledgeSeconds: 0, ended: 0, closeSeconds: 0 };

function addExcursions(all: readonly Excursions[]) {
  const sum = { ...NO_EXCURSIONS };
  for (const one of all) for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += one[key];
  return sum;
}

const perOne = (seconds: number, count: number): number | null => (count > 0 ? seconds / count : null);

/** Whether these are carriers of several types: the mean of a freezer and a warehouse says nothing about either. */
export const isMixed = (mounted: readonly Pick<Mounted, "carrierType">[]): boolean =>
  mounted.some(({ carrierType }) => carrierType !== mounted[0]?.carrierType);

type Part = Pick<Mounted, "carrierType" | "observation"> & { sums: Sums };

/**
 * The figures of probes together. Mean, pass rate and kinetic temperature are weighted by observed time over all probes.
 * Carriers of several types have neither mean nor kinetic temperature. Probes without limits have no part in pass rate,
 * time outside and degree-minutes.
 */
export function figuresOf(parts: readonly Part[], excursions: readonly Excursions[], now: number): Figures {
  const sums = total(parts.map((part) => ({ ...part.sums, gaps: [] })));
  const limited = parts.filter(({ observation: { minimum, maximum } }) => minimum !== null || maximum !== null);
  const within = total(limited.map((part) => ({ ...part.sums, gaps: [] })));
  const asked = parts.reduce((sum, { observation }) => sum + askedMsOf(observation, now), 0);
  const { above, below } = degreeMinutesOf(within);
  const counts = addExcursions(excursions);
  const mixed = isMixed(parts);
  return {
    isMixed: mixed,
    count: sums.count,
    minimum: sums.minimum,
    mean: mixed ? null : meanOf(sums),
    maximum: sums.maximum,
    ...(mixed ? NO_KINETIC : kineticFigureOf(sums, asked)),
    passRate: limited.length > 0 ? passRateOf(within) : null,
    completeness: completenessOf(sums, asked),
    outsideSeconds: limited.length > 0 ? (within.observedMs - within.withinMs) / 1000 : null,
    degreeMinutes: limited.length > 0 ? above + below : null,
    excursions: counts.count,
    acknowledgeSeconds: perOne(counts.acknowledgeSeconds, counts.acknowledged),
    closeSeconds: perOne(counts.closeSeconds, counts.ended),
  };
}

/** The rows of a grouping; `sums` has one entry for each of `mounted`. */
export function rowsOf(
  by: Group,
  mounted: readonly Mounted[],
  sums: readonly Sums[],
  excursions: readonly Excursions[],
  now: number,
): StatisticRow[] {
  const groups = new Map<string, { first: Mounted; parts: Part[]; own: Mounted[] }>();
  for (const [index, one] of mounted.entries()) {
    const key = keyOf(by, one);
    const group = groups.get(key) ?? { first: one, parts: [], own: [] };
    group.parts.push({ ...one, sums: sums[index] as Sums });
    group.own.push(one);
    groups.set(key, group);
  }
  const places = new Map(mounted.map((one) => [`${one.carrierId}.${one.probeId}`, keyOf(by, one)]));
  const found = new Map<string, Excursions[]>();
  for (const one of excursions) {
    const key = places.get(`${one.carrierId}.${one.probeId}`);
    if (key === undefined) continue;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...groups].map(([key, { first, parts, own }]) => {
    const isOne = by === "carrier" || by === "probe";
    return {
      key,
      name: {
        place: first.sceneName,
        type: first.carrierType,
        carrier: first.carrierName,
        probe: `${first.carrierName} · ${first.probeName}`,
      }[by],
      carrierId: isOne ? first.carrierId : null,
      probeId: by === "probe" ? first.probeId : null,
      sceneId: by === "type" ? null : first.sceneId,
      type: by === "place" ? null : first.carrierType,
      carriers: new Set(own.map(({ carrierId }) => carrierId)).size,
      probes: new Set(own.map(({ probeId }) => probeId)).size,
      ...figuresOf(parts, found.get(key) ?? [], now),
    };
  });
}

/** Rows by a column; those without the figure are last in either direction, equal ones in order of their names. */
export function sorted(rows: readonly StatisticRow[], sort: Sort, dir: "asc" | "desc"): StatisticRow[] {
  const sign = dir === "asc" ? 1 : -1;
  const byName = (a: StatisticRow, b: StatisticRow) => a.name.localeCompare(b.name) || (a.key < b.key ? -1 : 1);
  return [...rows].sort((a, b) => {
    if (sort === "name") return sign * byName(a, b);
    const [left, right] = [a[sort], b[sort]];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b);
    return sign * (left - right) || byName(a, b);
  });
}

/** The change of a figure against before; null if either is unknown. */
export const changeOf = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before === null || before === undefined ? null : now - before;

/**
 * Probe hours that a heat map may read: each is a bucket. About 4 s where all are read from readings, because devices
 * report more slowly than agreed and no stored sum counts.
 */
export const MAXIMUM_CELLS = 30_000;

/** The number of days that a heat map of so many probes may have. */
export const heatDays = (probes: number): number => Math.floor(MAXIMUM_CELLS / 24 / Math.max(1, probes));
