import "server-only";
import { meanOf, type Sums, total } from "@/features/observation/observation.rules";
import { observe } from "@/features/observation/observation.service";
import { observationsOf } from "@/features/telemetry/history/statistics.operations";
import { clip, type ProbeSpan, spansOf } from "@/features/telemetry/ingest/probe.rules";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import type { OperationContext } from "@/lib/operation/context";
import { findFirst, findFirstReadings } from "./detail.data";
import { type Interval, intervalsAt, isFilled, type Shown } from "./detail.rules";
import type { DetailDto, DetailRow } from "./detail.schema";

/** A probe with the periods for which it is readable. */
export type DetailProbe = HistoryProbe & { timeZone: string; periods: { from: number; to: number }[] };

export type PageAsked = {
  from: number;
  to: number;
  interval: Interval;
  show: Shown;
  order: "newest" | "oldest";
  length: number;
  cursor?: number | undefined;
};

type Caller = Pick<OperationContext, "db" | "now" | "signal">;

/** One page of rows. Intervals without any value have none. */
export async function readRows(
  ctx: Caller,
  probes: readonly DetailProbe[],
  timeZone: string,
  asked: PageAsked,
): Promise<DetailDto> {
  const { interval } = asked;
  const rows =
    interval === "raw"
      ? await readInstants(ctx, probes, asked)
      : await readIntervals(ctx, probes, timeZone, { ...asked, interval });
  const page = rows.slice(0, asked.length);
  return { rows: page, next: rows.length > asked.length ? (page.at(-1)?.at ?? null) : null };
}

/** The part of the range that pages after the cursor have; an interval's cursor is its start. */
function restOf({ from, to, order, cursor }: Omit<PageAsked, "interval">, cursorEnd?: number) {
  if (cursor === undefined) return { from, to };
  return order === "newest"
    ? { from, to: Math.min(to, cursor) }
    : { from: Math.max(from, cursorEnd ?? cursor + 1), to };
}

async function readInstants({ db }: Caller, probes: readonly DetailProbe[], asked: PageAsked): Promise<DetailRow[]> {
  const spans = spansOf(probes, restOf(asked));
  const found = await findFirstReadings(db, spans, asked.order, asked.length + 1);
  const places = new Map(probes.map(({ probeId }, index) => [probeId, index]));
  const rows = new Map<number, DetailRow>();
  for (const { probeId, at, value } of found) {
    const row = rows.get(at) ?? { at, cells: probes.map(() => null) };
    row.cells[places.get(probeId) as number] = value;
    rows.set(at, row);
  }
  const sign = asked.order === "newest" ? -1 : 1;
  return [...rows.values()].sort((a, b) => sign * (a.at - b.at)).slice(0, asked.length + 1);
}

type IntervalAsked = PageAsked & { interval: Exclude<Interval, "raw"> };

async function readIntervals(
  ctx: Caller,
  probes: readonly DetailProbe[],
  timeZone: string,
  asked: IntervalAsked,
): Promise<DetailRow[]> {
  const { interval, order, length, cursor } = asked;
  const rows: DetailRow[] = [];
  let rest = restOf(asked, cursor === undefined ? undefined : intervalsAt(cursor, interval, 1, "oldest", timeZone).end);
  while (rows.length <= length && rest.from < rest.to) {
    ctx.signal?.throwIfAborted();
    const first = await findFirst(ctx.db, spansOf(probes, rest), order);
    if (first === null) break;
    const { starts, end } = intervalsAt(first, interval, length + 1, order, timeZone);
    const span = { from: Math.max(rest.from, starts[0] as number), to: Math.min(rest.to, end) };
    const inside = starts.filter((start, index) => start < span.to && (starts[index + 1] ?? end) > span.from);
    const found = await readCells(ctx, probes, span, inside, asked);
    rows.push(...(order === "newest" ? found.reverse() : found).filter(isFilled));
    rest = order === "newest" ? { ...rest, to: span.from } : { ...rest, from: span.to };
  }
  return rows.slice(0, length + 1);
}

/** The rows of neighbouring intervals inside a span, oldest first. */
async function readCells(
  ctx: Caller,
  probes: readonly DetailProbe[],
  span: { from: number; to: number },
  starts: readonly number[],
  { show }: IntervalAsked,
): Promise<DetailRow[]> {
  const edges = starts.slice(1);
  if (show === "value") return readLast(ctx, probes, span, starts);
  const observations = probes.map((probe) => observationsOf(probe, span));
  // Without a limit of readings there is always an answer.
  const sums = (await observe(ctx, observations.flat(), { edges })) as Sums[][];
  let next = 0;
  const columns = observations.map((own) => {
    const parts = sums.slice(next, next + own.length);
    next += own.length;
    return starts.map((_, bucket) => {
      const all = total(parts.map((buckets) => ({ ...(buckets[bucket] as Sums), gaps: [] })));
      return show === "mean" ? meanOf(all) : all[show];
    });
  });
  return starts.map((at, bucket) => ({ at, cells: columns.map((column) => column[bucket] ?? null) }));
}

/** The last reading of each interval. */
async function readLast(
  { db }: Caller,
  probes: readonly DetailProbe[],
  span: { from: number; to: number },
  starts: readonly number[],
): Promise<DetailRow[]> {
  const rows = starts.map((at): DetailRow => ({ at, cells: probes.map(() => null) }));
  const asked = probes.flatMap(({ probeId, periods }) =>
    starts.flatMap((from, index) =>
      clip(periods, { from: Math.max(from, span.from), to: Math.min(starts[index + 1] ?? span.to, span.to) }).map(
        (part): ProbeSpan => ({ probeId, ...part }),
      ),
    ),
  );
  const places = new Map(probes.map(({ probeId }, index) => [probeId, index]));
  const newest = new Map<string, number>();
  for (const { probeId, at, value } of await findFirstReadings(db, asked, "newest", 1)) {
    const index = starts.findLastIndex((start) => start <= at);
    const row = rows[Math.max(0, index)] as DetailRow;
    const key = `${index}:${probeId}`;
    // Two mountings may share an interval.
    if ((newest.get(key) ?? -1) > at) continue;
    newest.set(key, at);
    row.cells[places.get(probeId) as number] = value;
  }
  return rows;
}
