import type { CarrierType, PositionFault } from "@/db/enums";
import { distanceMetres } from "@/lib/geo/sphere";

/** A position of a carrier at an instant in epoch ms, WGS-84. */
export type Fix = { at: number; longitude: number; latitude: number };

/** Upper bound of speed on a road. */
const ROAD_KMH = 250;
/**
 * Upper bound for a box or a cold store, which may travel by train, ship or plane: no airliner's ground speed is higher
 * (the record is 1,290).
 */
const CARRIED_KMH = 1300;
/** The highest possible speed of a carrier of a type, km/h; a faster position is false. */
export const fastestOf = (type: CarrierType): number => (type === "vehicle" ? ROAD_KMH : CARRIED_KMH);

/** Differences that are no movement: a receiver scatters between buildings, and its clock shows whole seconds. */
const SCATTER_METRES = 300;
const CLOCK_MS = 1000;

/** Receivers without a fix send 0°, 0°, where there is no land within 500 km. */
const NOWHERE_DEGREES = 0.001;
export const isNowhere = ({ longitude, latitude }: Pick<Fix, "longitude" | "latitude">): boolean =>
  Math.abs(longitude) < NOWHERE_DEGREES && Math.abs(latitude) < NOWHERE_DEGREES;

/** Whether a carrier can have moved from one position to the other. */
export function isReachable(a: Fix, b: Fix, fastestKmh: number): boolean {
  const metres = distanceMetres([a.longitude, a.latitude], [b.longitude, b.latitude]);
  return metres <= SCATTER_METRES + (fastestKmh * (Math.abs(b.at - a.at) + CLOCK_MS)) / 3600;
}

/** After a silence of this length a position may be anywhere, and the following ones have to confirm it. */
const SILENCE_MS = 3_600_000;
/** This many positions over this time, each within reach of the one before, establish a carrier's position. */
const ENOUGH_COUNT = 10;
const ENOUGH_MS = 30 * 60_000;
/** This many positions out of reach are more than an outlier: a position believed in spite of them stays in doubt. */
const CONTRADICTION_COUNT = 3;
/** A position that was out of reach stays in doubt for this long after it becomes reachable by road. */
const DOUBT_MS = 24 * 3_600_000;
/** Maximum number of rival chains; each scattered fault begins one. */
const MAXIMUM_RIVALS = 20;

/** Positions that are each within reach of the one before. */
type Chain = { first: Fix; last: Fix; indexes: number[] };

const chainOf = (fix: Fix, index: number): Chain => ({ first: fix, last: fix, indexes: [index] });
const extend = (chain: Chain, fix: Fix, index: number): void => {
  chain.last = fix;
  chain.indexes.push(index);
};
const isEnough = ({ first, last, indexes }: Chain): boolean =>
  indexes.length >= ENOUGH_COUNT && last.at - first.at >= ENOUGH_MS;

/**
 * Positions believed but in doubt: those since `root`, until there are enough of them and, if contradicted, they are
 * old enough.
 */
type Tail = { root: Fix; chain: Chain; joinedAt: number; isContradicted: boolean };

const metres = (a: Fix, b: Fix): number => distanceMetres([a.longitude, a.latitude], [b.longitude, b.latitude]);

/**
 * Validates the positions of a carrier one by one, in order of time. Its state after a position depends only on the
 * positions up to it; `isSettled` means that the state is just that position, so validation can restart after it.
 *
 * The believed chain grows by positions within its reach; any other begins a rival chain, which is invalid. Once the
 * carrier could have been driven to the current position of a rival, the rival is believed, with a day of doubt: if
 * later positions are nearer to the last one before the rival and out of the rival's reach, all in between is invalid.
 * A rival that never becomes reachable stays invalid, however long it is. Before anything is settled, the longer chain
 * is believed.
 */
