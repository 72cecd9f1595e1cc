"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { DeviceKind } from "@/db/enums";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import type { MountedDeviceDto } from "../../carrier.schema";
import { useLabels } from "../../monitoring/components/labels";
import { MountingPanel } from "../../mounting/components/mounting-panel";
import { mountingsQuery } from "../../mounting/mounting.client";
import { MOUNTED_SHOWN } from "../detail.rules";
import type { CarrierDetailView, TabContent } from "../detail.schema";

type DevicesTabProps = { view: CarrierDetailView; content: Extract<TabContent, { tab: "devices" }> };

/** The devices mounted by their probes, and those bound as a whole. */
export function DevicesTab({ view, content }: DevicesTabProps) {
  const { mountings, devices, gateways } = content;
  const client = useQueryClient();
  const { carrier, rights, now, timeZone } = view;
  const t = useTranslations("carrier-detail.devices");
  // The page's data is used for the first paint; the panel keeps it up to date.
  useState(() => client.setQueryData(mountingsQuery(carrier.id, true, MOUNTED_SHOWN).queryKey, mountings));
  const bound = devices.filter(({ measures }) => measures.length === 0);
  const behind = gateways.filter(({ id }) => !bound.some((device) => device.id === id));
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <MountingPanel
        carrier={carrier}
        rights={{ mount: rights.edit && rights.editsDevices, replace: rights.replace }}
        hrefOf={({ id, kind }) => (rights.devices.includes(kind) ? windowOf(kind, id) : undefined)}
        now={now}
        timeZone={timeZone}
      />
      <Card>
        <CardHeader>
          <CardTitle>{t("bound")}</CardTitle>
        </CardHeader>
        {bound.length + behind.length === 0 ? (
          <p className="p-4 text-muted-foreground text-sm">{t("noneBound")}</p>
        ) : (
          <ul>
            {bound.map((device) => (
              <DeviceRow key={device.id} device={device} view={view} />
            ))}
            {behind.map(({ id, name }) => (
              <li key={id} className="border-b px-4 py-2.5 text-sm last:border-b-0">
                <DeviceLink id={id} kind="gateway" name={name} view={view} />
                <p className="text-muted-foreground text-xs">{t("through")}</p>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function DeviceRow({ device, view }: { device: MountedDeviceDto; view: CarrierDetailView }) {
  const t = useTranslations("carrier-detail.devices");
  const labels = useLabels();
  const unseen = useTranslations("common.unseen");
  const { id, kind, name, serialNumber, mac, measures, gatewayId, gatewayName } = device;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-b px-4 py-2.5 text-sm last:border-b-0">
      <span className="min-w-0">
        <DeviceLink id={id} kind={kind} name={name} view={view} />
        <span className="wrap-anywhere block text-faint-foreground text-xs">
          {[t(`kind.${kind}`), serialNumber, mac].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="text-muted-foreground text-xs sm:text-right">
        {measures.map((measure) => labels.measure(measure)).join(" · ")}
        {gatewayId !== null && (
          <span className="block text-faint-foreground">{t("via", { name: gatewayName ?? unseen("gateway") })}</span>
        )}
      </span>
    </li>
  );
}

type DeviceLinkProps = { id: number; kind: DeviceKind; name: string | null; view: CarrierDetailView };

/** Links to the device's own window, for users who may view its kind. */
function DeviceLink({ id, kind, name, view }: DeviceLinkProps) {
  const unseen = useTranslations("common.unseen");
  if (name === null)
    return <span className="text-muted-foreground">{unseen(kind === "gateway" ? kind : "device")}</span>;
  if (!view.rights.devices.includes(kind)) return <span className="break-words font-medium">{name}</span>;
  return (
    <Link
      href={windowOf(kind, id)}
      target="_blank"
      prefetch={false}
      className="inline-flex items-center break-words font-medium hover:text-primary touch:-my-3 touch:min-h-11"
    >
      {name}
    </Link>
  );
}
