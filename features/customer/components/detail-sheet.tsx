"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleOff, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { WaitingTitle } from "@/components/layout/waiting-title";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { Instant } from "@/components/value/instant";
import { LOCALE_NAMES } from "@/lib/i18n/routing";
import { formatNumber, NO_VALUE } from "@/lib/units/format";
import { customerQuery } from "../customer.client";
import { actionsFor, type Deputy, type Rights } from "../customer.rules";
import type { CustomerRowDto } from "../customer.schema";
import { StatusCell } from "./cells";
import { Failure } from "./failure";
import type { Ask } from "./row-menu";
import { UnitChoice } from "./unit-choice";

type DetailSheetProps = {
  id: number;
  rights: Rights;
  deputy: Deputy;
  timeZone: string;
  now: number;
  onAsk: (ask: Ask, row: CustomerRowDto) => void;
  onClose: () => void;
};

/** One customer in full in a sheet; on a phone full-screen. */
export function DetailSheet({ id, rights, deputy, timeZone, now, onAsk, onClose }: DetailSheetProps) {
  const t = useTranslations("customer.detail");
  const { data, error, refetch } = useQuery(customerQuery(id));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent aria-describedby={undefined}>
        {data ? (
          <SheetHeader
            className="items-start"
            title={<span className="break-words">{data.name}</span>}
            description={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>{data.code}</span>
                <StatusCell status={data.status} />
              </span>
            }
          />
        ) : (
          <SheetHeader title={error ? t("failed") : <WaitingTitle />} />
        )}
        <SheetBody className="pb-8">
          {data ? (
            <Facts customer={data} mayChooseUnit={rights.unit} timeZone={timeZone} now={now} />
          ) : error ? (
            <Failure error={error} onRetry={() => refetch()} />
          ) : (
            <Skeleton className="h-80 rounded-lg" />
          )}
        </SheetBody>
        {data && <Actions customer={data} rights={rights} deputy={deputy} onAsk={onAsk} />}
      </SheetContent>
    </Sheet>
  );
}

type FactsProps = { customer: CustomerRowDto; mayChooseUnit: boolean; timeZone: string; now: number };

function Facts({ customer, mayChooseUnit, timeZone, now }: FactsProps) {
  const t = useTranslations("customer");
  const locale = useLocale();
  const channels = (["notifyByEmail", "notifyBySms"] as const).filter((name) => customer[name]);
  const items = [
    ["shortName", customer.shortName],
    ["type", t(`type.${customer.type}`)],
    ["organisationType", t(`organisationType.${customer.organisationType}`)],
    ["contact", customer.contact],
    ["phone", customer.phone && <a href={`tel:${customer.phone}`}>{customer.phone}</a>],
    ["email", customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>],
    [
      "notifications",
      channels.length > 0 ? channels.map((name) => t(`field.${name}`)).join(" · ") : t("field.notifyNone"),
    ],
    ["area", [customer.area, customer.areaCode].filter(Boolean).join(" · ")],
    ["address", customer.address],
    ["timeZone", customer.timeZone],
    ["locale", LOCALE_NAMES[customer.locale]],
    [
      "temperatureUnit",
      mayChooseUnit ? (
        <UnitChoice key="temperatureUnit" customer={customer} />
      ) : (
        t(`temperatureUnit.${customer.temperatureUnit}`)
      ),
    ],
    ["ingestToken", t(customer.hasIngestToken ? "field.tokenMade" : "field.tokenNone")],
    ["createdAt", <Instant key="createdAt" at={Date.parse(customer.createdAt)} now={now} timeZone={timeZone} />],
    ["description", customer.description],
  ] as const;
  return (
    <div className="flex flex-col gap-6">
      <section aria-label={t("detail.belongings")} className="grid grid-cols-3 gap-2">
        {(["users", "carriers", "devices"] as const).map((name) => (
          <div key={name} className="rounded-md border px-3 py-2">
            <p className="text-muted-foreground text-xs">{t(`column.${name}`)}</p>
            <p className="font-semibold text-lg tabular-nums">{formatNumber(customer[name], locale)}</p>
          </div>
        ))}
      </section>
      <DescriptionList
        items={items.map(([name, value]) => ({ term: t(`field.${name}`), value: value || NO_VALUE }))}
        className="[&_a:hover]:underline [&_a]:text-primary touch:[&_a]:inline-flex touch:[&_a]:min-h-11 touch:[&_a]:items-center"
      />
    </div>
  );
}

const ACTIONS = [
  ["token", KeyRound],
  ["activate", CircleCheck],
  ["cancel", CircleOff],
  ["edit", Pencil],
] as const;

function Actions({
  customer,
  rights,
  deputy,
  onAsk,
}: { customer: CustomerRowDto } & Pick<DetailSheetProps, "rights" | "deputy" | "onAsk">) {
  const t = useTranslations("customer.action");
  const actions = actionsFor(customer, rights, deputy);
  if (!Object.values(actions).some(Boolean)) return null;
  return (
    <SheetFooter>
      {actions.remove && (
        <Button variant="destructive-ghost" className="mr-auto" onClick={() => onAsk("remove", customer)}>
          <Trash2 aria-hidden="true" />
          {t("remove")}
        </Button>
      )}
      {ACTIONS.filter(([ask]) => actions[ask]).map(([ask, Icon]) => (
        <Button key={ask} variant={ask === "edit" ? "primary" : "secondary"} onClick={() => onAsk(ask, customer)}>
          <Icon aria-hidden="true" />
          {t(ask)}
        </Button>
      ))}
    </SheetFooter>
  );
}
