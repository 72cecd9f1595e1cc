import type { Outage, Turn } from "./traffic.schema";

type Span = { from: number; to: number };

/** Kinds that others talk through or that stand by themselves in the network. */
export const CONNECTED_KINDS = ["gateway", "display", "relay"] as const;

/** Days that the window offers, and those it opens with. */
export const TRAFFIC_DAYS = [1, 7, 30, 90, 365] as const;
export const FIRST_DAYS = 7;

/** The days that an address asks for. */
export const daysOf = (asked: unknown): number => TRAFFIC_DAYS.find((days) => String(days) === asked) ?? FIRST_DAYS;

/**
 * The turns inside a range, the first at its beginning with the state that held then. `turns` are in order of time and
 * may begin before the range; what is never told is unknown and left out. A turn to the state that holds is none.
 */
export function turnsIn(turns: readonly Turn[], { from, to }: Span): Turn[] {
  const before = turns.findLast(({ at }) => at <= from);
  const all = [
    ...(before ? [{ at: from, status: before.status }] : []),
    ...turns.filter(({ at }) => at > from && at < to),
  ];
  return all.filter(({ status }, index) => all[index - 1]?.status !== status);
}

/** The times that a device was gone; the last is open while it lasts. */
export function outagesOf(turns: readonly Turn[]): Outage[] {
  return turns.flatMap(({ at, status }, index) =>
    status === "offline" ? [{ from: at, to: turns[index + 1]?.at ?? null }] : [],
  );
}

/** Both lists as one: times that overlap or touch become one, in order of time. */
export function joinOutages(outages: readonly Outage[]): Outage[] {
  const end = ({ to }: Outage) => to ?? Number.POSITIVE_INFINITY;
  const joined: Outage[] = [];
  for (const outage of [...outages].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && outage.from <= end(last)) last.to = end(outage) > end(last) ? outage.to : last.to;
    else joined.push({ ...outage });
  }
  return joined;
}

/** How long (ms) one was in these states up to `to`. */
function timeIn(turns: readonly Turn[], to: number, states: readonly Turn["status"][]): number {
  const lasted = turns.map(({ at }, index) => Math.max(0, (turns[index + 1]?.at ?? to) - at));
  return turns.reduce((sum, { status }, index) => sum + (states.includes(status) ? (lasted[index] as number) : 0), 0);
}

/** How long (ms) it was known whether it was online; switched off counts for neither. */
export const knownTime = (turns: readonly Turn[], to: number): number => timeIn(turns, to, ["online", "offline"]);

/** The share of the time with a known state (0 to 1) in which it was online. */
export function onlineShare(turns: readonly Turn[], to: number): number | null {
  const known = knownTime(turns, to);
  return known > 0 ? timeIn(turns, to, ["online"]) / known : null;
}

/** From this part of a range on, what is known stands for all of it; below the other it says nothing about it. */
const KNOWN = { all: 0.95, any: 0.05 };

/** What the known time of a range lets one say of its share: all of it, with a word about how long, or nothing. */
export function weightOf(knownMs: number, { from, to }: Span): "whole" | "part" | "none" {
  const part = knownMs / (to - from);
  return part >= KNOWN.all ? "whole" : part >= KNOWN.any ? "part" : "none";
}
