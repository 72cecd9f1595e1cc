"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { REASON_PATH } from "../client";
import type { ReasonRowDto } from "../schema";
import { useColumns } from "./columns";

// The form and its schemas are loaded when first opened.
const ReasonForm = dynamic(() => import("./reason-form").then((module) => module.ReasonForm), { ssr: false });

export type ReasonTableProps = {
  rights: Rights;
  mayRemoveShipped: boolean;
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

export function ReasonTable(props: ListTable<ReasonRowDto> & ReasonTableProps) {
  const { mayRemoveShipped, customers, customerId, ...list } = props;
  const { rights } = list;
  const t = useTranslations("exceptionReason.list");
  const columns = useColumns(customers.length > 1);
  return (
    <RecordList
      id="exception-reason"
      service={REASON_PATH}
      {...list}
      nameOf={({ name }) => name}
      rightsTo={({ isShipped }) => (isShipped ? { edit: false, remove: mayRemoveShipped } : rights)}
      columns={columns}
      toolbar={<ExportMenu kind="exceptionReason" query={exportQuery(list.list.query)} />}
      form={(form) => <ReasonForm {...form} customers={customers} customerId={customerId} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty") }}
    />
  );
}
