import type { AllowanceMode, KineticClass, LotVerdict, Side } from "@/db/enums";
import { lengthOf, type Threshold } from "@/features/observation/beyond.rules";
import { FROST } from "@/features/observation/observation.rules";
import { bandSide, type Endurance } from "@/features/product/product.rules";
import {
  beyondOf,
  distinct,
  type Excursion,
  type Exposure,
  excursionsOf,
  type Part,
  type Unobserved,
} from "./exposure.rules";
import { type Kinetic, worstWindow } from "./kinetic.rules";

const MINUTE_MS = 60_000;

/** A row of the arithmetic: what the product allows between two temperatures, and what the lot has used up of it. */
export type BudgetRow = {
  /** Names the row in an added-back decision, such as `band:8:15`. */
  key: string;
  kind: "band" | "allowance";
  side: Side;
  /** °C; null: without end. */
  from: number | null;
  to: number | null;
  mode: AllowanceMode;
  /** Null: no limit of time. */
  allowedMs: number | null;
  usedMs: number;
  addedBackMs: number;
  /** Negative: more was used than is allowed. */
  leftMs: number | null;
  parts: Part[];
};

export const REASONS = {
  expired: "notUsable",
  frozen: "notUsable",
  overBudget: "notUsable",
  running: "quarantine",
  uncovered: "quarantine",
  kineticExceeded: "quarantine",
  kineticUnknown: "quarantine",
  unobserved: "quarantine",
  neverPlaced: "quarantine",
} as const satisfies Record<string, LotVerdict>;
export type Reason = keyof typeof REASONS;

/** The verdict by arithmetic alone, with all that it was made from; durations in ms, temperatures in °C. */
export type Verdict = {
  state: LotVerdict;
  /** The gravest first. */
  reasons: Reason[];
  at: number;
  from: number | null;
  budget: BudgetRow[];
  /** Time outside the storage range, and the part of it for which the product allows nothing. */
  outside: { side: Side; limit: number; ms: number; uncoveredMs: number }[];
  excursions: (Excursion & { side: Side })[];
  freezing: { limit: number | null; events: Excursion[] };
  unobserved: {
    toleranceMs: number;
    spans: Unobserved[];
    totalMs: number;
    /** In stretches longer than the tolerance. */
    longMs: number;
    addedBackMs: number;
  };
  kinetic: (Kinetic & { kineticClass: KineticClass; limit: number | null }) | null;
};

/** Minutes that a person gave back to a row of the budget, or to the time not observed. */
export type AddBack = { target: string; minutes: number };
export const UNOBSERVED_KEY = "unobserved";

const freezeThreshold = (product: Endurance): Threshold | null =>
  product.isFreezeSensitive && product.freezeLimit !== null ? { side: "below", limit: product.freezeLimit } : null;

const rangeThresholds = ({ minimum, maximum }: Endurance): Threshold[] => [
  ...(maximum === null ? [] : [{ side: "above" as const, limit: maximum }]),
  ...(minimum === null ? [] : [{ side: "below" as const, limit: minimum }]),
];

/** The thresholds of which a verdict needs the time beyond. */
export function thresholdsOf(product: Endurance): Threshold[] {
  const bands = product.bands.flatMap((band) => {
    const side = bandSide(product, band);
    return [
      { side, limit: band.from },
      { side, limit: band.to },
    ];
  });
  const allowed = product.allowances.map(({ side, limit }) => ({ side, limit }));
  return distinct([...rangeThresholds(product), ...bands, ...allowed]);
}

/** The thresholds of which a verdict needs the separate times. */
export function runThresholdsOf(product: Endurance): Threshold[] {
  const single = product.allowances.filter(({ mode }) => mode === "single").map(({ side, limit }) => ({ side, limit }));
  const frost = product.kineticClass === "none" ? [] : [frostOf(product)];
  const freeze = freezeThreshold(product);
  return distinct([...rangeThresholds(product), ...(freeze ? [freeze] : []), ...frost, ...single]);
}

/** The frost line of a product: its own freeze limit, or that of all. */
const frostOf = (product: Endurance): Threshold => freezeThreshold(product) ?? { side: "below", limit: FROST };

