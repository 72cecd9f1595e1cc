"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListState } from "@/components/data-table/column";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import type { Page } from "@/lib/resource/list-query";
import { CARRIER_TYPE_PATH } from "../client";
import type { CarrierTypeDto } from "../schema";
import { useColumns } from "./columns";

// The schemas of a form come with the first one that is opened.
const CarrierTypeForm = dynamic(() => import("./carrier-type-form").then((module) => module.CarrierTypeForm), {
  ssr: false,
});

type CarrierTypeTableProps = {
  page: Page<CarrierTypeDto>;
  list: Omit<ListState, "total">;
  isFiltered: boolean;
  rights: Rights;
};

export function CarrierTypeTable(props: CarrierTypeTableProps) {
  const t = useTranslations("catalogue");
  const columnsFor = useColumns();
  return (
    <RecordList
      id="carrier-type"
      service={CARRIER_TYPE_PATH}
      {...props}
      nameOf={({ name }) => name}
      columnsFor={columnsFor}
      formFor={(type, deeds) => <CarrierTypeForm type={type} {...deeds} />}
      words={{
        caption: t("list.carrierType.caption"),
        create: t("list.carrierType.new"),
        empty: t("list.carrierType.empty"),
        saved: (name) => t("done.saved", { name }),
        removeTitle: (name) => t("removal.title", { name }),
        removeHint: t("removal.hint"),
        remove: t("action.remove"),
        removed: (name) => t("done.removed", { name }),
      }}
    />
  );
}