function judge(fastestKmh: number, anchor: Fix | null) {
  const faults = new Map<number, PositionFault | null>();
  const mark = (indexes: readonly number[], fault: PositionFault | null) => {
    for (const index of indexes) faults.set(index, fault);
  };
  const reaches = (a: Fix, b: Fix) => isReachable(a, b, fastestKmh);
  let believed: Chain | null = anchor && chainOf(anchor, -1);
  let isSettled = anchor !== null;
  let tails: Tail[] = [];
  let rivals: Chain[] = [];

  /** Number of positions of a tail and all later ones. */
  const countFrom = (place: number) => tails.slice(place).reduce((sum, { chain }) => sum + chain.indexes.length, 0);

  /** Ends the doubt about tails that are long enough; their positions move to the previous tail, if there is one. */
  const endDoubts = (last: Fix) => {
    for (let place = tails.length - 1; place >= 0; place -= 1) {
      const { chain, joinedAt, isContradicted } = tails[place] as Tail;
      const isLong = countFrom(place) >= ENOUGH_COUNT && last.at - chain.first.at >= ENOUGH_MS;
      if (!isLong || (isContradicted && last.at - joinedAt < DOUBT_MS)) continue;
      // Positions no longer in doubt by this root may still be by the previous one.
      const before = tails[place - 1];
      if (before) for (const index of chain.indexes) before.chain.indexes.push(index);
      tails.splice(place, 1);
    }
  };

  const grow = (fix: Fix, indexes: readonly number[]) => {
    const chain = believed as Chain;
    chain.last = fix;
    // Settled positions are only revoked through tails, so only the end of the chain is needed.
    if (!isSettled) {
      for (const index of indexes) chain.indexes.push(index);
      isSettled = isEnough(chain);
    }
    if (isSettled) chain.indexes = [];
    mark(indexes, null);
    rivals = [];
    endDoubts(fix);
  };

  const believe = (fix: Fix, index: number, root: Fix, rival: Chain | undefined) => {
    const isContradicted = rival !== undefined && rival.indexes.length >= CONTRADICTION_COUNT;
    if (rival && isContradicted) {
      extend(rival, fix, index);
      tails.push({ root, chain: rival, joinedAt: fix.at, isContradicted });
      grow(fix, rival.indexes);
      return;
    }
    if (rival || fix.at - root.at > SILENCE_MS)
      tails.push({ root, chain: chainOf(fix, index), joinedAt: fix.at, isContradicted: false });
    else {
      const tail = tails.at(-1);
      if (tail) extend(tail.chain, fix, index);
    }
    grow(fix, [index]);
  };

  /** Whether a rival leads back to where a tail began, as it would if the tail were a run of faults. */
  const leadsBack = ({ first }: Chain, last: Fix, { root, isContradicted }: Tail) =>
    reaches(root, first) && (!isContradicted || metres(root, first) < metres(last, first));

  /**
   * Index of the tail that a rival refutes: it leads back, and is established or longer than all positions since the
   * tail; -1 if none.
   */
  const refuted = (rival: Chain, last: Fix): number =>
    tails.findLastIndex(
      (tail, place) => (rival.indexes.length > countFrom(place) || isEnough(rival)) && leadsBack(rival, last, tail),
    );

  const refute = (place: number, rival: Chain) => {
    const chain = believed as Chain;
    const { root } = tails[place] as Tail;
    const lost = new Set(tails.slice(place).flatMap((tail) => tail.chain.indexes));
    mark([...lost], "speed");
    chain.indexes = chain.indexes.filter((index) => !lost.has(index));
    tails = [
      ...tails.slice(0, place),
      // A copy of the positions, since the tail and the believed chain grow separately.
      { root, chain: { ...rival, indexes: [...rival.indexes] }, joinedAt: rival.last.at, isContradicted: false },
    ];
    grow(rival.last, rival.indexes);
  };

  /** While nothing is settled, the longer chain is believed; an established one is believed in any case. */
  const replace = (rival: Chain) => {
    const chain = believed as Chain;
    const isLost = chain.indexes.length < rival.indexes.length;
    if (isLost) mark(chain.indexes, "speed");
    believed = { first: rival.first, last: rival.first, indexes: [] };
    tails = isLost
      ? []
      : [
          {
            root: chain.last,
            chain: { ...rival, indexes: [...rival.indexes] },
            joinedAt: rival.last.at,
            isContradicted: true,
          },
        ];
    grow(rival.last, rival.indexes);
  };

  const contradict = (fix: Fix, index: number, chain: Chain, known: Chain | undefined) => {
    faults.set(index, "speed");
    const rival = known ?? chainOf(fix, index);
    if (known) extend(known, fix, index);
    else rivals = [...rivals.slice(1 - MAXIMUM_RIVALS), rival];
    const place = refuted(rival, chain.last);
    if (place >= 0) refute(place, rival);
    else if (!isSettled && (rival.indexes.length > chain.indexes.length || isEnough(rival))) replace(rival);
  };

  return {
    faults,
    step(fix: Fix, index: number): { isSettled: boolean } {
      if (isNowhere(fix)) {
        faults.set(index, "nowhere");
        return { isSettled: false };
      }
      if (!believed) {
        believed = chainOf(fix, index);
        faults.set(index, null);
      } else {
        const { last } = believed;
        const rival = longest(rivals.filter((one) => reaches(one.last, fix)));
        // Within reach of both: a rival that leads back from a contradiction remains a rival until it refutes or is
        // dropped.
        const isWaiting = rival && tails.some((tail) => tail.isContradicted && leadsBack(rival, last, tail));
        if (reaches(last, fix) && !isWaiting) believe(fix, index, last, rival);
        else contradict(fix, index, believed, rival);
      }
      return { isSettled: isSettled && tails.length === 0 && rivals.length === 0 };
    },
  };
}

