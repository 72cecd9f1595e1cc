import type { ExceptionKind, ExceptionType, Side } from "@/db/enums";
import { KINDS } from "@/features/exception/kind.rules";
import { wallClock } from "@/lib/datetime/zone";

/** An exception of the period; instants in epoch ms. */
export type Occurrence = {
  id: number;
  kind: ExceptionKind;
  type: ExceptionType;
  side: Side | null;
  carrierId: number | null;
  carrierName: string | null;
  probeId: number | null;
  probeName: string;
  startedAt: number;
  endedAt: number | null;
  reasonId: number | null;
  reasonCode: string | null;
  reasonName: string | null;
  /** The door was open at the start or while it lasted; null for a carrier without a door sensor. */
  isDoorOpen: boolean | null;
  isPowerLost: boolean;
  /** Distance of the peak from the limit, in the unit of the measure. */
  excess: number | null;
  /** Probes of the measure that are mounted on the carrier. */
  rivals: number;
};

/** Ids that an address of evidence has room for. */
export const MAXIMUM_EVIDENCE = 100;

export const RULES = [
  "power",
  "door",
  "defrost",
  "short",
  "position",
  "recovery",
  "repeated",
  "hour",
  "weekday",
  "noReason",
] as const;
export type Rule = (typeof RULES)[number];

/**
 * What a rule found, with the figures that its text names, and the exceptions that show it. `probe` and `carrier` say
 * where; null: everywhere in the selection.
 */
