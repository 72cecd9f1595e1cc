"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { DEVICE_TYPE_PATH } from "../client";
import type { DeviceTypeDto } from "../schema";
import { useColumns } from "./columns";

// Loaded on demand, with its schemas.
const DeviceTypeForm = dynamic(() => import("./device-type-form").then((module) => module.DeviceTypeForm), {
  ssr: false,
});

export function DeviceTypeTable(props: ListTable<DeviceTypeDto> & { rights: Rights }) {
  const t = useTranslations("catalogue.list.deviceType");
  const columns = useColumns(props.rights);
  return (
    <RecordList
      id="device-type"
      service={DEVICE_TYPE_PATH}
      {...props}
      nameOf={({ name }) => name}
      columns={columns}
      form={(form) => <DeviceTypeForm {...form} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty") }}
    />
  );
}
