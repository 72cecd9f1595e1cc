import "server-only";
import { dayKey } from "@/lib/datetime/zone";
import { listExport } from "@/lib/export/list-export";
import { listReports } from "./report.data";
import { type ReportDto, ReportListQuery } from "./report.schema";

const COLUMNS = {
  name: 40,
  type: 24,
  range: 26,
  points: 12,
  state: 14,
  approval: 16,
  author: 20,
  createdAt: 30,
  customer: 24,
};

/** The reports that match the list's criteria, in its order: the list, not their files. */
export const reportListExport = listExport({
  kind: "reportList",
  permission: "viewReport",
  input: ReportListQuery,
  headers: "report.column",
  columns: COLUMNS,
  page: ({ db, scope }, query) => listReports(db, scope, query),
  cells(row: ReportDto, { look, stamp }) {
    const t = look("report");
    const [from, to] = [row.from, row.to - 1].map((at) => dayKey(new Date(at), row.timeZone));
    return {
      name: row.name,
      type: t(`type.${row.type}`),
      range: `${from} – ${to}`,
      points: row.carrierIds.length,
      state: t(`state.${row.state}`),
      approval: t(`approval.${row.approval}`),
      author: row.author,
      createdAt: stamp(row.createdAt),
      customer: row.customerName,
    };
  },
});
