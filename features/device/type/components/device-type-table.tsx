"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListState } from "@/components/data-table/column";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import type { Page } from "@/lib/resource/list-query";
import { DEVICE_TYPE_PATH } from "../client";
import type { DeviceTypeDto } from "../schema";
import { useColumns } from "./columns";

// The schemas of a form come with the first one that is opened.
const DeviceTypeForm = dynamic(() => import("./device-type-form").then((module) => module.DeviceTypeForm), {
  ssr: false,
});

type DeviceTypeTableProps = {
  page: Page<DeviceTypeDto>;
  list: Omit<ListState, "total">;
  isFiltered: boolean;
  rights: Rights;
};

export function DeviceTypeTable(props: DeviceTypeTableProps) {
  const t = useTranslations("catalogue");
  const columnsFor = useColumns();
  return (
    <RecordList
      id="device-type"
      service={DEVICE_TYPE_PATH}
      {...props}
      nameOf={({ name }) => name}
      columnsFor={columnsFor}
      formFor={(type, deeds) => <DeviceTypeForm type={type} {...deeds} />}
      words={{
        caption: t("list.deviceType.caption"),
        create: t("list.deviceType.new"),
        empty: t("list.deviceType.empty"),
        saved: (name) => t("done.saved", { name }),
        removeTitle: (name) => t("removal.title", { name }),
        removeHint: t("removal.hint"),
        remove: t("action.remove"),
        removed: (name) => t("done.removed", { name }),
      }}
    />
  );
}