const longest = (chains: readonly Chain[]): Chain | undefined =>
  chains.toSorted((a, b) => b.indexes.length - a.indexes.length)[0];

/** The fault of a position, null if valid, and whether validation can restart after it. */
export type Judged = { fault: PositionFault | null; isSettled: boolean };

/**
 * Validates positions of a carrier in order of time. `anchor` is the settled position before the first; null if there
 * is none.
 */
export function judgeTrack(fixes: readonly Fix[], fastestKmh: number, anchor: Fix | null = null): Judged[] {
  const { faults, step } = judge(fastestKmh, anchor);
  const settled = fixes.map((fix, index) => step(fix, index).isSettled);
  return fixes.map((_, index) => ({ fault: faults.get(index) ?? null, isSettled: settled[index] ?? false }));
}

/** The fault of each position of a carrier, in order of time; null if valid. */
export const faultsOf = (fixes: readonly Fix[], fastestKmh: number): (PositionFault | null)[] =>
  judgeTrack(fixes, fastestKmh).map(({ fault }) => fault);

/**
 * Validates the part of a track that new positions between `fromAt` and `untilAt` can change: from after the last
 * settled position before them to the first after them that was settled and is so again. `first` and the length of
 * `judged` identify that part. `isOpen`: more of the later track has to be read, if there is more.
 */
export function judgePart(
  track: readonly (Fix & { isSettled: boolean })[],
  fastestKmh: number,
  fromAt: number,
  untilAt: number,
): { first: number; judged: Judged[]; isOpen: boolean } {
  const anchorAt = track.findLastIndex(({ at, isSettled }) => at < fromAt && isSettled);
  const first = anchorAt + 1;
  const { faults, step } = judge(fastestKmh, track[anchorAt] ?? null);
  const settled: boolean[] = [];
  let isOpen = true;
  for (const [index, fix] of track.slice(first).entries()) {
    const { isSettled } = step(fix, index);
    settled.push(isSettled);
    if (fix.at > untilAt && fix.isSettled && isSettled) {
      isOpen = false;
      break;
    }
  }
  const judged = settled.map((isSettled, index): Judged => ({ fault: faults.get(index) ?? null, isSettled }));
  return { first, judged, isOpen };
}

/** Whether the silence between two positions is so long that the later one is in doubt. */
export const isSilent = (a: Fix, b: Fix): boolean => b.at - a.at > SILENCE_MS;
