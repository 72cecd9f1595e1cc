"use client";

import { AppWindow } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { BatchRemove } from "@/components/data-table/batch-remove";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { ButtonLink } from "@/components/layout/button-link";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { FORWARD_PATH, removeForwardSets } from "../forward.client";
import type { ForwardRowDto } from "../forward.schema";
import { TestButton } from "../state/components/test-button";
import { useColumns } from "./columns";

// Loaded on demand, with its schemas.
const ForwardForm = dynamic(() => import("./forward-form").then((module) => module.ForwardForm), { ssr: false });

type ForwardTableProps = ListTable<ForwardRowDto> & {
  rights: Rights;
  customers: readonly { id: number; name: string }[];
  customerId: number;
  now: number;
  timeZone: string;
};

export function ForwardTable({ customers, customerId, now, timeZone, ...props }: ForwardTableProps) {
  const t = useTranslations("forward");
  const tBatch = useTranslations("forward.batch");
  const showsCustomers = customers.length > 1;
  const columns = useColumns({ showsCustomers, mayEdit: props.rights.edit, now, timeZone });
  return (
    <RecordList
      id="forwardSet"
      service={FORWARD_PATH}
      {...props}
      nameOf={({ name }) => name}
      columns={columns}
      toolbar={<ExportMenu kind="forwardSet" query={exportQuery(props.list.query)} />}
      rowActions={(row) => (
        <>
          {props.rights.edit && <TestButton id={row.id} name={row.name} isSmall />}
          <ButtonLink
            href={`/platInfer?id=${row.id}`}
            target="_blank"
            size="sm"
            variant="ghost"
            className="sm:w-control-sm sm:px-0"
            aria-label={t("window.openOf", { name: row.name })}
            title={t("window.open")}
          >
            <AppWindow aria-hidden="true" />
            <span className="sm:hidden">{t("window.open")}</span>
          </ButtonLink>
        </>
      )}
      batchActions={
        props.rights.remove ? (
          <BatchRemove
            rows={props.page.items}
            refusalRule="isEnabled"
            send={removeForwardSets}
            words={{
              remove: tBatch("remove"),
              title: (count) => tBatch("title", { count }),
              hint: tBatch("hint"),
              done: (count) => tBatch("done", { count }),
              refused: (name) => tBatch("refused", { name }),
            }}
          />
        ) : undefined
      }
      form={(form) => <ForwardForm {...form} customers={customers} customerId={customerId} timeZone={timeZone} />}
      words={{
        caption: t("list.caption"),
        create: t("list.new"),
        empty: t("list.empty"),
        emptyHint: t("list.emptyHint"),
      }}
    />
  );
}
