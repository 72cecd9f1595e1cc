"use client";

import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { useAddressState } from "@/components/dialog/use-address-state";
import { ButtonLink } from "@/components/layout/button-link";
import { MapLoading } from "@/components/map/map-frame";
import { Card } from "@/components/ui/card";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import type { MapSettings } from "@/lib/geo/map-settings";
import { GEOFENCE_PATH } from "../geofence.client";
import type { GeofenceDto } from "../geofence.schema";
import { useColumns } from "./columns";

// Map and form schemas are loaded when first opened.
const GeofenceForm = dynamic(() => import("./geofence-form").then((module) => module.GeofenceForm), { ssr: false });
const AreaOverview = dynamic(() => import("./area-map").then((module) => module.AreaOverview), {
  ssr: false,
  loading: MapLoading,
});

type GeofenceTableProps = ListTable<GeofenceDto> & {
  rights: Rights;
  map: MapSettings;
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** The geofences on a map, with a list below it. */
export function GeofenceTable({ map, customers, customerId, ...props }: GeofenceTableProps) {
  const t = useTranslations("geofence");
  const { rights, page } = props;
  const address = useAddressState("form");
  const columns = useColumns({ showsCustomers: customers.length > 1, mayEdit: rights.edit });
  const select = (id: number) => rights.edit && address.open(String(id));
  return (
    <>
      {page.items.length > 0 && (
        <Card className="h-64 shrink-0 overflow-hidden">
          <AreaOverview settings={map} fences={page.items} label={t("map.label")} onSelect={select} />
        </Card>
      )}
      <RecordList
        id="geofence"
        service={GEOFENCE_PATH}
        {...props}
        nameOf={({ name }) => name}
        columns={columns}
        toolbar={<ExportMenu kind="geofence" query={exportQuery(props.list.query)} />}
        rowActions={(row) => (
          <ButtonLink
            href={`/databoard/geofence?tab=events&geofenceId=${row.id}`}
            size="sm"
            variant="ghost"
            prefetch={false}
            aria-label={t("list.eventsOf", { name: row.name })}
            title={t("list.events")}
          >
            <History aria-hidden="true" />
          </ButtonLink>
        )}
        form={(form) => (
          <GeofenceForm {...form} map={map} nearby={page.items} customers={customers} customerId={customerId} />
        )}
        words={{
          caption: t("list.caption"),
          create: t("list.new"),
          empty: t("list.empty"),
          emptyHint: t("list.emptyHint"),
        }}
      />
    </>
  );
}
