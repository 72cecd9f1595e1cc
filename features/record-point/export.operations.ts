import "server-only";
import { createTranslator } from "use-intl/core";
import { csvLine, type ExportCell } from "@/features/carrier/export.rules";
import { timeZoneOf } from "@/lib/auth/time-zone";
import { visibilityOf } from "@/lib/auth/visibility";
import { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { csvHeaders, stampIn } from "@/lib/spreadsheet/csv";
import { unitOf } from "@/lib/units/format";
import { findSheetProbes, findSheets, findValues, getSheet } from "./sheet.data";
import { SheetListQuery } from "./sheet.schema";

/** Most sheets in a file; longer lists have to be narrowed first. */
const MOST_ROWS = 10_000;
const PAGE = 100;

type Words = (key: string) => string;

async function textsOf(ctx: OperationContext) {
  const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
  return { locale, messages: await loadMessages(locale) };
}

const fileOf = (lines: readonly ExportCell[][], now: Date, timeZone: string) =>
  new RawReply(`\uFEFF${lines.map(csvLine).join("")}`, csvHeaders(now, timeZone));

/** One sheet as a CSV file (RFC 4180, UTF-8 with a byte order mark): a line for each record. */
export const exportSheet = defineOperation({
  name: "recordSheet.csv",
  kind: "query",
  permission: "viewRecordPoint",
  input: ById,
  async run(ctx, { id }): Promise<RawReply> {
    const sheet = await getSheet(ctx.db, visibilityOf(ctx), id);
    const [values, probes, texts] = await Promise.all([
      findValues(ctx.db, [id]),
      findSheetProbes(ctx.db, id),
      textsOf(ctx),
    ]);
    const t = createTranslator({ ...texts, namespace: "record" }) as unknown as Words;
    const tMeasure = createTranslator({ ...texts, namespace: "carrier.measure" }) as unknown as Words;
    const serials = new Map(probes.map((probe) => [probe.id, probe.serialNumber]));
    const stamp = (at: string | null) => (at === null ? "" : stampIn(new Date(at), sheet.timeZone));
    const lines = values.map((value): ExportCell[] => [
      sheet.carrier.name,
      sheet.month.slice(0, 7),
      sheet.version,
      value.day,
      stamp(value.plannedAt),
      serials.get(value.probeId) ?? "",
      tMeasure(value.measure),
      value.value,
      unitOf(value.measure),
      t(`state.${value.state}`),
      stamp(value.measuredAt),
      value.minimum,
      value.maximum,
      value.enteredBy,
      value.reason,
      value.comment,
    ]);
    const head = [
      t("csv.carrier"),
      t("csv.month"),
      t("csv.version"),
      t("csv.day"),
      t("csv.time"),
      t("csv.probe"),
      t("csv.measure"),
      t("csv.value"),
      t("csv.unit"),
      t("csv.state"),
      t("csv.measuredAt"),
      t("csv.minimum"),
      t("csv.maximum"),
      t("csv.enteredBy"),
      t("csv.reason"),
      t("csv.comment"),
    ];
    return fileOf([head, ...lines], ctx.now, sheet.timeZone);
  },
});

const LIST_COLUMNS = [
  "carrierName",
  "scene",
  "month",
  "status",
  "collected",
  "outOfRange",
  "missed",
  "entered",
  "submitted",
];

/** The sheets of a list as a CSV file, at most 10,000. */
export const exportSheets = defineOperation({
  name: "recordSheet.listCsv",
  kind: "query",
  permission: "viewRecordPoint",
  input: SheetListQuery,
  async run(ctx, query): Promise<RawReply> {
    const t = createTranslator({ ...(await textsOf(ctx)), namespace: "record" }) as unknown as Words;
    const timeZone = await timeZoneOf(ctx);
    const visibility = visibilityOf(ctx);
    const lines: ExportCell[][] = [LIST_COLUMNS.map((column) => t(`column.${column}`))];
    for (let start = 0; start < MOST_ROWS; start += PAGE) {
      const page = { ...query, iDisplayStart: start, iDisplayLength: PAGE };
      const { items } = await findSheets(ctx.db, visibility, page);
      for (const { carrier, sceneName, month, status, counts, submittedAt, submittedBy } of items)
        lines.push([
          carrier.name,
          sceneName,
          month.slice(0, 7),
          t(`status.${status}`),
          counts.collected,
          counts.outOfRange,
          counts.missed,
          counts.entered,
          submittedAt === null ? "" : `${stampIn(new Date(submittedAt), timeZone)} ${submittedBy ?? ""}`.trim(),
        ]);
      if (items.length < PAGE) break;
    }
    return fileOf(lines, ctx.now, timeZone);
  },
});
