"use client";

import { FileUp, MoveRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ScanButton } from "@/components/form/scan-button";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { PrintSelected } from "@/features/print/components/print-button";
import type { ProductChoice } from "@/features/product/product.schema";
import { findScanned, LOT_PATH } from "../lot.client";
import type { LotDto, LotRowDto } from "../lot.schema";
import { useColumns } from "./columns";

// Each dialog is loaded when it is first opened.
const LotForm = dynamic(() => import("./lot-form").then((module) => module.LotForm), { ssr: false });
const PlaceDialog = dynamic(() => import("./place-dialog").then((module) => module.PlaceDialog), { ssr: false });
const LotImport = dynamic(() => import("./import-dialog").then((module) => module.LotImport), { ssr: false });

export type LotTableProps = {
  rights: Rights;
  mayImport: boolean;
  mayPrint: boolean;
  products: readonly ProductChoice[];
  showsCustomers: boolean;
  timeZone: string;
  now: number;
};

export function LotTable(props: ListTable<LotRowDto> & LotTableProps) {
  const { mayImport, mayPrint, products, showsCustomers, timeZone, now, ...list } = props;
  const { rights } = list;
  const t = useTranslations("lot");
  const refresh = useRefresh();
  const columns = useColumns({ showsCustomers, timeZone, now });
  const [placing, setPlacing] = useState<LotDto | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const scan = async (text: string) => {
    const number = text.trim();
    const [found] = await findScanned(number).catch(() => []);
    if (found) setPlacing(found);
    else showToast("warning", t("place.noLot", { number }));
  };
  const mayCreate = rights.create && products.length > 0;
  return (
    <>
      <RecordList
        id="lot"
        service={LOT_PATH}
        {...list}
        rights={{ ...rights, create: mayCreate }}
        nameOf={({ number }) => number}
        columns={columns}
        {...(rights.edit && {
          rowActions: (lot: LotRowDto) => (
            <Button
              size="sm"
              variant="ghost"
              className="sm:w-control-sm sm:px-0"
              aria-label={t("place.actionOf", { name: lot.number })}
              title={t("place.action")}
              onClick={() => setPlacing(lot)}
            >
              <MoveRight aria-hidden="true" />
              <span className="sm:hidden">{t("place.action")}</span>
            </Button>
          ),
        })}
        toolbar={
          <>
            {mayImport && (
              <Button onClick={() => setIsImporting(true)}>
                <FileUp aria-hidden="true" />
                {t("import.action")}
              </Button>
            )}
            {rights.edit && <ScanButton label={t("place.scanLot")} onCode={(text) => void scan(text)} />}
            <ExportMenu kind="lot" query={exportQuery(list.list.query)} />
          </>
        }
        batchActions={mayPrint ? <PrintSelected rows={list.page.items} contents={["lotLabel"]} /> : undefined}
        form={(form) => <LotForm {...form} products={products} timeZone={timeZone} />}
        words={{
          caption: t("caption"),
          create: t("new"),
          empty: t("empty"),
          emptyHint: products.length > 0 ? t("emptyHint") : t("noProduct"),
        }}
      />
      {placing && (
        <PlaceDialog
          lot={placing}
          timeZone={timeZone}
          onClose={() => setPlacing(null)}
          onDone={() => {
            setPlacing(null);
            refresh();
          }}
        />
      )}
      {isImporting && (
        <LotImport
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
