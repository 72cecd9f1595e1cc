import "server-only";
import { listExport } from "@/lib/export/list-export";
import { listArchives } from "./archive.data";
import { type ArchiveDto, ArchiveListQuery } from "./archive.schema";

const COLUMNS = {
  month: 12,
  customer: 24,
  version: 10,
  state: 14,
  check: 16,
  size: 16,
  author: 20,
  createdAt: 30,
  fileName: 40,
  sha256: 68,
};

/** The archives that match the list's criteria, in its order, with the sums of their files. */
export const archiveExport = listExport({
  kind: "archive",
  permission: "viewArchive",
  input: ArchiveListQuery,
  headers: "download.archive",
  columns: COLUMNS,
  page: ({ db, scope }, query) => listArchives(db, scope, query),
  cells(row: ArchiveDto, { look, stamp }) {
    const t = look("archive");
    return {
      month: row.month,
      customer: row.customerName,
      version: row.version,
      state: t(`state.${row.state}`),
      check: t(`check.${row.check}`),
      size: row.size,
      author: row.isScheduled ? t("scheduled") : row.author,
      createdAt: stamp(row.createdAt),
      fileName: row.fileName,
      sha256: row.sha256,
    };
  },
});
