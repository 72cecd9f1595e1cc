import "server-only";
import { listExport } from "@/lib/export/list-export";
import { shownCell, unitOf } from "@/lib/units/format";
import { zonePresetStore } from "./data";
import { type ZonePresetDto, ZonePresetListQuery } from "./schema";

/** The range presets that match the list's criteria, in its order. */
export const zonePresetExport = listExport({
  kind: "zonePreset",
  permission: "viewZonePreset",
  input: ZonePresetListQuery,
  headers: "zone.field",
  columns: {
    ...{ code: 20, name: 30, source: 30, measure: 18, minimum: 12, maximum: 12, unit: 10, origin: 12 },
    ...{ isEnabled: 12, description: 40 },
  },
  page: (ctx, query) => zonePresetStore.find(ctx, query),
  cells: (row: ZonePresetDto, { look, values }) => ({
    code: row.code,
    name: row.name,
    source: [row.source, row.isWeak && look("zone.preset")("weak")].filter(Boolean).join(" · "),
    measure: look("carrier.measure")(row.measure),
    minimum: shownCell(row.minimum, row.measure, values),
    maximum: shownCell(row.maximum, row.measure, values),
    unit: unitOf(row.measure, values),
    origin: look("zone.preset")(row.isShipped ? "shipped" : "own"),
    isEnabled: look("download.yesNo")(row.isEnabled ? "yes" : "no"),
    description: row.description,
  }),
});
