"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { CARRIER_TYPE_PATH } from "../client";
import type { CarrierTypeDto } from "../schema";
import { useColumns } from "./columns";

// The form, and with it the schemas, is loaded when first opened.
const CarrierTypeForm = dynamic(() => import("./carrier-type-form").then((module) => module.CarrierTypeForm), {
  ssr: false,
});

export function CarrierTypeTable(props: ListTable<CarrierTypeDto> & { rights: Rights }) {
  const t = useTranslations("catalogue.list.carrierType");
  const columns = useColumns(props.rights);
  return (
    <RecordList
      id="carrier-type"
      service={CARRIER_TYPE_PATH}
      {...props}
      nameOf={({ name }) => name}
      columns={columns}
      form={(form) => <CarrierTypeForm {...form} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty") }}
    />
  );
}
