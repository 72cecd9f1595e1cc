import "server-only";
import { auditTaken } from "@/features/file/taken.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import { listExport, until } from "@/lib/export/list-export";
import type { RawReply } from "@/lib/http/reply";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { readAddress } from "@/lib/resource/list-page";
import type { LogPage } from "@/lib/resource/log-page";
import { csvTable, type Look } from "@/lib/spreadsheet/csv-table";
import { findSwitches, findSwitchPage } from "./data";
import { type SwitchLogDto, SwitchLogListQuery } from "./schema";

export const listSwitchLog = defineOperation({
  name: "alarmSwitchLog.list",
  kind: "query",
  permission: "viewAlarmSwitchLog",
  input: SwitchLogListQuery,
  run: (ctx, query): Promise<LogPage<SwitchLogDto>> => findSwitchPage(ctx.db, visibilityOf(ctx), query),
});

const COLUMNS = ["at", "customer", "carrier", "from", "to", "pausedUntil", "operator", "reason"] as const;

function cellsOf(
  row: SwitchLogDto,
  look: Look,
  stamp: (at: string) => string,
): Record<(typeof COLUMNS)[number], string> {
  return {
    at: stamp(row.at),
    customer: row.customerName,
    carrier: row.carrier.name,
    from: look(`position.${row.from}`),
    to: look(`position.${row.to}`),
    pausedUntil: row.pausedUntil ? stamp(row.pausedUntil) : "",
    operator: row.operator
      ? `${row.operator.name} (${row.operator.username})`
      : look(row.isBySystem ? "system" : "apiKey"),
    reason: row.isBySystem ? look("pauseOver") : row.reason,
  };
}

/** The newest matching rows of the list as a CSV file. */
export const exportSwitchLog = defineOperation({
  name: "alarmSwitchLog.csv",
  kind: "query",
  permission: "viewAlarmSwitchLog",
  input: SwitchLogListQuery,
  async run(ctx, query): Promise<RawReply> {
    const rows = await findSwitches(ctx.db, visibilityOf(ctx), query);
    await auditTaken(ctx, "alarmSwitchLog", query);
    return csvTable(ctx, { namespace: "alarm-log", headers: "column", columns: COLUMNS, rows, cells: cellsOf });
  },
});

/** The rows that match the list's filters. */
export const switchLogExport = listExport({
  kind: "alarmSwitchLog",
  permission: "viewAlarmSwitchLog",
  input: SwitchLogListQuery,
  headers: "alarm-log.column",
  columns: {
    at: 28,
    customer: 24,
    carrier: 24,
    from: 14,
    to: 14,
    pausedUntil: 28,
    operator: 24,
    reason: 40,
  } satisfies Record<(typeof COLUMNS)[number], number>,
  page: (ctx, query) => findSwitchPage(ctx.db, visibilityOf(ctx), until(ctx, query)),
  cells: (row: SwitchLogDto, { look, stamp }) => cellsOf(row, look("alarm-log"), (at) => stamp(at) ?? ""),
});

/** The data of the page. */
export async function loadSwitchLogScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, SwitchLogListQuery);
  const [page, customers] = await Promise.all([listSwitchLog.call(ctx, query), visibleCustomers(ctx.db, ctx.scope)]);
  return { page, ...address, customers };
}
