"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { UNIT_PATH } from "../client";
import type { UnitDto } from "../schema";
import { useColumns } from "./columns";

// The form, and with it the schemas, is loaded when first opened.
const UnitForm = dynamic(() => import("./unit-form").then((module) => module.UnitForm), { ssr: false });

export function UnitTable(props: ListTable<UnitDto> & { rights: Rights }) {
  const t = useTranslations("catalogue.list.unit");
  const columns = useColumns();
  return (
    <RecordList
      id="unit"
      service={UNIT_PATH}
      {...props}
      nameOf={({ code }) => code}
      columns={columns}
      form={(form) => <UnitForm {...form} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty") }}
    />
  );
}
