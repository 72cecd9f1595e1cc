"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListState } from "@/components/data-table/column";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import type { Page } from "@/lib/resource/list-query";
import { UNIT_PATH } from "../client";
import type { UnitDto } from "../schema";
import { useColumns } from "./columns";

// The schemas of a form come with the first one that is opened.
const UnitForm = dynamic(() => import("./unit-form").then((module) => module.UnitForm), { ssr: false });

type UnitTableProps = { page: Page<UnitDto>; list: Omit<ListState, "total">; isFiltered: boolean; rights: Rights };

export function UnitTable(props: UnitTableProps) {
  const t = useTranslations("catalogue");
  const columnsFor = useColumns();
  return (
    <RecordList
      id="unit"
      service={UNIT_PATH}
      {...props}
      nameOf={({ code }) => code}
      columnsFor={columnsFor}
      formFor={(unit, deeds) => <UnitForm unit={unit} {...deeds} />}
      words={{
        caption: t("list.unit.caption"),
        create: t("list.unit.new"),
        empty: t("list.unit.empty"),
        saved: (name) => t("done.saved", { name }),
        removeTitle: (name) => t("removal.title", { name }),
        removeHint: t("removal.hint"),
        remove: t("action.remove"),
        removed: (name) => t("done.removed", { name }),
      }}
    />
  );
}
