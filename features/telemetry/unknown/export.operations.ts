import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findUnknown } from "./data";
import { type UnknownDeviceDto, UnknownListQuery } from "./schema";

const COLUMNS = { key: 28, adapter: 18, messageCount: 12, firstAt: 30, lastAt: 30, payload: 60 };

/** The devices that send but are not registered, as the list's criteria ask, in its order. */
export const unknownDeviceExport = listExport({
  kind: "unknownDevice",
  permission: "viewUnknownDevice",
  input: UnknownListQuery,
  headers: "unknown-device.column",
  columns: COLUMNS,
  page: ({ db, scope }, query) => findUnknown(db, scope, query),
  cells(row: UnknownDeviceDto, { look, stamp }) {
    return {
      key: row.key,
      adapter: look("unknown-device.adapter")(row.adapter),
      messageCount: row.messageCount,
      firstAt: stamp(row.firstAt),
      lastAt: stamp(row.lastAt),
      payload: row.payload,
    };
  },
});
