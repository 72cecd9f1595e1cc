import type { Outage, Turn } from "./traffic.schema";

type Span = { from: number; to: number };

/** Kinds with a network connection of their own. */
export const CONNECTED_KINDS = ["gateway", "display", "relay"] as const;

/** Ranges that the window offers, in days, and the default. */
export const TRAFFIC_DAYS = [1, 7, 30, 90, 365] as const;
export const FIRST_DAYS = 7;

/** The range, in days, that an address asks for. */
export const daysOf = (asked: unknown): number => TRAFFIC_DAYS.find((days) => String(days) === asked) ?? FIRST_DAYS;

/**
 * State changes inside a range, starting at its beginning with the state at that instant. `turns` are in order of time
 * and may begin before the range. Time before the first known state is left out, and so are changes to the same state.
 */
export function turnsIn(turns: readonly Turn[], { from, to }: Span): Turn[] {
  const before = turns.findLast(({ at }) => at <= from);
  const all = [
    ...(before ? [{ at: from, status: before.status }] : []),
    ...turns.filter(({ at }) => at > from && at < to),
  ];
  return all.filter(({ status }, index) => all[index - 1]?.status !== status);
}

/** Offline periods; the last one is open while it lasts. */
export function outagesOf(turns: readonly Turn[]): Outage[] {
  return turns.flatMap(({ at, status }, index) =>
    status === "offline" ? [{ from: at, to: turns[index + 1]?.at ?? null }] : [],
  );
}

/** Merges outages that overlap or touch, in order of time. */
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

/** Time (ms) in these states up to `to`. */
function timeIn(turns: readonly Turn[], to: number, states: readonly Turn["status"][]): number {
  const lasted = turns.map(({ at }, index) => Math.max(0, (turns[index + 1]?.at ?? to) - at));
  return turns.reduce((sum, { status }, index) => sum + (states.includes(status) ? (lasted[index] as number) : 0), 0);
}

/** Time (ms) for which the device is known to be online or offline; disabled time does not count. */
export const knownTime = (turns: readonly Turn[], to: number): number => timeIn(turns, to, ["online", "offline"]);

/** Share of the known time (0 to 1) for which the device was online; null without known time. */
export function onlineShare(turns: readonly Turn[], to: number): number | null {
  const known = knownTime(turns, to);
  return known > 0 ? timeIn(turns, to, ["online"]) / known : null;
}

/** From the first share of known time on, a figure represents the whole range; below the second, none is shown. */
const KNOWN = { all: 0.95, any: 0.05 };

/**
 * Whether the known time of a range suffices for a figure of the whole range, of a part (to be stated), or for none.
 */
export function weightOf(knownMs: number, { from, to }: Span): "whole" | "part" | "none" {
  const part = knownMs / (to - from);
  return part >= KNOWN.all ? "whole" : part >= KNOWN.any ? "part" : "none";
}
