"use client";

import { ListPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BatchRemove } from "@/components/data-table/batch-remove";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { AddressRecord } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { ZonePresetChoice } from "../preset/schema";
import { removeZones, ZONE_PATH } from "../zone.client";
import type { ZoneRowDto } from "../zone.schema";
import { useColumns } from "./columns";

// Each dialog is loaded when it is first opened.
const ZoneForm = dynamic(() => import("./zone-form").then((module) => module.ZoneForm), { ssr: false });
const BoundDialog = dynamic(() => import("./bound-dialog").then((module) => module.BoundDialog), { ssr: false });
const ApplySheet = dynamic(() => import("../apply/components/apply-sheet").then((module) => module.ApplySheet), {
  ssr: false,
});

type ZoneTableProps = ListTable<ZoneRowDto> & {
  rights: Rights;
  mayApply: boolean;
  presets: readonly ZonePresetChoice[];
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

export function ZoneTable({ mayApply, presets, customers, customerId, ...props }: ZoneTableProps) {
  const t = useTranslations("zone.list.zone");
  const tBatch = useTranslations("zone.batch");
  const tApply = useTranslations("zone.apply");
  const refresh = useRefresh();
  const applied = useAddressState("apply");
  const apply = mayApply ? (zone: ZoneRowDto) => applied.open(String(zone.id)) : undefined;
  const [opened, setOpened] = useState<ZoneRowDto | null>(null);
  const columns = useColumns({ showsCustomers: customers.length > 1, onCarriers: setOpened });
  return (
    <>
      <RecordList
        id="zone"
        service={ZONE_PATH}
        {...props}
        nameOf={({ name }) => name}
        columns={columns}
        toolbar={<ExportMenu kind="zone" query={exportQuery(props.list.query)} />}
        {...(apply && {
          rowActions: (zone: ZoneRowDto) => (
            <Button
              size="sm"
              variant="ghost"
              className="sm:w-control-sm sm:px-0"
              aria-label={tApply("openOf", { name: zone.name })}
              title={tApply("open")}
              onClick={() => apply(zone)}
            >
              <ListPlus aria-hidden="true" />
              <span className="sm:hidden">{tApply("open")}</span>
            </Button>
          ),
        })}
        batchActions={
          props.rights.remove ? (
            <BatchRemove
              rows={props.page.items}
              refusalRule="inUse"
              send={removeZones}
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
        form={(form) => <ZoneForm {...form} presets={presets} customers={customers} customerId={customerId} />}
        words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
      />
      {opened && (
        <BoundDialog
          zone={opened}
          onClose={() => setOpened(null)}
          onApply={
            apply &&
            (() => {
              setOpened(null);
              apply(opened);
            })
          }
        />
      )}
      {applied.value !== null && mayApply && (
        <AddressRecord
          key={applied.value}
          path={ZONE_PATH}
          value={applied.value}
          rows={props.page.items}
          onMissing={applied.close}
        >
          {(zone) => zone && <ApplySheet zone={zone} onClose={applied.close} onDone={() => applied.close(refresh)} />}
        </AddressRecord>
      )}
    </>
  );
}
