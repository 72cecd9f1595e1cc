import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findApiKeys } from "./data";
import { type ApiKeyDto, ApiKeyListQuery } from "./schema";

const COLUMNS = {
  name: 24,
  customerName: 24,
  codes: 40,
  state: 12,
  lastUsedAt: 30,
  expiresAt: 30,
  createdBy: 20,
  createdAt: 30,
};

/** The API keys that match the list's criteria, in its order; never the keys themselves. */
export const apiKeyExport = listExport({
  kind: "apiKey",
  permission: "viewApiKey",
  input: ApiKeyListQuery,
  headers: "apiKey.column",
  columns: COLUMNS,
  page: ({ db, scope, now }, query) => findApiKeys(db, scope, query, now),
  cells(row: ApiKeyDto, { look, stamp }) {
    return {
      name: `${row.name} (${row.prefix}…)`,
      customerName: row.customerName,
      codes: row.codes.join(" "),
      state: look("apiKey.state")(row.state),
      lastUsedAt: stamp(row.lastUsedAt),
      expiresAt: stamp(row.expiresAt),
      createdBy: row.createdBy,
      createdAt: stamp(row.createdAt),
    };
  },
});
