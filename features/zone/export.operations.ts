import "server-only";
import { listExport } from "@/lib/export/list-export";
import { shownCell, unitOf } from "@/lib/units/format";
import { withCarriers, zoneStore } from "./zone.data";
import { ZoneListQuery, type ZoneRowDto } from "./zone.schema";

const COLUMNS = {
  name: 24,
  measure: 18,
  minimum: 12,
  maximum: 12,
  unit: 10,
  description: 40,
  carriers: 12,
  customer: 24,
};

/** The monitoring ranges that match the list's criteria, in its order. */
export const zoneExport = listExport({
  kind: "zone",
  permission: "viewDataZone",
  input: ZoneListQuery,
  headers: "zone.field",
  columns: COLUMNS,
  page: async (ctx, query) => withCarriers(ctx.db, await zoneStore.find(ctx, query)),
  cells(row: ZoneRowDto, { look, values }) {
    return {
      name: row.name,
      measure: look("carrier.measure")(row.measure),
      minimum: shownCell(row.minimum, row.measure, values),
      maximum: shownCell(row.maximum, row.measure, values),
      unit: unitOf(row.measure, values),
      description: row.description,
      carriers: row.carrierCount,
      customer: row.customerName,
    };
  },
});
