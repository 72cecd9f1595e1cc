import "server-only";
import { listExport, until } from "@/lib/export/list-export";
import { reachOf } from "./audit.operations";
import { type LoginLogDto, LoginLogListQuery } from "./audit.schema";
import { findLoginLog } from "./login.data";

const COLUMNS = { at: 30, account: 20, operator: 20, result: 12, address: 20, device: 40, end: 30, customer: 24 };

/** The logins and refused attempts that match the list's filters, newest first. */
export const loginLogExport = listExport({
  kind: "loginLog",
  permission: "viewLoginLog",
  input: LoginLogListQuery,
  headers: "audit.column",
  columns: COLUMNS,
  page: async (ctx, query) => findLoginLog(ctx.db, ctx.scope, until(ctx, query), await reachOf(ctx)),
  cells(row: LoginLogDto, { look, stamp }) {
    const t = look("audit");
    return {
      at: stamp(row.at),
      account: row.username,
      operator: row.name,
      result: t(`kind.${row.kind}`),
      address: row.address,
      device: row.device,
      end: stamp(row.endedAt),
      customer: row.customerName,
    };
  },
});
