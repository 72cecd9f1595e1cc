"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { RowSwitch } from "@/components/data-table/row-switch";
import { selectOf } from "@/components/search-bar/criterion";
import { Badge } from "@/components/ui/badge";
import { VERIFICATION_OBJECTS } from "@/db/verification-enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { ListView } from "@/lib/resource/list-query";
import type { PointPresetDto } from "../schema";

// Loaded when it is first opened.
const PresetForm = dynamic(() => import("./preset-form").then((module) => module.PresetForm), { ssr: false });
export const PRESET_PATH = "/service/verificationPreset";

/** The rules by which the points of verifications are counted. */
export function PresetScreen({ view, rights }: { view: ListView<PointPresetDto>; rights: Rights }) {
  const t = useTranslations("verification");
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return (
    <ListScreen
      path="/arch/verificationPreset"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("preset.search") },
        selectOf("object", t("field.object"), VERIFICATION_OBJECTS, (value) => t(`object.${value}`)),
      ]}
    >
      {(table) => (
        <RecordList
          id="verificationPreset"
          service={PRESET_PATH}
          {...table}
          rights={rights}
          nameOf={({ name }) => name}
          toolbar={<ExportMenu kind="verificationPreset" query={exportQuery(table.list.query)} />}
          columns={[
            { ...column("name"), sortable: true, priority: 1, cell: ({ name }) => name },
            { ...column("object"), sortable: true, cell: ({ object }) => t(`object.${object}`) },
            {
              ...column("source"),
              cell: ({ source, isShipped }) => (
                <span className="inline-flex flex-wrap items-center gap-2">
                  {source || "–"}
                  {isShipped && (
                    <Badge tone="warning" title={t("preset.weakHint")}>
                      {t("preset.weak")}
                    </Badge>
                  )}
                </span>
              ),
            },
            { ...column("uniformMinimum"), align: "right", cell: ({ uniformMinimum }) => uniformMinimum },
            {
              ...column("distances"),
              cell: ({ horizontalMetres, verticalMetres, perVolumePoints, volumeCubicMetres }) =>
                [
                  ...(horizontalMetres === null ? [] : [t("preset.horizontal", { metres: horizontalMetres })]),
                  ...(verticalMetres === null ? [] : [t("preset.vertical", { metres: verticalMetres })]),
                  ...(perVolumePoints === null || volumeCubicMetres === null
                    ? []
                    : [t("preset.volume", { count: perVolumePoints, volume: volumeCubicMetres })]),
                ].join(", ") || "–",
            },
            {
              ...column("each"),
              cell: ({ perFan, perDoor, perDeadCorner, perRack, perProbe, outside }) =>
                t("preset.each", { perFan, perDoor, perDeadCorner, perRack, perProbe, outside }),
            },
            { ...column("code"), hidden: true, sortable: true, cell: ({ code }) => code },
            {
              ...column("isEnabled"),
              align: "center",
              cell: (row) => (
                <RowSwitch
                  path={`${PRESET_PATH}/${row.id}/enabled`}
                  isEnabled={row.isEnabled}
                  name={row.name}
                  disabled={!rights.edit}
                />
              ),
            },
          ]}
          form={(form) => <PresetForm {...form} />}
          words={{ caption: t("preset.caption"), create: t("preset.new"), empty: t("preset.empty") }}
        />
      )}
    </ListScreen>
  );
}