export const bandKey = ({ from, to }: { from: number; to: number }): string => `band:${from}:${to}`;
export const allowanceKey = ({ side, limit, mode }: { side: Side; limit: number; mode: AllowanceMode }): string =>
  `allowance:${side}:${limit}:${mode}`;

/** The budget of a product against an exposure. */
export function budgetOf(product: Endurance, exposure: Exposure, addBacks: readonly AddBack[]): BudgetRow[] {
  const rowOf = (row: Omit<BudgetRow, "addedBackMs" | "leftMs">): BudgetRow => {
    // What was given back cannot exceed what was used: a lot never gets more than its product allows.
    const addedBackMs = Math.min(row.usedMs, givenBack(addBacks, row.key));
    return { ...row, addedBackMs, leftMs: row.allowedMs === null ? null : row.allowedMs - row.usedMs + addedBackMs };
  };
  const bands = product.bands.map((band) => {
    const side = bandSide(product, band);
    const [near, far] = side === "above" ? [band.from, band.to] : [band.to, band.from];
    const inner = beyondOf(exposure, { side, limit: near });
    const usedMs = Math.max(0, inner.ms - beyondOf(exposure, { side, limit: far }).ms);
    const { from, to } = band;
    const allowedMs = band.minutes === null ? null : band.minutes * MINUTE_MS;
    return rowOf({
      key: bandKey(band),
      kind: "band",
      side,
      from,
      to,
      mode: "cumulative",
      allowedMs,
      usedMs,
      parts: inner.parts,
    });
  });
  const allowances = product.allowances.map((allowance) => {
    const { side, limit, mode, minutes } = allowance;
    const total = beyondOf(exposure, { side, limit });
    const longest = Math.max(0, ...excursionsOf(exposure, { side, limit }).map(({ observedMs }) => observedMs));
    const usedMs = mode === "single" ? longest : total.ms;
    const [from, to] = side === "above" ? [limit, null] : [null, limit];
    const allowedMs = minutes * MINUTE_MS;
    return rowOf({
      key: allowanceKey(allowance),
      kind: "allowance",
      side,
      from,
      to,
      mode,
      allowedMs,
      usedMs,
      parts: total.parts,
    });
  });
  return [...bands, ...allowances];
}

const givenBack = (addBacks: readonly AddBack[], key: string): number =>
  addBacks.reduce((sum, { target, minutes }) => sum + (target === key ? minutes * MINUTE_MS : 0), 0);

/** Time outside the storage range on each side, and that for which neither a band nor an allowance speaks. */
export function outsideOf(product: Endurance, exposure: Exposure): Verdict["outside"] {
  return rangeThresholds(product).map(({ side, limit }) => {
    const sign = side === "above" ? 1 : -1;
    const edges = thresholdsOf(product)
      .filter((one) => one.side === side)
      .map((one) => one.limit * sign)
      .filter((edge) => edge >= limit * sign)
      .toSorted((a, b) => a - b);
    const msFrom = (edge: number) => beyondOf(exposure, { side, limit: edge * sign }).ms;
    const isCovered = (edge: number, next: number | undefined) =>
      product.allowances.some((one) => one.side === side && one.limit * sign <= edge) ||
      product.bands.some((band) => {
        const [near, far] = side === "above" ? [band.from, band.to] : [-band.to, -band.from];
        return bandSide(product, band) === side && near <= edge && next !== undefined && next <= far;
      });
    const uncoveredMs = edges.reduce((sum, edge, index) => {
      const next = edges[index + 1];
      const ms = Math.max(0, msFrom(edge) - (next === undefined ? 0 : msFrom(next)));
      return isCovered(edge, next) ? sum : sum + ms;
    }, 0);
    return { side, limit, ms: beyondOf(exposure, { side, limit }).ms, uncoveredMs };
  });
}

/** Freeze events end a freeze-sensitive product, unless an allowance reaches below its freeze limit. */
function isFatal(product: Endurance): boolean {
  const freeze = freezeThreshold(product);
  return freeze !== null && !product.allowances.some((one) => one.side === "below" && one.limit <= freeze.limit);
}

