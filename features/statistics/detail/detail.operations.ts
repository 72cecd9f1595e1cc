import "server-only";
import { HistoryInput } from "@/features/telemetry/history/history.schema";
import { FIRST_LENGTH } from "@/features/telemetry/history/limits.rules";
import { readSeries } from "@/features/telemetry/history/series.service";
import { listDetailChoices, openProbes, openShown, shownProbe } from "@/features/telemetry/ingest/probe.operations";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { LONGEST_DAYS } from "./detail.rules";
import { type DetailDto, DetailInput, type DetailView, DetailViewInput } from "./detail.schema";
import { readRows } from "./detail.service";

/** Values of several probes side by side, one row per interval; `next` is the cursor of the next page. */
export const listDetail = defineOperation({
  name: "detail.table",
  kind: "query",
  isLong: true,
  permission: "viewDetailData",
  input: DetailInput,
  async run(ctx, asked): Promise<DetailDto> {
    const { probes, timeZone } = await openProbes(ctx, asked);
    return readRows(ctx, probes, timeZone, asked);
  },
});

/** The same probes as series for a chart. */
export const getDetailSeries = defineOperation({
  name: "detail.series",
  kind: "query",
  isLong: true,
  permission: "viewDetailData",
  input: HistoryInput,
  async run(ctx, asked) {
    const { probes, timeZone } = await openProbes(ctx, asked);
    return readSeries(ctx, probes, timeZone, asked);
  },
});

const DAY_MS = 86_400_000;

/** Data for the first paint; without probes and carriers, the choices. */
export async function loadDetailScreen(ctx: PageContext): Promise<DetailView> {
  const { probeIds, carrierIds, interval, show, ...given } = DetailViewInput.parse(ctx.search);
  const now = ctx.now.getTime();
  const to = given.to ?? now;
  const from = given.from ?? to - DAY_MS;
  const range = from < to ? { from, to } : { from: now - DAY_MS, to: now };
  const isAsked = probeIds !== undefined || carrierIds !== undefined;
  const { probes, timeZone, hidden } = isAsked
    ? await openShown(ctx, { probeIds, carrierIds, ...range })
    : { probes: [], timeZone: ctx.principal.customer.timeZone, hidden: 0 };
  const limit = LONGEST_DAYS[interval];
  const isTooLong = range.to - range.from > limit * DAY_MS;
  const table =
    isTooLong || probes.length === 0
      ? { rows: [], next: null }
      : await readRows(ctx, probes, timeZone, { ...range, interval, show, order: "newest", length: FIRST_LENGTH });
  return {
    now,
    timeZone,
    range,
    interval,
    show,
    selection: { probeIds: probes.map(({ probeId }) => probeId), carrierIds: carrierIds ?? [] },
    probes: probes.map(shownProbe),
    hiddenProbes: hidden,
    table,
    tooManyDays: isTooLong ? limit : null,
    choices: isAsked ? null : await listDetailChoices.call(ctx, {}),
  };
}
