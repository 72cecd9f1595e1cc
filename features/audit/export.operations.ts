import "server-only";
import { auditTaken } from "@/features/file/taken.service";
import { listExport, until } from "@/lib/export/list-export";
import type { RawReply } from "@/lib/http/reply";
import { defineOperation } from "@/lib/operation/define-operation";
import { csvTable } from "@/lib/spreadsheet/csv-table";
import { findLog, findLogRows } from "./audit.data";
import { reachOf } from "./audit.operations";
import { actorText, entityText, type Look, operationText } from "./audit.rules";
import { type SysLogDetailDto, SysLogListQuery } from "./audit.schema";

const COLUMNS = [
  "time",
  "customer",
  "sequence",
  "operator",
  "address",
  "entity",
  "operation",
  "method",
  "record",
  "result",
  "reason",
  "old",
  "new",
] as const;

const jsonOf = (values: Record<string, unknown> | null) => (values === null ? "" : JSON.stringify(values));

function cellsOf(
  row: SysLogDetailDto,
  look: Look,
  stamp: (at: string) => string,
): Record<(typeof COLUMNS)[number], string> {
  return {
    time: stamp(row.at),
    customer: row.customerName,
    sequence: String(row.sequence),
    operator: actorText(look, row),
    address: row.address,
    entity: entityText(look, row.entity),
    operation: operationText(look, row.operation, row.entity),
    method: row.operation,
    record: row.entityId,
    result: look(`result.${row.result}`),
    reason: row.reason ?? "",
    old: jsonOf(row.oldValues),
    new: jsonOf(row.newValues),
  };
}

/** The newest rows that match the list's filters, as a CSV file. */
export const exportSysLog = defineOperation({
  name: "sysLog.csv",
  kind: "query",
  permission: "viewSysLog",
  input: SysLogListQuery,
  async run(ctx, query): Promise<RawReply> {
    const rows = await findLog(ctx.db, ctx.scope, query, await reachOf(ctx));
    await auditTaken(ctx, "sysLog", query);
    return csvTable(ctx, { namespace: "audit", headers: "csv", columns: COLUMNS, rows, cells: cellsOf });
  },
});

const WIDTHS = {
  time: 28,
  customer: 24,
  sequence: 10,
  operator: 24,
  address: 16,
  entity: 20,
  operation: 24,
  method: 24,
  record: 20,
  result: 12,
  reason: 30,
  old: 50,
  new: 50,
} satisfies Record<(typeof COLUMNS)[number], number>;

/** The rows that match the list's filters. */
export const sysLogExport = listExport({
  kind: "sysLog",
  permission: "viewSysLog",
  input: SysLogListQuery,
  headers: "audit.csv",
  columns: WIDTHS,
  page: async (ctx, query) => findLogRows(ctx.db, ctx.scope, until(ctx, query), await reachOf(ctx)),
  cells: (row: SysLogDetailDto, { look, stamp }) => cellsOf(row, look("audit"), (at) => stamp(at) ?? ""),
});
