import type { Measure } from "@/db/enums";
import { isSwitch } from "@/features/observation/observation.rules";
import { type Span, SURROUNDING_MEASURES } from "../ingest/probe.rules";

/**
 * How often a record is due, in seconds, within and outside the range (GSP: every 30 min in storage, every 5 min in
 * transport, every 2 min out of range; read every minute).
 */
export const RECORD_PRESETS = {
  storage: { seconds: 1800, outsideSeconds: 120 },
  transport: { seconds: 300, outsideSeconds: 120 },
  minute: { seconds: 60, outsideSeconds: 60 },
} as const;
export type RecordPreset = keyof typeof RECORD_PRESETS;
export const RECORD_PRESET_NAMES = Object.keys(RECORD_PRESETS) as [RecordPreset, ...RecordPreset[]];

/** Whether records of a measure are due at all: measures of the surroundings, except switches, which report changes. */
export const isRecorded = (measure: Measure): boolean => SURROUNDING_MEASURES.includes(measure) && !isSwitch(measure);

/** The share of an interval by which a record may be late, since device clocks drift. */
export const LATE_SHARE = 0.1;

/**
 * Number of missing records due in `span`, between the record at `from` and the next at `to`; milliseconds. One is due
 * every `intervalMs` after the first; the last of them is the one that arrived.
 */
export function missingBetween(from: number, to: number, intervalMs: number, span: Span): number {
  const due = Math.ceil((to - from) / intervalMs - LATE_SHARE) - 1;
  const first = Math.max(1, Math.ceil((span.from - from) / intervalMs));
  const last = Math.min(due, Math.ceil((span.to - from) / intervalMs) - 1);
  return Math.max(0, last - first + 1);
}

/** A stretch without the records due in it. Epoch milliseconds. */
export type MissingSpan = { from: number; to: number; missing: number };

/** The result of reading one span: how many records were due between its readings, and which are missing. */
export type Recorded = {
  span: Span;
  /** The period for which the probe is visible; infinite if it is queried regardless of carriers. */
  period: Span;
  firstAt: number | null;
  firstIsOutside: boolean;
  lastAt: number | null;
  lastIsOutside: boolean;
  due: number;
  missing: number;
  /** The longest. */
  gaps: readonly MissingSpan[];
};

export type Records = { due: number; missing: number; gaps: MissingSpan[] };

export const GAPS_LISTED = 100;

/**
 * How many of the records due in the spans are missing, up to `now` (epoch ms). A count of records says nothing about
 * observed time. Records are due from the day on which a probe was mounted, or else from its first one ever, and also
 * after the last one of a span.
 */
export function judgeRecords(recorded: readonly Recorded[], preset: RecordPreset, now: number): Records {
  const { seconds, outsideSeconds } = RECORD_PRESETS[preset];
  const total: Records = { due: 0, missing: 0, gaps: [] };
  const add = (from: number, to: number, intervalMs: number, missing: number, span: Span) => {
    const [start, end] = [Math.max(from, span.from), Math.min(to, span.to)];
    if (start >= end) return;
    total.due += (end - start) / intervalMs;
    if (missing > 0) total.gaps.push({ from: start, to: end, missing });
    total.missing += missing;
  };
  for (const { span: whole, period, firstAt, firstIsOutside, lastAt, lastIsOutside, due, missing, gaps } of recorded) {
    const span = { from: whole.from, to: Math.min(whole.to, now) };
    const isDueBefore = period.from !== Number.NEGATIVE_INFINITY;
    if (firstAt === null || lastAt === null) {
      if (!isDueBefore) continue;
      const intervalMs = seconds * 1000;
      add(span.from, span.to, intervalMs, Math.max(0, Math.floor((span.to - span.from) / intervalMs)), span);
      continue;
    }
    const step = (isOutside: boolean) => (isOutside ? outsideSeconds : seconds) * 1000;
    const [lead, tail] = [step(firstIsOutside), step(lastIsOutside)];
    if (isDueBefore && firstAt > span.from)
      add(span.from, firstAt, lead, missingBetween(span.from, firstAt, lead, span), span);
    total.due += due;
    total.missing += missing;
    total.gaps.push(...gaps);
    if (lastAt < span.to) add(lastAt, span.to, tail, missingBetween(lastAt, span.to, tail, span), span);
  }
  const longest = total.gaps.sort((a, b) => b.missing - a.missing).slice(0, GAPS_LISTED);
  return {
    due: Math.max(Math.round(total.due), total.missing),
    missing: total.missing,
    gaps: longest.sort((a, b) => a.from - b.from),
  };
}
