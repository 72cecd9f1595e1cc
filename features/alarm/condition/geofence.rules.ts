import type { CrossingKind } from "@/db/enums";
import type { Passage } from "@/features/geofence/crossing.rules";
import type { JudgedSpan } from "../evaluation/machine.rules";
import type { TouchedSpan } from "../evaluation/reconcile.rules";
import { NORMAL, type RecordedExcursion } from "./range.rules";

/**
 * A geofence condition: a carrier that has entered a geofence is inside, one that has left it is outside, for longer than
 * the delay. Without a geofence it is any that watches the carrier: inside at least one of them, or outside all.
 */
export type GeofenceRule = {
  kind: "geofence";
  measure: null;
  crossing: CrossingKind;
  geofenceId: number | null;
  delaySeconds: number;
};

/** A stay, with the crossing that it began with; epoch ms, `endedAt` null: it goes on. */
export type Stay = { startedAt: number; endedAt: number | null; passage: Passage };

/**
 * The stays inside, or outside, that crossings in order of time tell of. Before the first crossing of a geofence the
 * carrier was on its other side; where a stay has no crossing that it began with, it is none. Crossings of one instant
 * are one step: from one geofence straight into another is no stay outside. Where older crossings are not among these
 * (`isWhole` false), a stay inside that had begun before them is told as from 0 on.
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
/** There is no memory besides the crossings themselves. */
const MEMORY = { state: NORMAL, again: NORMAL, since: 0 };

/**
 * What of a carrier's stays crossings that came to be or turned out to be none can have changed. `until`: now, for the delay.
 * Where its `from` is older than what was read of the crossings, more has to be.
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
  // Just before a stay begins there is none.
  return { ...MEMORY, excursions, from, to, restAt: from };
}

/**
 * What is so now (epoch ms), for the clock: of stays that are over nothing is raised any more. Null where there is
 * nothing to do: `hasOpen` says whether an exception is open.
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
