"use client";

import { CopyPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { ButtonLink } from "@/components/layout/button-link";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { ZONE_PRESET_PATH } from "../client";
import type { ZonePresetDto } from "../schema";
import { useColumns } from "./columns";

// The form, and with it the schemas, is loaded when first opened.
const PresetForm = dynamic(() => import("./preset-form").then((module) => module.PresetForm), { ssr: false });

type PresetTableProps = ListTable<ZonePresetDto> & {
  rights: Rights;
  /** Path for a new range from a preset, to which the preset's id is appended; undefined without permission. */
  newRange: string | undefined;
};

export function PresetTable({ newRange, ...props }: PresetTableProps) {
  const t = useTranslations("zone.list.preset");
  const tUse = useTranslations("zone.preset");
  const columns = useColumns(props.rights);
  return (
    <RecordList
      id="zone-preset"
      service={ZONE_PRESET_PATH}
      {...props}
      nameOf={({ name }) => name}
      columns={columns}
      toolbar={<ExportMenu kind="zonePreset" query={exportQuery(props.list.query)} />}
      {...(newRange && {
        rowActions: (preset: ZonePresetDto) =>
          preset.isEnabled && (
            <ButtonLink
              size="sm"
              variant="ghost"
              href={`${newRange}${preset.id}`}
              prefetch={false}
              className="sm:w-control-sm sm:px-0"
              aria-label={tUse("useOf", { name: preset.name })}
              title={tUse("use")}
            >
              <CopyPlus aria-hidden="true" />
              <span className="sm:hidden">{tUse("use")}</span>
            </ButtonLink>
          ),
      })}
      form={(form) => <PresetForm {...form} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty") }}
    />
  );
}
