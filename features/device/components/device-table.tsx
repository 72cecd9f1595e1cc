"use client";

import { Cpu, PencilLine, Plus } from "lucide-react";
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
import { type Deed, useChanges } from "../client";
import { DueButton } from "../due/components/due-button";
import type { DueCount } from "../due/schema";
import { ImportButton } from "../import/components/import-button";
import { PastImportsButton } from "../past-import/components/past-imports-button";
import type { DeviceDto, NamedRecord } from "../schema";
import { useColumns } from "./columns";
import type { Rights } from "./device-screen";
import { batchDeeds, useDeedItems } from "./row-actions";

const DeviceForm = dynamic(() => import("./device-form").then((module) => module.DeviceForm), { ssr: false });
const DeedDialog = dynamic(() => import("./deed-dialog").then((module) => module.DeedDialog), { ssr: false });
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

type Asked = { deed: Deed | "batchEdit"; devices: readonly DeviceDto[] };

/** The rows as the server sent them; the device that the address names stands over them. */
export function DeviceTable(props: DeviceTableProps) {
  const { page, isFiltered, kind, types, home, isManyCustomers, isBound, rights, due, timeZone, now } = props;
  const t = useTranslations("device");
  const address = useAddressState("form");
  const [asked, setAsked] = useState<Asked | null>(null);
  const items = useDeedItems(kind);
  const refresh = useRefresh();
  useChanges(
    page.items.map(({ id }) => id),
    refresh,
  );
  const columns = useColumns({
    kind,
    now,
    timeZone,
    isManyCustomers,
    rights,
    onOpen: (id) => address.open(String(id)),
    onDeed: (deed, row) => setAsked({ deed, devices: [row] }),
  });
  const list = { ...props.list, total: page.total };
  const create = rights.create && (
    <Button variant="primary" onClick={() => address.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t(`create.${kind}`)}
    </Button>
  );
  const edit = { verb: "batchEdit" as const, label: t("action.batchEdit"), icon: PencilLine };
  const batch = [...(rights.edit ? [edit] : []), ...items(batchDeeds(rights))];
  const mayOpen = address.value === NEW_RECORD ? rights.create : rights.edit;
  const done = (key: Deed | "edited", count: number) => {
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
            {rights.import && (
              <>
                <ImportButton kind={kind} home={home} isManyCustomers={isManyCustomers} onImported={refresh} />
                <PastImportsButton kind={kind} isManyCustomers={isManyCustomers} timeZone={timeZone} now={now} />
              </>
            )}
            {due && <DueButton kind={kind} count={due} />}
          </>
        }
        batchActions={
          batch.length > 0 ? (
            <BatchActions rows={page.items} deeds={batch} onDeed={(deed, devices) => setAsked({ deed, devices })} />
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
      {asked?.deed === "batchEdit" && (
        <BatchForm
          kind={kind}
          devices={asked.devices}
          types={types}
          hasGateways={rights.gateways}
          onClose={() => setAsked(null)}
          onDone={() => done("edited", asked.devices.length)}
        />
      )}
      {asked && asked.deed !== "batchEdit" && (
        <DeedDialog
          deed={asked.deed}
          devices={asked.devices}
          onClose={() => setAsked(null)}
          onDone={() => done(asked.deed as Deed, asked.devices.length)}
        />
      )}
    </>
  );
}
