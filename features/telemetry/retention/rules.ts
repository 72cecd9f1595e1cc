import type { ParameterType } from "@/db/enums";
import { contentIssue, inForce } from "@/features/parameter/parameter.rules";

const DAY_MS = 86_400_000;
/** Data to be dropped is first rejected for this time, so that a mistake can be undone and running transactions end. */
export const GRACE_MS = 3_600_000;

/** The parameters that a customer can override, and the installation's alone. */
const OWN_READINGS = "customer.retentionDays";
const OWN_POSITIONS = "retention.gpsBackupDays";
const OF_READINGS = "retention.sensorHistoryDays";

/** The parameters that define retention. */
export const RETENTION_CODES = [OWN_READINGS, OF_READINGS, OWN_POSITIONS] as const;

/** Minimum retention that the parameters allow; younger data is never dropped. */
export const YOUNG_MS = { readings: 30 * DAY_MS, positions: DAY_MS } as const;

/** The parameter in force, and its days. */
export type Rule = { code: (typeof RETENTION_CODES)[number]; days: number };
export type Kept = { readings: Rule; positions: Rule };

type Row = { code: string; type: ParameterType; content: string; customerId: number | null };

const shorter = (a: Rule, b: Rule): Rule => (b.days < a.days ? b : a);

/**
 * Retention of a customer's readings and positions. The customer's own value applies, whether longer or shorter than
 * the installation's; without one, the shorter of the installation's two. Positions are retained no longer than
 * readings.
 */
export function keptOf(rows: readonly Row[]): Kept {
  const values = inForce(rows.filter(({ customerId }) => customerId === null));
  const ruleOf = (code: Rule["code"]): Rule => ({ code, days: Number(values[code]) });
  const ownRule = (own: Rule["code"]): Rule | null => {
    const row = rows.findLast(
      ({ code, type, content, customerId }) =>
        code === own && customerId !== null && contentIssue(code, type, content) === null,
    );
    return row ? { code: own, days: Number(row.content) } : null;
  };
  const readings = ownRule(OWN_READINGS) ?? shorter(ruleOf(OF_READINGS), ruleOf(OWN_READINGS));
  return { readings, positions: shorter(readings, ownRule(OWN_POSITIONS) ?? ruleOf(OWN_POSITIONS)) };
}

/**
 * Times in epoch milliseconds. `notedAt`: when the mark was set; `cleared`: nothing is left before it, null if nothing
 * was cleared yet.
 */
export type Mark = {
  readingsFrom: number;
  positionsFrom: number;
  notedAt: number;
  readingsCleared: number | null;
  positionsCleared: number | null;
};

export type Retention = { customerId: number; kept: Kept; mark: Mark | null };

/**
 * The instants (epoch ms) from which readings and positions are retained: by the days, and never before dropped data.
 */
export const horizonOf = ({ kept, mark }: Pick<Retention, "kept" | "mark">, now: number) => ({
  readings: Math.max(now - kept.readings.days * DAY_MS, mark?.readingsFrom ?? 0),
  positions: Math.max(now - kept.positions.days * DAY_MS, mark?.positionsFrom ?? 0),
});

/** The reason for rejecting a reading before the horizon. */
export function refusalOf(what: "readings" | "positions", retention: Retention, horizon: number, now: number): string {
  const { code, days } = retention.kept[what];
  const since = `before ${new Date(horizon).toISOString()}`;
  // Raising the value does not bring dropped data back.
  return horizon > now - days * DAY_MS
    ? `at: ${since}, up to where ${what} were dropped already (${code})`
    : `at: ${since}, ${what} are kept for ${days} days (${code})`;
}

const startOfDay = (at: number) => at - (at % DAY_MS);
const startOfMonth = (at: number) => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

/**
 * The next marks, before which data may be dropped, for all customers. Customers with the longest retention advance by
 * whole months, as partitions do, so that none of their data is deleted row by row; the others by days. A mark can move
 * back to what has been cleared.
 */
export function nextMarks(
  all: readonly Retention[],
  now: number,
): { customerId: number; readingsFrom: number; positionsFrom: number }[] {
  const longest = (what: keyof Kept) => Math.max(...all.map(({ kept }) => kept[what].days));
  const longestOf = { readings: longest("readings"), positions: longest("positions") };
  const from = ({ kept, mark }: Retention, what: keyof Kept) => {
    const { days } = kept[what];
    const horizon = now - days * DAY_MS;
    const cut = days === longestOf[what] ? startOfMonth(horizon) : startOfDay(horizon);
    return Math.max(cut, mark?.[`${what}Cleared`] ?? 0);
  };
  return all.map((one) => ({
    customerId: one.customerId,
    readingsFrom: from(one, "readings"),
    positionsFrom: from(one, "positions"),
  }));
}

/** The marks that may be applied now: set long enough ago and still valid. */
export function droppable(all: readonly Retention[], next: ReturnType<typeof nextMarks>, now: number): Retention[] {
  const nextOf = new Map(next.map((one) => [one.customerId, one]));
  return all.map(({ mark, ...one }) => {
    const still = nextOf.get(one.customerId);
    if (!mark || !still || now - mark.notedAt < GRACE_MS) return { ...one, mark: null };
    const readingsFrom = Math.min(mark.readingsFrom, still.readingsFrom);
    return {
      ...one,
      mark: { ...mark, readingsFrom, positionsFrom: Math.min(mark.positionsFrom, still.positionsFrom) },
    };
  });
}

/**
 * The instant before which whole partitions can be dropped, since the marks of all customers have passed it. Null
 * without customers, or if a mark is not set yet.
 */
export function droppableBefore(all: readonly Retention[], what: keyof Kept): number | null {
  if (all.length === 0) return null;
  const marks = all.map(({ mark }) => mark?.[`${what}From`] ?? 0);
  const least = Math.min(...marks);
  return least > 0 ? least : null;
}

/** The span still to be deleted row by row, up to a customer's mark; null if complete. Epoch milliseconds. */
export function pendingOf({ mark }: Retention, what: keyof Kept): { fromMs: number; toMs: number } | null {
  if (!mark) return null;
  const fromMs = mark[`${what}Cleared`] ?? 0;
  const toMs = mark[`${what}From`];
  return fromMs < toMs ? { fromMs, toMs } : null;
}
