"use client";

import { ChevronDown, ListPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { BatchActions } from "@/components/data-table/batch-actions";
import { TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList } from "@/components/data-table/record-list";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import { guessOf, type Registration, refusalKind, registrationOf } from "../rules";
import type { UnknownDeviceDto } from "../schema";

const RegisterDialog = dynamic(() => import("./register-dialog").then((module) => module.RegisterDialog), {
  ssr: false,
});

export type UnknownRights = { register: readonly Registration[]; remove: boolean };

type UnknownTableProps = ListTable<UnknownDeviceDto> & { rights: UnknownRights; timeZone: string; now: number };

/** The rows, each with a link to its registration. */
export function UnknownTable({ rights, timeZone, now, ...table }: UnknownTableProps) {
  const t = useTranslations("unknown-device");
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<readonly UnknownDeviceDto[]>([]);
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  const instant = (at: number) => <Instant at={at} now={now} timeZone={timeZone} className="whitespace-nowrap" />;
  const columns: Column<UnknownDeviceDto>[] = [
    {
      ...column("key"),
      sortable: true,
      priority: 1,
      cell: ({ key, gateway, device }) => (
        <span className="flex flex-col">
          <TitleCell>
            <span className="font-mono">{key}</span>
          </TitleCell>
          {gateway && <span className="text-muted-foreground text-xs">{t("through", { gateway: gateway.name })}</span>}
          {device && (
            <span className="text-xs">
              {t.rich("registered", {
                name: device.name,
                link: (name) => (
                  <Link className="underline underline-offset-2" href={windowOf(device.kind, device.id)}>
                    {name}
                  </Link>
                ),
              })}
            </span>
          )}
        </span>
      ),
    },
    { ...column("adapter"), cell: ({ adapter }) => <Badge>{t(`adapter.${adapter}`)}</Badge> },
    {
      ...column("payload"),
      cell: ({ payload }) => (
        <code
          title={payload}
          className="wrap-anywhere line-clamp-2 text-muted-foreground text-xs sm:min-w-48 sm:max-w-md"
        >
          {payload}
        </code>
      ),
    },
    {
      ...column("messageCount"),
      sortable: true,
      cell: (device) => <Readings device={device} instant={instant} />,
    },
    { ...column("firstAt"), sortable: true, cell: ({ firstAt }) => instant(firstAt) },
    { ...column("lastAt"), sortable: true, cell: ({ lastAt }) => instant(lastAt) },
  ];
  const list = (
    <RecordList
      id="unknown-device"
      service="/service/unknownDevice"
      {...table}
      rights={{ create: false, edit: false, remove: rights.remove }}
      nameOf={({ key }) => key}
      columns={columns}
      toolbar={<ExportMenu kind="unknownDevice" query={exportQuery(table.list.query)} />}
      form={() => null}
      rowActions={
        rights.register.length > 0
          ? (row) => row.device === null && <Registering device={row} registrations={rights.register} />
          : undefined
      }
      batchActions={
        rights.register.length > 0 ? (
          <BatchActions
            rows={table.page.items.filter(({ device }) => device === null)}
            actions={[{ verb: "register" as const, label: t("registerSeveral"), icon: ListPlus }]}
            onAction={(_, devices) => setChosen(devices)}
          />
        ) : undefined
      }
      words={{ caption: t("caption"), create: "", empty: t("empty"), emptyHint: t("emptyHint") }}
    />
  );
  return (
    <>
      {list}
      {chosen.length > 0 && (
        <RegisterDialog
          devices={chosen}
          registrations={rights.register}
          onClose={() => setChosen([])}
          onDone={(count) => {
            setChosen([]);
            showToast("normal", t("several.done", { count }));
            refresh();
          }}
        />
      )}
    </>
  );
}

type ReadingsProps = { device: UnknownDeviceDto; instant: (at: number) => ReactNode };

/** The stored readings of a device, and the result of their ingestion since it was registered. */
function Readings({ device, instant }: ReadingsProps) {
  const t = useTranslations("unknown-device");
  const { messageCount, keptCount, droppedCount, acceptedCount, refusedCount, refused } = device;
  const isRegistered = device.device !== null;
  return (
    <span className="flex flex-col tabular-nums">
      <span className="whitespace-nowrap">{t("messages", { count: messageCount })}</span>
      <span className="text-muted-foreground text-xs">
        {isRegistered ? t("accepted", { count: acceptedCount }) : t("kept", { count: keptCount })}
        {droppedCount > 0 && ` · ${t("dropped", { count: droppedCount })}`}
      </span>
      {isRegistered && keptCount > 0 && <span className="text-xs">{t("waiting", { count: keptCount })}</span>}
      {refusedCount > 0 && (
        <details className="text-xs">
          <summary className="cursor-pointer text-warning">{t("refused", { count: refusedCount })}</summary>
          <ul className="flex flex-col gap-1 pt-1">
            {refused.map(({ at, reason }, index) => (
              <li key={index} title={reason}>
                {instant(at)} {t(`reason.${refusalKind(reason)}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
}

type RegisteringProps = { device: UnknownDeviceDto; registrations: readonly Registration[] };

/** Opens the form of the most probable kind of device; the menu beside it those of all others. */
function Registering({ device, registrations }: RegisteringProps) {
  const t = useTranslations("unknown-device");
  const guess = registrations.find((registration) => registration === guessOf(device));
  return (
    <span className="flex items-center gap-px">
      {guess && (
        <ButtonLink
          size="sm"
          href={registrationOf(device, guess)}
          aria-label={t("registerAsNamed", { key: device.key, kind: t(`as.${guess}`) })}
        >
          {t("register")}
        </ButtonLink>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" aria-label={t(guess ? "other" : "registerNamed", { key: device.key })}>
            {!guess && t("register")}
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuLabel>{t("registerAs")}</DropdownMenuLabel>
          {registrations.map((registration) => (
            <DropdownMenuItem key={registration} asChild>
              <Link href={registrationOf(device, registration)}>{t(`as.${registration}`)}</Link>
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </span>
  );
}
