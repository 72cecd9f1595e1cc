import "server-only";
import { listExport } from "@/lib/export/list-export";
import { SCOPE_KEYS } from "./catalogue.rules";
import { grantorOf } from "./grantor.service";
import { findRoles } from "./role.data";
import { type RoleDto, RoleListQuery } from "./role.schema";

const COLUMNS = {
  name: 24,
  scopeType: 24,
  customerName: 24,
  userCount: 10,
  codeCount: 14,
  status: 12,
  createdAt: 30,
};

/** The roles that match the list's criteria, in its order. */
export const roleExport = listExport({
  kind: "role",
  permission: "viewRole",
  input: RoleListQuery,
  headers: "role.column",
  columns: COLUMNS,
  page: (ctx, query) => findRoles(ctx.db, ctx.scope, grantorOf(ctx), query),
  cells(row: RoleDto, { look, stamp }) {
    const t = look("role");
    return {
      name: row.name,
      scopeType: t(`accountType.${SCOPE_KEYS[row.scopeType]}`),
      customerName: row.customerName,
      userCount: row.userCount,
      codeCount: row.codeCount,
      status: t(`status.${row.status}`),
      createdAt: stamp(row.createdAt),
    };
  },
});
