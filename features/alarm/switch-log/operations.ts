import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { visibleCustomers } from "@/lib/auth/visible-customers";
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
    return csvTable(ctx, { namespace: "alarm-log", headers: "column", columns: COLUMNS, rows, cells: cellsOf });
  },
});

/** The data of the page. */
export async function loadSwitchLogScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, SwitchLogListQuery);
  const [page, customers] = await Promise.all([listSwitchLog.call(ctx, query), visibleCustomers(ctx.db, ctx.scope)]);
  return { page, ...address, customers };
}
