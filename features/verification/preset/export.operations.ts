import "server-only";
import { listExport } from "@/lib/export/list-export";
import { pointPresetStore } from "./data";
import { type PointPresetDto, PointPresetListQuery } from "./schema";

/** The rules by which points of verifications are counted, as the list's criteria ask, in its order. */
export const pointPresetExport = listExport({
  kind: "verificationPreset",
  permission: "viewVerifyPreset",
  input: PointPresetListQuery,
  headers: "verification.field",
  columns: { code: 20, name: 36, object: 14, source: 36, uniformMinimum: 14, distances: 40, each: 60, isEnabled: 12 },
  page: (ctx, query) => pointPresetStore.find(ctx, query),
  cells(row: PointPresetDto, { look }) {
    const t = look("verification");
    const { horizontalMetres: across, verticalMetres: up, perVolumePoints: count, volumeCubicMetres: volume } = row;
    const { perFan, perDoor, perDeadCorner, perRack, perProbe, outside } = row;
    const distances = [
      ...(across === null ? [] : [t("preset.horizontal", { metres: across })]),
      ...(up === null ? [] : [t("preset.vertical", { metres: up })]),
      ...(count === null || volume === null ? [] : [t("preset.volume", { count, volume })]),
    ];
    return {
      code: row.code,
      name: row.name,
      object: t(`object.${row.object}`),
      source: [row.source, row.isShipped && t("preset.weak")].filter(Boolean).join(" · "),
      uniformMinimum: row.uniformMinimum,
      distances: distances.join(", "),
      each: t("preset.each", { perFan, perDoor, perDeadCorner, perRack, perProbe, outside }),
      isEnabled: look("download.yesNo")(row.isEnabled ? "yes" : "no"),
    };
  },
});
