"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyList } from "@/components/data-table/empty-list";
import type { ListTable } from "@/components/data-table/list-screen";
import { useRefresh } from "@/components/data-table/use-refresh";
import { NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import type { CarrierType } from "@/db/enums";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { MapSettings } from "@/lib/geo/map-settings";
import { useFollow } from "../carrier.client";
import type { CarrierDto, CarrierRowDto } from "../carrier.schema";
import type { NamedChoice } from "../choice.schema";
import { LabelsContext, useNewLabels } from "../monitoring/components/labels";
import { RowIcon, RowIcons } from "../monitoring/components/row-icon";
import { PointContext, PointStore } from "../monitoring/monitoring.client";
import { type Rights, useActions, type Verb, verbsOfBatch } from "./actions";
import { useColumns } from "./columns";

// Each is loaded when it is first shown.
const CarrierSheet = dynamic(() => import("./carrier-sheet").then((module) => module.CarrierSheet), { ssr: false });
const NextStep = dynamic(() => import("./next-step").then((module) => module.NextStep), { ssr: false });
const CarrierBatch = dynamic(() => import("./carrier-batch").then((module) => module.CarrierBatch), { ssr: false });
const ActionDialog = dynamic(() => import("./action-dialog").then((module) => module.ActionDialog), { ssr: false });

/** Only the monitoring list shows counts. */
const NO_COUNTS = { total: 0, silenced: 0, abnormal: 0, offline: 0, unknown: 0, normal: 0, stopped: 0 };

type CarrierTableProps = ListTable<CarrierRowDto> & {
  type: CarrierType;
  types: readonly NamedChoice[];
  map: MapSettings;
  rights: Rights;
  timeZone: string;
  now: number;
};

/** The rows sent by the server, updated through the live stream, and the form named by the URL. */
export function CarrierTable(props: CarrierTableProps) {
  const { page, list: place, isFiltered, type, types, map, rights, timeZone, now } = props;
  const t = useTranslations("carrier");
  const refresh = useRefresh();
  const list = { ...place, total: page.total };
  const form = useAddressState("form");
  const actionsOf = useActions();
  const [made, setMade] = useState<CarrierDto | null>(null);
  const [asked, setAsked] = useState<{ verb: Verb; rows: readonly CarrierRowDto[] } | null>(null);
  const store = useMemo(() => new PointStore(page.items, NO_COUNTS), [page]);
  const labels = useNewLabels(timeZone);
  useFollow(store, now, refresh);

  const onAction = (verb: Verb, rows: readonly CarrierRowDto[]) => setAsked({ verb, rows });
  const columns = useColumns({
    now,
    timeZone,
    rights,
    onOpen: (id) => form.open(String(id)),
    onAction,
  });
  const typeName = t(`type.${type}`);
  const verbs = verbsOfBatch(rights);
  const create = rights.create && (
    <Button variant="primary" aria-keyshortcuts="c" onClick={() => form.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t(`list.create.${type}`)}
    </Button>
  );
  const isNew = form.value === NEW_RECORD && rights.create;
  return (
    <PointContext value={store}>
      <LabelsContext value={labels}>
        <RowIcons />
        {made && rights.registerSensor && <NextStep carrier={made} onClose={() => setMade(null)} />}
        <DataTable
          id={`carrier-${type}`}
          caption={t("list.caption", { type: typeName })}
          columns={columns}
          rows={page.items}
          rowId={({ id }) => String(id)}
          rowLabel={({ name }) => name}
          list={list}
          toolbar={
            <>
              {create}
              {page.total > 0 && <ExportMenu kind="carrier" query={{ ...exportQuery(place.query), type }} />}
            </>
          }
          batchActions={
            verbs.length > 0 || rights.print ? (
              <CarrierBatch rows={page.items} actions={actionsOf(verbs)} onAction={onAction} mayPrint={rights.print} />
            ) : undefined
          }
          empty={
            <EmptyList
              list={list}
              isFiltered={isFiltered}
              icon={<RowIcon name={type} className="size-6" />}
              title={t(`list.empty.${type}`)}
              hint={t("list.emptyHint")}
            />
          }
        />
      </LabelsContext>
      {(isNew || (form.id !== null && rights.edit)) && (
        <CarrierSheet
          key={form.value}
          id={form.id}
          type={type}
          types={types}
          map={map}
          mayMakeRange={rights.makeRange}
          mayMakeTrigger={rights.makeTrigger}
          onClose={() => form.close()}
          onSaved={(saved) => {
            showToast("normal", t(isNew ? "form.made" : "form.saved", { name: saved.name }));
            setMade(isNew ? saved : null);
            form.close(refresh);
          }}
        />
      )}
      {asked && (
        <ActionDialog
          {...asked}
          types={types}
          now={now}
          timeZone={timeZone}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            refresh();
          }}
        />
      )}
    </PointContext>
  );
}
