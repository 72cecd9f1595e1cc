import "server-only";
import { mergeRuns, type Run, type Threshold } from "@/features/observation/beyond.rules";
import { observeBeyond, observeRuns } from "@/features/observation/beyond.service";
import type { Observation, Sums } from "@/features/observation/observation.rules";
import { observe, observeSpans } from "@/features/observation/observation.service";
import { dayKey } from "@/lib/datetime/zone";
import type { OperationContext } from "@/lib/operation/context";
import { findCases, findMountedProbes, type LotCase } from "./exposure.data";
import {
  type Beyond,
  beyondOf,
  cutAtGaps,
  type Excursion,
  type Exposure,
  joined,
  type KineticBucket,
  observedMsOf,
  type Segment,
  type Stay,
  segmentsOf,
  silenceOf,
  unplacedOf,
  warmestOf,
  withSegment,
} from "./exposure.rules";
import { edgesOf, WINDOWS } from "./kinetic.rules";
import type { Outcome } from "./lot.schema";
import { addBacksOf, outcomeOf } from "./outcome.rules";
import { isExpired, runThresholdsOf, thresholdsOf, type Verdict, verdictOf } from "./verdict.rules";

type Caller = Pick<OperationContext, "db" | "now" | "signal">;
export type Judged = { case: LotCase; verdict: Verdict; outcome: Outcome };

/** The verdicts of lots that the caller has found in scope, by id. All lots share the few queries that it takes. */
export async function judgeLots(caller: Caller, lotIds: readonly number[]): Promise<Map<number, Judged>> {
  const cases = await findCases(caller.db, lotIds);
  const exposures = await exposuresOf(caller, cases);
  const now = caller.now.getTime();
  return new Map(
    cases.map((one, index) => {
      const { product, expiresOn, timeZone, decisions } = one;
      const facts = { product, exposure: exposures[index] ?? null, addBacks: addBacksOf(decisions), now };
      const verdict = verdictOf({ ...facts, isExpired: isExpired(expiresOn, dayKey(caller.now, timeZone)) });
      return [one.id, { case: one, verdict, outcome: outcomeOf(verdict, decisions) }];
    }),
  );
}

type Life = {
  case: LotCase;
  stays: Stay[];
  from: number;
  to: number;
  segments: Segment[];
  unobserved: Exposure["unobserved"];
};

/** What each lot went through up to now; null for one that was never placed. */
async function exposuresOf(caller: Caller, cases: readonly LotCase[]): Promise<(Exposure | null)[]> {
  const now = caller.now.getTime();
  const carrierIds = [...new Set(cases.flatMap(({ stays }) => stays.map(({ carrierId }) => carrierId)))];
  const mounted = await findMountedProbes(caller.db, carrierIds);
  const lives = cases.map((one): Life | null => {
    const stays = one.stays
      .map((stay) => ({ ...stay, to: Math.min(stay.to ?? now, now) }))
      .filter(({ from, to }) => from < to);
    const [first, last] = [stays[0], stays.at(-1)];
    if (!first || !last) return null;
    const to = one.status === "active" ? now : last.to;
    return { case: one, stays, from: first.from, to, segments: segmentsOf(stays, mounted), unobserved: [] };
  });
  const shown = lives.filter((life) => life !== null);
  const whole = await inTurn(
    shown.map(({ segments }) => segments),
    (spans) => observeSpans(caller, spans) as Promise<Sums[]>,
  );
  const parts = shown.map((life, index) => {
    const gaps = (whole[index] as Sums[][]).map((own) => own.map((sums) => sums.gaps));
    const silent = life.segments.flatMap((segment, place) => silenceOf(segment, gaps[place] ?? []));
    life.unobserved = joined([...silent, ...unplacedOf(life.stays, life.to)]);
    return life.segments.flatMap((segment, place) => cutAtGaps(segment, gaps[place] ?? []));
  });
  const beyond = await beyondsOf(caller, shown, parts);
  const excursions = await excursionsOf(caller, shown);
  const buckets = await bucketsOf(caller, shown, beyond);
  const exposures = new Map(
    shown.map((life, index): [Life, Exposure] => [
      life,
      {
        ...{ from: life.from, to: life.to, stays: life.stays, unobserved: life.unobserved },
        ...{ beyond: beyond[index] ?? [], excursions: excursions[index] ?? [], buckets: buckets[index] ?? null },
      },
    ]),
  );
  return lives.map((life) => (life ? (exposures.get(life) ?? null) : null));
}

