import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findShares } from "./share.data";
import { type ShareDto, ShareListQuery } from "./share.schema";

const COLUMNS = {
  name: 24,
  kind: 14,
  state: 14,
  guard: 10,
  openings: 12,
  lastOpenedAt: 30,
  expiresAt: 30,
  author: 20,
  createdAt: 30,
};

/** The query codes that match the list's criteria, in its order; without their addresses, which open them. */
export const shareExport = listExport({
  kind: "shareCode",
  permission: "viewFindCode",
  input: ShareListQuery,
  headers: "share.column",
  columns: COLUMNS,
  page: ({ db, scope, now }, query) => findShares(db, scope, query, now),
  cells(row: ShareDto, { look, stamp }) {
    const t = look("share");
    return {
      name: row.name,
      kind: t(`kind.${row.kind}`),
      state: t(`state.${row.state}`),
      guard: row.hasPin ? t("withPin") : null,
      openings: row.openings,
      lastOpenedAt: stamp(row.lastOpenedAt),
      expiresAt: stamp(row.expiresAt),
      author: row.author,
      createdAt: stamp(row.createdAt),
    };
  },
});