export type Finding = {
  rule: Rule;
  carrier: { id: number; name: string } | null;
  probe: { id: number; name: string } | null;
  figures: Record<string, number>;
  ids: number[];
  count: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What each rule asks for before it says anything. */
export const EVIDENCE = {
  power: { least: 2, share: 0.2 },
  door: { least: 3, share: 0.3 },
  /** Warm for a short time, at the same hour, on several days. */
  defrost: { least: 4, share: 0.6, longestMinutes: 60, windowHours: 2, days: 3 },
  /** Over after a few minutes, close to the limit. */
  short: { least: 5, share: 0.7, longestMinutes: 15, excess: 1 },
  position: { least: 5, share: 0.8 },
  recovery: { least: 6, growth: 1.5, minutes: 10 },
  repeated: { least: 5, share: 0.25 },
  hour: { least: 8, share: 0.5, windowHours: 3 },
  weekday: { least: 10, share: 0.4, weeks: 3 },
  noReason: { least: 5, share: 0.5 },
} as const;

const minutesOf = ({ startedAt, endedAt }: Occurrence, now: number) => ((endedAt ?? now) - startedAt) / MINUTE_MS;

const median = (values: readonly number[]): number => {
  const ordered = [...values].sort((a, b) => a - b);
  const middle = ordered.length >> 1;
  const [low, high] = [ordered[middle - 1] ?? 0, ordered[middle] ?? 0];
  return ordered.length % 2 === 1 ? high : (low + high) / 2;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function groupedBy<K>(all: readonly Occurrence[], key: (one: Occurrence) => K | null): Map<K, Occurrence[]> {
  const groups = new Map<K, Occurrence[]>();
  for (const one of all) {
    const own = key(one);
    if (own === null) continue;
    const group = groups.get(own);
    if (group) group.push(one);
    else groups.set(own, [one]);
  }
  return groups;
}

const evidenceOf = (all: readonly Occurrence[]) => ({
  ids: all.slice(0, MAXIMUM_EVIDENCE).map(({ id }) => id),
  count: all.length,
});

const carrierOf = ([first]: readonly Occurrence[]) =>
  first?.carrierId != null ? { id: first.carrierId, name: first.carrierName ?? "" } : null;
const probeOf = ([first]: readonly Occurrence[]) =>
  first?.probeId != null ? { id: first.probeId, name: first.probeName } : null;

/** The hours in a row in which most of these began, by the clock of the zone. */
function busiest(all: readonly Occurrence[], hours: number, timeZone: string): { from: number; within: Occurrence[] } {
  const byHour = Array.from({ length: 24 }, () => [] as Occurrence[]);
  for (const one of all) byHour[wallClock(new Date(one.startedAt), timeZone).hour]?.push(one);
  let best = { from: 0, within: [] as Occurrence[] };
  for (let from = 0; from < 24; from += 1) {
    const within = Array.from({ length: hours }, (_, hour) => byHour[(from + hour) % 24] as Occurrence[]).flat();
    if (within.length > best.within.length) best = { from, within };
  }
  return best;
}

type Place = { now: number; timeZone: string };

/** What explains part of all: named where it holds for enough of them. */
function partOf(rule: "power" | "door" | "noReason", all: readonly Occurrence[], of: readonly Occurrence[]): Finding[] {
  const { least, share } = EVIDENCE[rule];
  if (all.length < least || all.length < share * of.length) return [];
  return [{ rule, carrier: null, probe: null, figures: { count: all.length, of: of.length }, ...evidenceOf(all) }];
}

function findDefrost(own: readonly Occurrence[], { now, timeZone }: Place): Finding[] {
  const { least, share, longestMinutes, windowHours, days } = EVIDENCE.defrost;
  const short = own.filter(
    (one) => one.side === "above" && one.endedAt && minutesOf(one, now) <= longestMinutes && !one.isDoorOpen,
  );
  if (short.length < least) return [];
  const { from, within } = busiest(short, windowHours, timeZone);
  const different = new Set(
    within.map(({ startedAt }) => {
      const { year, month, day } = wallClock(new Date(startedAt), timeZone);
      return `${year}-${month}-${day}`;
    }),
  );
  if (within.length < least || within.length < share * own.length || different.size < days) return [];
  const figures = {
    count: within.length,
    of: own.length,
    from,
    to: (from + windowHours) % 24,
    minutes: Math.round(median(within.map((one) => minutesOf(one, now)))),
  };
  return [{ rule: "defrost", carrier: carrierOf(own), probe: probeOf(own), figures, ...evidenceOf(within) }];
}

function findShort(own: readonly Occurrence[], { now }: Place): Finding[] {
  const { least, share, longestMinutes, excess } = EVIDENCE.short;
  const short = own.filter(
    (one) => one.endedAt && minutesOf(one, now) <= longestMinutes && one.excess !== null && one.excess <= excess,
  );
  if (short.length < least || short.length < share * own.length) return [];
  const figures = {
    count: short.length,
    of: own.length,
    minutes: Math.round(median(short.map((one) => minutesOf(one, now)))),
  };
  return [{ rule: "short", carrier: carrierOf(own), probe: probeOf(own), figures, ...evidenceOf(short) }];
}

/** One probe of several of a carrier has nearly all of its excursions. */
function findPosition(ofCarrier: readonly Occurrence[]): Finding[] {
  const { least, share } = EVIDENCE.position;
  if (ofCarrier.length < least || !ofCarrier.some(({ rivals }) => rivals > 1)) return [];
  return [...groupedBy(ofCarrier, ({ type }) => type).values()].flatMap((ofType) =>
    [...groupedBy(ofType, ({ probeId }) => probeId).values()]
      .filter((own) => own.length >= least && own.length >= share * ofType.length && (own[0]?.rivals ?? 1) > 1)
      .map(
        (own): Finding => ({
          rule: "position",
          carrier: carrierOf(own),
          probe: probeOf(own),
          figures: { count: own.length, of: ofType.length, probes: own[0]?.rivals ?? 0 },
          ...evidenceOf(own),
        }),
      ),
  );
}

/** The last third takes clearly longer to recover than the first third. */
function findRecovery(own: readonly Occurrence[], { now }: Place): Finding[] {
  const { least, growth, minutes } = EVIDENCE.recovery;
  const over = own
    .filter(({ endedAt, side }) => endedAt !== null && side === "above")
    .sort((a, b) => a.startedAt - b.startedAt);
  if (over.length < least) return [];
  const third = Math.floor(over.length / 3);
  const [first, last] = [over.slice(0, third), over.slice(-third)].map((part) =>
    mean(part.map((one) => minutesOf(one, now))),
  ) as [number, number];
  if (last < growth * first || last - first < minutes) return [];
  const figures = { count: over.length, before: Math.round(first), after: Math.round(last) };
  return [{ rule: "recovery", carrier: carrierOf(own), probe: probeOf(own), figures, ...evidenceOf(over) }];
}

function findRepeated(ofCarrier: readonly Occurrence[], all: readonly Occurrence[], carriers: number): Finding[] {
  const { least, share } = EVIDENCE.repeated;
  // Of a single carrier this says nothing.
  if (carriers < 3 || ofCarrier.length < least || ofCarrier.length < share * all.length) return [];
  const figures = { count: ofCarrier.length, of: all.length, carriers };
  return [{ rule: "repeated", carrier: carrierOf(ofCarrier), probe: null, figures, ...evidenceOf(ofCarrier) }];
}

function findHour(all: readonly Occurrence[], { timeZone }: Place): Finding[] {
  const { least, share, windowHours } = EVIDENCE.hour;
  if (all.length < least) return [];
  const { from, within } = busiest(all, windowHours, timeZone);
  if (within.length < share * all.length) return [];
  const figures = { count: within.length, of: all.length, from, to: (from + windowHours) % 24 };
  return [{ rule: "hour", carrier: null, probe: null, figures, ...evidenceOf(within) }];
}

/** 0 is Monday. */
export const weekdayOf = (at: number, timeZone: string): number => {
  const { year, month, day } = wallClock(new Date(at), timeZone);
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
};

function findWeekday(all: readonly Occurrence[], { timeZone }: Place): Finding[] {
  const { least, share, weeks } = EVIDENCE.weekday;
  if (all.length < least) return [];
  return [...groupedBy(all, ({ startedAt }) => weekdayOf(startedAt, timeZone))].flatMap(([weekday, own]) => {
    const different = new Set(own.map(({ startedAt }) => Math.floor(startedAt / (7 * 24 * HOUR_MS))));
    if (own.length < share * all.length || different.size < weeks) return [];
    const figures = { count: own.length, of: all.length, weekday };
    return [{ rule: "weekday" as const, carrier: null, probe: null, figures, ...evidenceOf(own) }];
  });
}

/**
 * What explains these exceptions, the most general first, then by their number. A rule with too little evidence
 * (`EVIDENCE`) says nothing. Excursions of values alone are examined, except by the rule for missing reasons.
 */
export function findingsOf(all: readonly Occurrence[], place: Place): Finding[] {
  const excursions = all.filter(({ kind }) => KINDS[kind].hasFigures);
  const byProbe = [...groupedBy(excursions, ({ carrierId, probeId }) => `${carrierId}.${probeId}`).values()];
  const byCarrier = [...groupedBy(excursions, ({ carrierId }) => carrierId).values()];
  const watched = excursions.filter(({ isDoorOpen }) => isDoorOpen !== null);
  const ended = all.filter(({ endedAt }) => endedAt !== null);
  const found = [
    ...partOf(
      "power",
      excursions.filter(({ isPowerLost }) => isPowerLost),
      excursions,
    ),
    ...partOf(
      "door",
      watched.filter(({ isDoorOpen }) => isDoorOpen),
      watched,
    ),
    ...byProbe.flatMap((own) => {
      const defrost = findDefrost(own, place);
      // Both advise about the same alarms; the one that names the cause is enough.
      return [...defrost, ...(defrost.length > 0 ? [] : findShort(own, place)), ...findRecovery(own, place)];
    }),
    ...byCarrier.flatMap((own) => [...findPosition(own), ...findRepeated(own, excursions, byCarrier.length)]),
    ...findHour(excursions, place),
    ...findWeekday(excursions, place),
    ...partOf(
      "noReason",
      ended.filter(({ reasonId }) => reasonId === null),
      ended,
    ),
  ];
  return found.sort((a, b) => RULES.indexOf(a.rule) - RULES.indexOf(b.rule) || b.count - a.count);
}

/** Bars with their cumulative share, 0 to 1, for a Pareto chart. */
export function paretoOf<T extends { count: number }>(shares: readonly T[]): (T & { cumulative: number })[] {
  const all = shares.reduce((sum, { count }) => sum + count, 0);
  let sum = 0;
  return [...shares]
    .sort((a, b) => b.count - a.count)
    .map((share) => {
      sum += share.count;
      return { ...share, cumulative: all > 0 ? sum / all : 0 };
    });
}