/** Asks once for the observations of all segments of all lots; the answers by lot, segment and probe. */
async function inTurn<T>(
  lots: readonly (readonly Segment[])[],
  ask: (spans: Observation[]) => Promise<T[]>,
): Promise<T[][][]> {
  const answers = await ask(lots.flatMap((segments) => segments.flatMap(({ probes }) => probes)));
  let next = 0;
  return lots.map((segments) =>
    segments.map(({ probes }) => {
      const own = answers.slice(next, next + probes.length);
      next += probes.length;
      return own;
    }),
  );
}

/** Thresholds are those of a product; lots of one product are asked for together. */
async function byProduct<T>(lives: readonly Life[], ask: (own: number[], product: LotCase["product"]) => Promise<T[]>) {
  const answers: T[] = [];
  const products = new Map(lives.map(({ case: one }) => [one.product.id, one.product]));
  for (const product of products.values()) {
    const own = lives.flatMap((life, index) => (life.case.product.id === product.id ? [index] : []));
    for (const [place, answer] of (await ask(own, product)).entries()) answers[own[place] as number] = answer;
  }
  return answers;
}

const beyondsOf = (caller: Caller, lives: readonly Life[], parts: readonly Segment[][]): Promise<Beyond[][]> =>
  byProduct(lives, async (own, product) => {
    const thresholds = thresholdsOf(product);
    const segments = own.map((index) => parts[index] ?? []);
    const found = await inTurn(segments, (spans) => observeBeyond(caller, spans, thresholds));
    return segments.map((all, lot) =>
      thresholds.map((threshold, column) =>
        all.reduce<Beyond>(
          (total, segment, place) =>
            withSegment(
              total,
              segment,
              (found[lot]?.[place] ?? []).map((ms) => ms[column] ?? 0),
            ),
          { ...threshold, ms: 0, parts: [] },
        ),
      ),
    );
  });

const excursionsOf = (caller: Caller, lives: readonly Life[]): Promise<Exposure["excursions"][]> =>
  byProduct(lives, async (own, product) => {
    const some = own.map((index) => lives[index] as Life);
    const all: Exposure["excursions"][] = some.map(() => []);
    for (const threshold of runThresholdsOf(product)) {
      const found = await inTurn(
        some.map(({ segments }) => segments),
        (spans) => observeRuns(caller, spans, threshold),
      );
      for (const [lot, life] of some.entries()) {
        const runs = life.segments.flatMap((segment, place) => ofSegment(segment, found[lot]?.[place] ?? []));
        all[lot]?.push({ ...threshold, runs: withObserved(threshold, runs, life.unobserved) });
      }
    }
    return all;
  });

type Located = Run & { carrierId: number; probeId: number };
const ofSegment = ({ carrierId, probes }: Segment, runs: readonly Run[][]): Located[] =>
  runs.flatMap((own, index) => own.map((run) => ({ ...run, carrierId, probeId: probes[index]?.probeId ?? 0 })));

const withObserved = ({ side }: Threshold, runs: readonly Located[], unobserved: Exposure["unobserved"]): Excursion[] =>
  mergeRuns(side, runs).map((run) => ({ ...run, observedMs: observedMsOf(run, unobserved) }));

/**
 * The buckets for the mean kinetic temperature, of lots that were ever too warm: the limit is at least the maximum of
 * the storage range, so it cannot be exceeded within.
 */
async function bucketsOf(caller: Caller, lives: readonly Life[], beyond: readonly Beyond[][]) {
  const all: (KineticBucket[] | null)[] = [];
  for (const [index, { case: one, segments, from, to }] of lives.entries()) {
    const { kineticClass, maximum } = one.product;
    const isWarm =
      maximum !== null && beyondOf({ beyond: beyond[index] ?? [] }, { side: "above", limit: maximum }).ms > 0;
    if (kineticClass === "none" || !isWarm) {
      all.push(null);
      continue;
    }
    const edges = edgesOf(kineticClass, { from, to });
    const found = await inTurn([segments], async (spans) => (await observe(caller, spans, { edges })) ?? []);
    const { bucketMs } = WINDOWS[kineticClass];
    const first = Math.floor(from / bucketMs) * bucketMs;
    const count = edges.length + 1;
    const buckets = Array.from({ length: count }, (_, place): KineticBucket => {
      const parts = (found[0] ?? []).map((probes) => warmestOf(probes.flatMap((sums) => sums[place] ?? [])));
      const sum = (key: "observedMs" | "arrheniusArea") => parts.reduce((total, part) => total + part[key], 0);
      return { from: first + place * bucketMs, observedMs: sum("observedMs"), arrheniusArea: sum("arrheniusArea") };
    });
    all.push(buckets);
  }
  return all;
}
