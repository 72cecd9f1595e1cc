"use client";

import { Cpu, PencilLine, Plus, ScanBarcode } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BatchActions } from "@/components/data-table/batch-actions";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { useRefresh } from "@/components/data-table/use-refresh";
import { AddressRecord, NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import type { DeviceKind } from "@/db/enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { PrintSelected } from "@/features/print/components/print-button";
import { useLiveRefresh } from "@/lib/live/use-live";
import { KNOWN_FIELDS } from "@/lib/page/device-window";
import { DueButton } from "../calibration/components/due-button";
import type { DueCount } from "../calibration/due.schema";
import type { Action } from "../device.client";
import type { DeviceDto, NamedRecord } from "../device.schema";
import { ImportButton } from "../import/components/import-button";
import { PastImportsButton } from "../import/components/past-imports-button";
import { useColumns } from "./columns";
import { batchActions, type Rights, useActionItems } from "./row-actions";

const DeviceForm = dynamic(() => import("./device-form").then((module) => module.DeviceForm), { ssr: false });
const ActionDialog = dynamic(() => import("./action-dialog").then((module) => module.ActionDialog), { ssr: false });
const SeriesSheet = dynamic(() => import("./series-sheet").then((module) => module.SeriesSheet), { ssr: false });
const BatchForm = dynamic(() => import("./batch-form").then((module) => module.BatchForm), { ssr: false });

type DeviceTableProps = ListTable<DeviceDto> & {
  kind: DeviceKind;
  types: readonly { code: string; name: string }[];
  home: NamedRecord;
  isManyCustomers: boolean;
  isBound: boolean;
  rights: Rights;
  due: DueCount;
  timeZone: string;
  now: number;
};

type Asked = { action: Action | "batchEdit"; devices: readonly DeviceDto[] };

/** Rows as loaded by the server. The device named in the address is shown above them. */
export function DeviceTable(props: DeviceTableProps) {
  const { page, isFiltered, kind, types, home, isManyCustomers, isBound, rights, due, timeZone, now } = props;
  const t = useTranslations("device");
  const address = useAddressState("form", KNOWN_FIELDS);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isSeries, setSeries] = useState(false);
  const items = useActionItems(kind);
  const refresh = useRefresh();
  useLiveRefresh(refresh, { concerns: ({ deviceId }) => page.items.some(({ id }) => id === deviceId) });
  const columns = useColumns({
    kind,
    now,
    timeZone,
    isManyCustomers,
    rights,
    onOpen: (id) => address.open(String(id)),
    onAction: (action, row) => setAsked({ action, devices: [row] }),
  });
  const list = { ...props.list, total: page.total };
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => address.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t(`create.${kind}`)}
    </Button>
  );
  const edit = { verb: "batchEdit" as const, label: t("action.batchEdit"), icon: PencilLine };
  const batch = [...(rights.edit ? [edit] : []), ...items(batchActions(rights))];
  const mayOpen = address.value === NEW_RECORD ? rights.create : rights.edit;
  const done = (key: Action | "edited", count: number) => {
    setAsked(null);
    showToast("normal", t(`done.${key}`, { count }));
    refresh();
  };
  return (
    <>
      <DataTable
        id={kind}
        caption={t(`caption.${kind}`)}
        columns={columns}
        rows={page.items}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        list={list}
        toolbar={
          <>
            {create}
            {page.total > 0 && <ExportMenu kind="device" query={{ ...exportQuery(list.query), kind }} />}
            {rights.import && (
              <>
                <Button onClick={() => setSeries(true)}>
                  <ScanBarcode aria-hidden="true" />
                  {t("series.open")}
                </Button>
                <ImportButton kind={kind} home={home} isManyCustomers={isManyCustomers} onImported={refresh} />
                <PastImportsButton kind={kind} isManyCustomers={isManyCustomers} timeZone={timeZone} now={now} />
              </>
            )}
            {due && <DueButton kind={kind} count={due} />}
          </>
        }
        batchActions={
          batch.length > 0 || rights.print ? (
            <>
              <BatchActions
                rows={page.items}
                actions={batch}
                onAction={(action, devices) => setAsked({ action, devices })}
              />
              {rights.print && <PrintSelected rows={page.items} contents={["deviceLabel"]} />}
            </>
          ) : undefined
        }
        empty={
          <EmptyList
            list={list}
            isFiltered={isFiltered}
            icon={<Cpu aria-hidden="true" />}
            title={t("empty.title")}
            hint={t("empty.text")}
          />
        }
      />
      {isSeries && (
        <SeriesSheet
          kind={kind}
          types={types}
          home={home}
          choosesCustomer={isManyCustomers && rights.customers}
          isBound={isBound}
          hasGateways={rights.gateways}
          onClose={() => setSeries(false)}
          onDone={(count) => {
            setSeries(false);
            showToast("normal", t("series.done", { count }));
            refresh();
          }}
        />
      )}
      {address.value !== null && mayOpen && (
        <AddressRecord
          key={address.value}
          path={`/service/${kind}`}
          value={address.value}
          rows={page.items}
          onMissing={address.close}
        >
          {(device) => (
            <DeviceForm
              kind={kind}
              device={device}
              types={types}
              home={home}
              isManyCustomers={isManyCustomers}
              isBound={isBound}
              rights={rights}
              onClose={address.close}
              onSaved={({ name }) => {
                showToast("normal", t("done.saved", { name }));
                address.close(refresh);
              }}
            />
          )}
        </AddressRecord>
      )}
      {asked?.action === "batchEdit" && (
        <BatchForm
          kind={kind}
          devices={asked.devices}
          types={types}
          hasGateways={rights.gateways}
          onClose={() => setAsked(null)}
          onDone={() => done("edited", asked.devices.length)}
        />
      )}
      {asked && asked.action !== "batchEdit" && (
        <ActionDialog
          action={asked.action}
          devices={asked.devices}
          onClose={() => setAsked(null)}
          onDone={() => done(asked.action as Action, asked.devices.length)}
        />
      )}
    </>
  );
}
