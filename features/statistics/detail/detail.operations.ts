import "server-only";
import { createTranslator } from "use-intl/core";
import { HistoryInput } from "@/features/telemetry/history/history.schema";
import { readSeries } from "@/features/telemetry/history/series.service";
import { listDetailChoices, openProbes, openShown } from "@/features/telemetry/ingest/probe.operations";
import { RawReply, streamOf } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { csvHeaders, csvText, stampIn } from "@/lib/spreadsheet/csv";
import { unitOf } from "@/lib/units/format";
import { LONGEST_DAYS } from "./detail.rules";
import { type DetailDto, DetailExport, DetailInput, type DetailView, DetailViewInput } from "./detail.schema";
import { type DetailProbe, readRows } from "./detail.service";

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

/** Streams all rows of the range, oldest first, as a CSV file (RFC 4180, UTF-8 with a byte order mark). */
export const exportDetail = defineOperation({
  name: "detail.csv",
  kind: "query",
  permission: "viewDetailData",
  input: DetailExport,
  async run(ctx, asked): Promise<RawReply> {
    const { probes, timeZone } = await openProbes(ctx, asked);
    return new RawReply(streamOf(csvLines(ctx, probes, timeZone, asked)), csvHeaders(ctx.now, timeZone));
  },
});

/** Rows that a file reads at once. */
const BATCH = 500;

type Asked = Omit<Parameters<typeof readRows>[3], "order" | "length" | "cursor">;

async function* csvLines(ctx: OperationContext, probes: readonly DetailProbe[], timeZone: string, asked: Asked) {
  const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "history" });
  const names = probes.map(({ carrierName, deviceName, serialNumber, measure }) => {
    const unit = unitOf(measure);
    const what = unit ? `${t(`measure.${measure}`)} (${unit})` : t(`measure.${measure}`);
    return csvText([carrierName ?? deviceName, serialNumber, what].join(" · "));
  });
  yield `\uFEFF${[csvText(t("csv.time")), ...names].join(",")}\r\n`;
  let cursor: number | undefined;
  do {
    const page: DetailDto = await readRows(ctx, probes, timeZone, { ...asked, order: "oldest", length: BATCH, cursor });
    yield page.rows
      .map(({ at, cells }) => `${[stampIn(new Date(at), timeZone), ...cells.map(cellText)].join(",")}\r\n`)
      .join("");
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

/** Means have more digits than any sensor; four are enough. */
const cellText = (value: number | null): string => (value === null ? "" : String(Number(value.toFixed(4))));

const DAY_MS = 86_400_000;
const FIRST_LENGTH = 20;

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
    probes: probes.map(({ periods: _periods, timeZone: _timeZone, ...probe }) => probe),
    hiddenProbes: hidden,
    table,
    tooManyDays: isTooLong ? limit : null,
    choices: isAsked ? null : await listDetailChoices.call(ctx, {}),
  };
}
