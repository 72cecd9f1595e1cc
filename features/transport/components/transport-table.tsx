"use client";

import { FileUp, Map as MapIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { MapSettings } from "@/lib/geo/map-settings";
import { TRANSPORT_PATH } from "../transport.client";
import { isOpen } from "../transport.rules";
import type { TransportDto } from "../transport.schema";
import { RowActs } from "./act-buttons";
import { useColumns } from "./columns";

// Each dialog is loaded when it is first opened.
const TransportForm = dynamic(() => import("./transport-form").then((module) => module.TransportForm), { ssr: false });
const TransportImport = dynamic(() => import("./import-dialog").then((module) => module.TransportImport), {
  ssr: false,
});

export type TransportTableProps = {
  rights: Rights;
  mayImport: boolean;
  mayFence: boolean;
  mayLot: boolean;
  map: MapSettings;
  showsCustomers: boolean;
  timeZone: string;
  now: number;
};

export function TransportTable(props: ListTable<TransportDto> & TransportTableProps) {
  const { mayImport, mayFence, mayLot, map, showsCustomers, timeZone, now, ...list } = props;
  const { rights } = list;
  const t = useTranslations("transport");
  const refresh = useRefresh();
  const columns = useColumns({ showsCustomers, timeZone, now });
  const [isImporting, setIsImporting] = useState(false);
  return (
    <>
      <RecordList
        id="transport"
        service={TRANSPORT_PATH}
        {...list}
        rightsTo={({ state, loadedAt }) => ({
          edit: rights.edit && isOpen(state),
          // What was loaded stays on record.
          remove: rights.remove && loadedAt === null,
        })}
        nameOf={({ number }) => number}
        columns={columns}
        {...(rights.edit && {
          rowActions: (row: TransportDto) => <RowActs transport={row} timeZone={timeZone} onDone={refresh} />,
        })}
        toolbar={
          <>
            {mayImport && (
              <Button onClick={() => setIsImporting(true)}>
                <FileUp aria-hidden="true" />
                {t("import.action")}
              </Button>
            )}
            <ExportMenu kind="transport" query={exportQuery(list.list.query)} />
            <ButtonLink href="/goods/transportBoard" prefetch={false}>
              <MapIcon aria-hidden="true" />
              {t("board.action")}
            </ButtonLink>
          </>
        }
        form={(form) => <TransportForm {...form} {...{ mayFence, mayLot, map, timeZone }} />}
        words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
      />
      {isImporting && (
        <TransportImport
          onClose={() => setIsImporting(false)}
          onDone={() => {
            setIsImporting(false);
            refresh();
          }}
        />
      )}
    </>
  );
}
