import type { CrossingKind } from "@/db/enums";
import type { Passage } from "@/features/geofence/crossing.rules";
import type { JudgedSpan } from "../evaluation/machine.rules";
import type { TouchedSpan } from "../evaluation/reconcile.rules";
import { NORMAL, type RecordedExcursion } from "./range.rules";

/**
 * A geofence condition: a carrier that has entered a geofence is inside, or one that has left it is outside, for longer
 * than the delay. Without a geofence: inside at least one of those that cover the carrier, or outside all of them.
 */
export type GeofenceRule = {
  kind: "geofence";
  measure: null;
  crossing: CrossingKind;
  geofenceId: number | null;
  delaySeconds: number;
};

/** A stay with the crossing that began it; epoch ms, `endedAt` null: it is open. */
export type Stay = { startedAt: number; endedAt: number | null; passage: Passage };

/**
 * The stays inside, or outside, derived from crossings in order of time. Before the first crossing of a geofence the
 * carrier was on its other side; a stay without a crossing that began it is ignored. Crossings at one instant are one
 * step: going straight from one geofence into another is no stay outside. If older crossings are missing (`isWhole`
 * false), a stay inside that began before them starts at 0.
 */
export function staysOf(
  { crossing, geofenceId }: Pick<GeofenceRule, "crossing" | "geofenceId">,
  passages: readonly Passage[],
  isWhole = true,
): Stay[] {
  const own = geofenceId === null ? passages : passages.filter((one) => one.geofenceId === geofenceId);
  const first = new Map<number, CrossingKind>();
  for (const one of own) if (!first.has(one.geofenceId)) first.set(one.geofenceId, one.kind);
  const inside = new Set([...first].flatMap(([id, kind]) => (kind === "exit" ? [id] : [])));
  const isThere = () => (crossing === "enter" ? inside.size > 0 : inside.size === 0);
  const stays: Stay[] = [];
  const [oldest] = own;
  if (!isWhole && oldest && crossing === "enter" && isThere())
    stays.push({ startedAt: 0, endedAt: null, passage: oldest });
  for (let index = 0; index < own.length; ) {
    const { at } = own[index] as Passage;
    const was = isThere();
    let cause: Passage | undefined;
    for (let one = own[index]; one?.at === at; index += 1, one = own[index]) {
      if (one.kind === "enter") inside.add(one.geofenceId);
      else inside.delete(one.geofenceId);
      if (one.kind === crossing) cause ??= one;
    }
    const last = stays.at(-1);
    if (was && !isThere() && last?.endedAt === null) last.endedAt = at;
    if (!was && isThere() && cause) stays.push({ startedAt: at, endedAt: null, passage: cause });
  }
  return stays;
}

const dueAt = ({ startedAt }: Pick<Stay, "startedAt">, { delaySeconds }: Pick<GeofenceRule, "delaySeconds">): number =>
  startedAt + delaySeconds * 1000;

/** Whether a stay has lasted for the delay by an instant (epoch ms), or had when it ended. */
export const isLasting = (stay: Stay, rule: Pick<GeofenceRule, "delaySeconds">, until: number): boolean =>
  (stay.endedAt ?? until) >= dueAt(stay, rule);

function excursionOf(stay: Stay, rule: GeofenceRule): RecordedExcursion {
  const { geofenceId, geofenceName, kind, longitude, latitude } = stay.passage;
  return {
    side: null,
    startedAt: stay.startedAt,
    raisedAt: dueAt(stay, rule),
    endedAt: stay.endedAt,
    statistics: null,
    limits: { minimum: null, maximum: null },
    facts: { crossing: kind, geofenceId, geofenceName, longitude, latitude },
  };
}

const FOREVER = Date.UTC(9999, 0, 1);
/** The crossings are the only state. */
const MEMORY = { state: NORMAL, again: NORMAL, since: 0 };

/**
 * The stays of a carrier that crossings found or disproved can have changed. `until`: now, for the delay. If `from` of
 * the result is older than the crossings loaded, more must be loaded.
 */
export function judgeTouched(
  rule: GeofenceRule,
  passages: readonly Passage[],
  { earliest, latest }: TouchedSpan,
  until: number,
  isWhole = true,
): JudgedSpan {
  const stays = staysOf(rule, passages, isWhole);
  const before = stays.find(
    ({ startedAt, endedAt }) => startedAt < earliest && (endedAt === null || endedAt >= earliest),
  );
  const from = before?.startedAt ?? earliest;
  const last = stays.findLast(({ startedAt }) => startedAt <= latest);
  const to = Math.max(latest + 1, last ? (last.endedAt ?? FOREVER) : 0);
  const excursions = stays
    .filter((stay) => stay.startedAt >= from && stay.startedAt < to && isLasting(stay, rule, until))
    .map((stay) => excursionOf(stay, rule));
  // There is no stay just before one begins.
  return { ...MEMORY, excursions, from, to, restAt: from };
}

/**
 * The change at `now` (epoch ms), for the sweep; stays that are over are not raised any more. `hasOpen`: whether an
 * exception is open. Null if there is nothing to do.
 */
export function judgeNow(
  rule: GeofenceRule,
  passages: readonly Passage[],
  hasOpen: boolean,
  { until, now }: { until: number; now: number },
  isWhole = true,
): JudgedSpan | null {
  const last = staysOf(rule, passages, isWhole).at(-1);
  const open = last?.endedAt === null ? last : null;
  if (open === null)
    return hasOpen
      ? { ...MEMORY, excursions: [], from: FOREVER, to: FOREVER + 1, restAt: Math.max(now, last?.startedAt ?? now) }
      : null;
  if (hasOpen || !isLasting(open, rule, until)) return null;
  const from = open.startedAt;
  return { ...MEMORY, excursions: [excursionOf(open, rule)], from, to: FOREVER, restAt: from };
}
