"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity, ChartLine, FileClock, KeyRound, ListTree, Pencil, Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useState } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ActionBar, type BarAction } from "@/components/layout/action-bar";
import { PageBody } from "@/components/shell/page-body";
import { StateBadge } from "@/components/value/state-badge";
import type { DeviceKind } from "@/db/enums";
import { PrintDialog } from "@/features/print/components/print-button";
import { Link } from "@/lib/i18n/navigation";
import { useLiveRefresh } from "@/lib/live/use-live";
import { LIST_PATHS } from "@/lib/page/device-window";
import { CustomerUnit } from "@/lib/units/units-context";
import { CalibrationPanel } from "../calibration/components/calibration-panel";
import { isCalibrated } from "../calibration/due.rules";
import { ConfigurationPanel } from "../configuration/components/configuration-panel";
import type { DeviceDetail } from "../detail.schema";
import { deviceQuery } from "../device.client";
import type { DeviceDto } from "../device.schema";
import type { PlacementRights } from "../placement.schema";
import { CONNECTED_KINDS } from "../status/traffic.rules";
import { isTokenKind } from "../token.rules";
import { BehindCard } from "./behind-card";
import { CustodyNote } from "./custody-note";
import { FactsCard } from "./facts-card";
import { ONLINE_TONE, useLabels } from "./labels";
import { NetworkCard } from "./network-card";
import { OperationsCard } from "./operations-card";
import { Placement } from "./placement";
import { ValuesCard } from "./values-card";

// Loaded on demand.
const TokenDialog = dynamic(() => import("./token-dialog").then((module) => module.TokenDialog), { ssr: false });

type Rights = {
  edit: boolean;
  token: boolean;
  history: boolean;
  exceptions: boolean;
  bindings: boolean;
  orders: boolean;
  print: boolean;
  fields: boolean;
  calibration: { create: boolean; edit: boolean; revoke: boolean } | null;
  kinds: readonly DeviceKind[];
};
type DeviceWindowProps = {
  detail: DeviceDetail;
  now: number;
  rights: Rights;
  placement: PlacementRights;
  /** Decoder mapping of its messages, for devices of other senders. */
  fields?: ReactNode;
  /** The work orders of the device, from another feature. */
  Orders: ComponentType<{ deviceId: number; now: number; timeZone: string }>;
};

/** Everything about one device. */
export const DeviceWindow = (props: DeviceWindowProps) => (
  <CustomerUnit customerId={props.detail.device.customerId}>
    <Window {...props} />
  </CustomerUnit>
);

function Window({ detail, now, rights, placement, fields, Orders }: DeviceWindowProps) {
  const { timeZone } = detail;
  const { data: device, refetch } = useQuery({
    ...deviceQuery(detail.device.kind, detail.device.id),
    initialData: detail.device,
    initialDataUpdatedAt: now,
  });
  const refresh = useRefresh();
  const reload = () => {
    void refetch();
    refresh();
  };
  useLiveRefresh(reload, { concerns: ({ deviceId }) => deviceId === device.id });
  const clock = { now, timeZone };
  return (
    <PageBody>
      <Head device={device} rights={rights} {...clock} />
      <div className="grid items-start gap-3 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-3">
          {device.kind !== "gateway" && <ValuesCard device={device} now={now} />}
          {detail.behind && <BehindCard gatewayId={device.id} behind={detail.behind} now={now} />}
          <Placement
            device={device}
            mountings={detail.mountings}
            bindings={detail.bindings}
            rights={placement}
            onChanged={reload}
            {...clock}
          />
          {rights.fields && fields}
          <ConfigurationPanel deviceId={device.id} {...clock} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <FactsCard
            device={device}
            slowPaceSeconds={detail.slowPaceSeconds}
            linksGateway={rights.kinds.includes("gateway")}
            {...clock}
          />
          {detail.network && <NetworkCard facts={detail.network} />}
          {rights.calibration && isCalibrated(device.kind) && (
            <CalibrationPanel deviceId={device.id} rights={rights.calibration} {...clock} />
          )}
          {rights.orders && <Orders deviceId={device.id} {...clock} />}
          {detail.operations && <OperationsCard deviceId={device.id} operations={detail.operations} {...clock} />}
        </div>
      </div>
    </PageBody>
  );
}

/** Name, state and actions. */
function Head({ device, rights, ...clock }: { device: DeviceDto; rights: Rights; now: number; timeZone: string }) {
  const t = useTranslations("device");
  const labels = useLabels();
  const { id, kind, onlineStatus, openExceptions, carriers } = device;
  const tPrint = useTranslations("printDialog");
  const [asksToken, setAsksToken] = useState(false);
  const [prints, setPrints] = useState(false);
  const unseen = useTranslations("common.unseen");
  const carrierIds = carriers.flatMap((one) => (one.name === null ? [] : [one.id])).join(",");
  const isConnected = (CONNECTED_KINDS as readonly DeviceKind[]).includes(kind);
  const actions: BarAction[] = [
    ...(rights.history && carrierIds !== ""
      ? [{ icon: ChartLine, label: t("detail.history"), href: `/historyData?carrierIds=${carrierIds}` }]
      : []),
    ...(kind === "base" && rights.bindings
      ? [{ icon: FileClock, label: t("detail.bindingHistory"), href: `/baseHistory?id=${id}` }]
      : []),
    ...(isConnected ? [{ icon: Activity, label: t("detail.connections"), href: `/transHistory?id=${id}` }] : []),
    { icon: ListTree, label: t("action.properties"), href: `/propertyList?id=${id}` },
    ...(rights.print ? [{ icon: Printer, label: tPrint("button.label"), onSelect: () => setPrints(true) }] : []),
    ...(rights.token ? [{ icon: KeyRound, label: t("detail.newToken"), onSelect: () => setAsksToken(true) }] : []),
  ];
  return (
    <header className="flex items-start justify-between gap-x-6 gap-y-3 max-sm:gap-x-2 sm:flex-wrap">
      <div className="min-w-0">
        <h2 className="break-words font-semibold text-xl">{device.name}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
          <StateBadge tone={ONLINE_TONE[onlineStatus]}>{labels.online(device)}</StateBadge>
          {openExceptions > 0 && <Exceptions device={device} linked={rights.exceptions} />}
          <span>
            {carriers.length > 0
              ? carriers.map(({ name }) => name ?? unseen("carrier")).join(" · ")
              : t("mounted.false")}
          </span>
        </p>
        <CustodyNote device={device} {...clock} />
      </div>
      <ActionBar
        actions={actions}
        main={
          rights.edit ? { icon: Pencil, label: t("action.edit"), href: `${LIST_PATHS[kind]}?form=${id}` } : undefined
        }
        moreLabel={t("action.moreOf", { name: device.name })}
      />
      {prints && (
        <PrintDialog
          contents={["deviceLabel"]}
          ids={[id]}
          customerId={device.customerId}
          onClose={() => setPrints(false)}
        />
      )}
      {asksToken && isTokenKind(kind) && (
        <TokenDialog id={id} kind={kind} name={device.name} onClose={() => setAsksToken(false)} />
      )}
    </header>
  );
}

function Exceptions({ device, linked }: { device: DeviceDto; linked: boolean }) {
  const t = useTranslations("device");
  const badge = <StateBadge tone="warning">{t("exceptions", { count: device.openExceptions })}</StateBadge>;
  if (!linked) return badge;
  return (
    <Link href={`/exRecord?deviceId=${device.id}`} target="_blank" prefetch={false}>
      {badge}
    </Link>
  );
}
