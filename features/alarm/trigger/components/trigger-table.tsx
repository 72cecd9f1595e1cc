"use client";

import { CircleHelp, Link2, Unplug } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { AddressRecord } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { TRIGGER_PATH } from "../trigger.client";
import type { AlarmTriggerRowDto } from "../trigger.schema";
import { useColumns } from "./columns";
import { TriggerBatch } from "./trigger-batch";

// Each is loaded when first opened.
const TriggerForm = dynamic(() => import("./trigger-form").then((module) => module.TriggerForm), { ssr: false });
const BindSheet = dynamic(() => import("./bind-sheet").then((module) => module.BindSheet), {
  ssr: false,
});
const ConnectionForm = dynamic(
  () => import("../../connection/components/connection-form").then((module) => module.ConnectionForm),
  { ssr: false },
);
const ConnectionSheet = dynamic(
  () => import("../../connection/components/connection-sheet").then((module) => module.ConnectionSheet),
  { ssr: false },
);
const BoundDialog = dynamic(() => import("./bound-dialog").then((module) => module.BoundDialog), { ssr: false });

type TriggerTableProps = ListTable<AlarmTriggerRowDto> & {
  rights: Rights;
  mayBind: boolean;
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

export function TriggerTable({ mayBind, customers, customerId, ...props }: TriggerTableProps) {
  const t = useTranslations("trigger");
  const { rights, page } = props;
  const refresh = useRefresh();
  const binding = useAddressState("bind");
  const connection = useAddressState("connection");
  const [opened, setOpened] = useState<AlarmTriggerRowDto | null>(null);
  const columns = useColumns({ showsCustomers: customers.length > 1, mayEdit: rights.edit, onCarriers: setOpened });
  const Watch = rights.edit ? ConnectionForm : ConnectionSheet;
  const bind = mayBind ? (trigger: AlarmTriggerRowDto) => binding.open(String(trigger.id)) : undefined;
  return (
    <>
      <RecordList
        id="alarmTrigger"
        service={TRIGGER_PATH}
        {...props}
        nameOf={({ name }) => name}
        columns={columns}
        {...(bind && {
          rowActions: (trigger: AlarmTriggerRowDto) => (
            <Button
              size="sm"
              variant="ghost"
              className="sm:w-control-sm sm:px-0"
              aria-label={t("bind.openOf", { name: trigger.name })}
              title={t("bind.open")}
              onClick={() => bind(trigger)}
            >
              <Link2 aria-hidden="true" />
              <span className="sm:hidden">{t("bind.open")}</span>
            </Button>
          ),
        })}
        toolbar={
          <>
            <Button onClick={() => connection.open(String(customerId))}>
              <Unplug aria-hidden="true" />
              {t("connection.title")}
            </Button>
            <ButtonLink href="/atinstruction" target="_blank">
              <CircleHelp aria-hidden="true" />
              {t("list.instruction")}
            </ButtonLink>
            <ExportMenu kind="alarmTrigger" query={exportQuery(props.list.query)} />
          </>
        }
        batchActions={rights.edit || rights.remove ? <TriggerBatch rows={page.items} rights={rights} /> : undefined}
        form={(form) => <TriggerForm {...form} customers={customers} customerId={customerId} />}
        words={{
          caption: t("list.caption"),
          create: t("list.new"),
          empty: t("list.empty"),
          emptyHint: t("list.emptyHint"),
        }}
      />
      {opened && (
        <BoundDialog
          trigger={opened}
          mayBind={mayBind}
          onClose={() => setOpened(null)}
          onChanged={refresh}
          onBind={
            bind &&
            (() => {
              setOpened(null);
              bind(opened);
            })
          }
        />
      )}
      {connection.id !== null && (
        <Watch customers={customers} customerId={connection.id} onClose={() => connection.close()} />
      )}
      {binding.value !== null && mayBind && (
        <AddressRecord
          key={binding.value}
          path={TRIGGER_PATH}
          value={binding.value}
          rows={page.items}
          onMissing={binding.close}
        >
          {(trigger: AlarmTriggerRowDto | null) =>
            trigger && <BindSheet trigger={trigger} onClose={binding.close} onDone={() => binding.close(refresh)} />
          }
        </AddressRecord>
      )}
    </>
  );
}
