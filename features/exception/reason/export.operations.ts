import "server-only";
import { listExport } from "@/lib/export/list-export";
import { reasonStore, withUses } from "./data";
import { ReasonListQuery, type ReasonRowDto } from "./schema";

/** The exception reasons that match the list's criteria, in its order. */
export const reasonExport = listExport({
  kind: "exceptionReason",
  permission: "viewExReason",
  input: ReasonListQuery,
  headers: "exceptionReason.field",
  columns: { name: 40, origin: 14, exceptions: 14, customer: 24 },
  page: async (ctx, query) => withUses(ctx.db, ctx.scope, await reasonStore.find(ctx, query)),
  cells: (row: ReasonRowDto, { look }) => ({
    name: row.name,
    origin: look("exceptionReason.origin")(row.isShipped ? "shipped" : "own"),
    exceptions: row.exceptionCount,
    customer: row.customerName,
  }),
});