/** The calendar day after the expiry has begun in the customer's zone; `today` is its day, `yyyy-mm-dd`. */
export const isExpired = (expiresOn: string | null, today: string): boolean => expiresOn !== null && expiresOn < today;

type Case = {
  product: Endurance;
  exposure: Exposure | null;
  addBacks: readonly AddBack[];
  isExpired: boolean;
  now: number;
};

/**
 * Whether a lot may be used, by arithmetic alone. Not usable: expired, frozen, or more used up than its product allows.
 * Quarantine: an excursion is still running, a temperature for which the product allows nothing, a mean kinetic
 * temperature above its limit or unknown after an excursion, or a time that nobody observed. Time not observed is never
 * counted as good.
 */
export function verdictOf({ product, exposure, addBacks, isExpired: expired, now }: Case): Verdict {
  const toleranceMs = product.unobservedMinutes * MINUTE_MS;
  const nothing = { toleranceMs, spans: [], totalMs: 0, longMs: 0, addedBackMs: 0 };
  const freeze = freezeThreshold(product);
  if (!exposure) {
    const reasons: Reason[] = expired ? ["expired", "neverPlaced"] : ["neverPlaced"];
    const empty = { budget: [], outside: [], excursions: [], unobserved: nothing, kinetic: null };
    return {
      ...empty,
      ...stateOf(reasons),
      at: now,
      from: null,
      freezing: { limit: freeze?.limit ?? null, events: [] },
    };
  }
  const budget = budgetOf(product, exposure, addBacks);
  const outside = outsideOf(product, exposure);
  const excursions = rangeThresholds(product)
    .flatMap((threshold) => excursionsOf(exposure, threshold).map((run) => ({ ...run, side: threshold.side })))
    .toSorted((a, b) => b.from - a.from);
  const events = freeze ? excursionsOf(exposure, freeze) : [];
  const long = exposure.unobserved.filter(({ from, to }) => to - from > toleranceMs);
  const longMs = lengthOf(long);
  const unobserved = {
    ...{ toleranceMs, longMs, spans: exposure.unobserved, totalMs: lengthOf(exposure.unobserved) },
    addedBackMs: Math.min(longMs, givenBack(addBacks, UNOBSERVED_KEY)),
  };
  const kinetic = kineticOf(product, exposure);
  const wasWarm = outside.some(({ side, ms }) => side === "above" && ms > 0);
  const found: Record<Reason, boolean> = {
    expired,
    frozen: events.length > 0 && isFatal(product),
    overBudget: budget.some(({ leftMs }) => leftMs !== null && leftMs < 0),
    running: excursions.some(({ isRunning, to }) => isRunning && to >= now),
    uncovered: outside.some(({ uncoveredMs }) => uncoveredMs > 0),
    kineticExceeded: kinetic?.state === "found" && kinetic.limit !== null && kinetic.celsius > kinetic.limit,
    kineticUnknown: kinetic?.state === "refused" && kinetic.why === "incomplete" && kinetic.limit !== null && wasWarm,
    unobserved: longMs - unobserved.addedBackMs > 0,
    neverPlaced: false,
  };
  const reasons = (Object.keys(REASONS) as Reason[]).filter((reason) => found[reason]);
  const { limit = null } = freeze ?? {};
  return {
    ...stateOf(reasons),
    ...{ at: now, from: exposure.from, budget, outside, excursions, freezing: { limit, events }, unobserved, kinetic },
  };
}

const stateOf = (reasons: Reason[]): Pick<Verdict, "state" | "reasons"> => {
  const isFinal = reasons.some((reason) => REASONS[reason] === "notUsable");
  return { state: isFinal ? "notUsable" : reasons.length > 0 ? "quarantine" : "usable", reasons };
};

function kineticOf(product: Endurance, exposure: Exposure): Verdict["kinetic"] {
  const { kineticClass, kineticLimit: limit, maximum } = product;
  if (kineticClass === "none" || !exposure.buckets) return null;
  const isFrozen = (maximum !== null && maximum <= FROST) || excursionsOf(exposure, frostOf(product)).length > 0;
  return { ...worstWindow(kineticClass, exposure.buckets, isFrozen), kineticClass, limit };
}
