import "server-only";
import { cache } from "react";
import { notFound } from "@/lib/errors";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { findChoices, type ReadableProbe } from "../ingest/probe.data";
import { openProbes, openShown, shownProbe } from "../ingest/probe.operations";
import { type Span, spansOf } from "../ingest/probe.rules";
import {
  countInvalid,
  findCustomerNames,
  findExcursions,
  findInvalid,
  findLatestAt,
  findReadings,
} from "./history.data";
import { beyond, placeOf } from "./history.rules";
import {
  type Excursion,
  type HistoryDto,
  HistoryInput,
  HistoryRange,
  type HistoryView,
  type InvalidDto,
  type TableDto,
  TableInput,
  ViewInput,
} from "./history.schema";
import { FIRST_LENGTH, MAXIMUM_RANGE_MS } from "./limits.rules";
import { readSeries } from "./series.service";
import { readStatistics } from "./statistics.operations";

/** One series per probe, as columns: the readings if there are at most `points`, otherwise buckets. */
export const getHistory = defineOperation({
  name: "history.series",
  kind: "query",
  permission: "viewHistory",
  input: HistoryInput,
  async run(ctx, asked): Promise<HistoryDto> {
    const { probes, timeZone } = await openProbes(ctx, asked);
    return readSeries(ctx, probes, timeZone, asked);
  },
});

async function readPage(
  { db }: Pick<OperationContext, "db">,
  probes: readonly ReadableProbe[],
  { from, to, order, length, cursor }: Pick<TableInput, "from" | "to" | "order" | "length" | "cursor">,
): Promise<TableDto> {
  const rows = await findReadings(db, beyond(spansOf(probes, { from, to }), cursor, order), order, length + 1);
  const items = rows.slice(0, length);
  const last = items.at(-1);
  return { items, next: rows.length > length && last ? `${last.at}.${last.probeId}` : null };
}

/** Lists readings; `next` is the cursor of the next page. */
export const listReadings = defineOperation({
  name: "history.table",
  kind: "query",
  permission: "viewHistory",
  input: TableInput,
  async run(ctx, asked): Promise<TableDto> {
    const { probes } = await openProbes(ctx, asked);
    return readPage(ctx, probes, asked);
  },
});

/** Number of invalid readings returned (the newest), and the bound of their count. */
const INVALID_LIMIT = 2000;
const INVALID_COUNTED = 10_000;

/** The invalid readings of the range, which are stored and shown but excluded from everything else. */
export const listInvalid = defineOperation({
  name: "history.invalid",
  kind: "query",
  permission: "viewHistory",
  input: HistoryRange,
  async run(ctx, asked): Promise<InvalidDto> {
    const { probes } = await openProbes(ctx, asked);
    const spans = spansOf(probes, asked);
    const items = await findInvalid(ctx.db, spans, INVALID_LIMIT);
    const count = items.length < INVALID_LIMIT ? items.length : await countInvalid(ctx.db, spans, INVALID_COUNTED + 1);
    return { items, count: Math.min(count, INVALID_COUNTED), isComplete: count <= INVALID_COUNTED };
  },
});

/** Exceptions of the probes that overlap the range, except withdrawn ones. */
export const listExcursions = defineOperation({
  name: "history.excursions",
  kind: "query",
  permission: "viewHistory",
  input: HistoryRange,
  async run(ctx, asked): Promise<{ items: Excursion[] }> {
    const { probes } = await openProbes(ctx, asked);
    return { items: await findExcursions(ctx.db, spansOf(probes, asked)) };
  },
});

const DAY_MS = 86_400_000;

/** About 50 ms of reading; beyond that, the window requests the statistics once it is loaded. */
const FIRST_PAINT_EXAMINED = 50_000;

/** The range of an address; the last day if it has none or an invalid one. */
function rangeOf({ from, to }: { from?: number | undefined; to?: number | undefined }, now: number): Span {
  const end = to ?? now;
  const start = from ?? end - DAY_MS;
  return start < end && end - start <= MAXIMUM_RANGE_MS ? { from: start, to: end } : { from: now - DAY_MS, to: now };
}

/** Data for the first paint of the window in one response; without probes and carriers, the choices. */
export const getView = defineOperation({
  name: "history.view",
  kind: "query",
  permission: "viewHistory",
  input: ViewInput,
  async run(ctx, { probeIds, carrierIds, ...given }): Promise<HistoryView> {
    const now = ctx.now.getTime();
    const range = rangeOf(given, now);
    const isAsked = probeIds !== undefined || carrierIds !== undefined;
    const { probes, timeZone, hidden } = await openShown(ctx, { probeIds, carrierIds, ...range });
    const spans = spansOf(probes, range);
    const [statistics, table, excursions, choices, customerNames] = await Promise.all([
      readStatistics(ctx, probes, range, FIRST_PAINT_EXAMINED),
      readPage(ctx, probes, { ...range, order: "newest", length: FIRST_LENGTH, cursor: undefined }),
      findExcursions(ctx.db, spans),
      isAsked ? null : findChoices(ctx.db, ctx.scope, undefined),
      findCustomerNames(ctx.db, [...new Set(probes.map(({ customerId }) => customerId))]),
    ]);
    const isEmpty = isAsked && statistics.probes.every(({ count }) => count === 0);
    return {
      now,
      timeZone,
      range,
      selection: { probeIds: probes.map(({ probeId }) => probeId), carrierIds: carrierIds ?? [] },
      probes: probes.map(shownProbe),
      customerNames,
      hiddenProbes: hidden,
      statistics,
      table,
      excursions,
      lastReadingAt: isEmpty ? await findLatestAt(ctx.db, spansOf(probes, { from: 0, to: now })) : null,
      canViewExceptions: holds(ctx, "viewEx"),
      canRestate: holds(ctx, "editExRule"),
      choices,
    };
  },
});

/** Throws NOT_FOUND if the address names a record outside the scope; runs before any of the window is sent. */
export async function checkView(ctx: PageContext): Promise<void> {
  const asked = ViewInput.safeParse(ctx.search);
  // Other errors of the input are reported by the view.
  if (!asked.success) return;
  const { probeIds, carrierIds, ...given } = asked.data;
  await openShown(ctx, { probeIds, carrierIds, ...rangeOf(given, ctx.now.getTime()) });
}

/** The view of one probe or carrier, which the address names by `id`. */
function loadOf(ctx: PageContext, entity: "probe" | "carrier"): Promise<HistoryView> {
  const { id, from, to } = ctx.search;
  const asked = ById.safeParse({ id });
  if (!asked.success) throw notFound(entity, String(id ?? ""));
  return getView.call(ctx, { from, to, [`${entity}Ids`]: String(asked.data.id) } as never);
}

/** The history of what the address names, or the choice of probes. */
export const loadHistory = cache((ctx: PageContext) => getView.call(ctx, ctx.search));

/** The history of one probe, wherever it was mounted. */
export const loadProbeHistory = cache((ctx: PageContext) => loadOf(ctx, "probe"));

/** All readings of one carrier, by whichever probes were mounted on it. */
export const loadCarrierHistory = cache((ctx: PageContext) => loadOf(ctx, "carrier"));

/** The carriers of a history, as in its heading; empty for the choice of probes. */
export const nameOf = ({ probes }: Pick<HistoryView, "probes">): string => [...new Set(probes.map(placeOf))].join(", ");

/** Messages, check and name of the window of any probes and carriers. */
export const HISTORY_WINDOW = {
  messages: ["common", "error", "history"],
  check: checkView,
  name: async (ctx: PageContext) => nameOf(await loadHistory(ctx)),
} as const;
