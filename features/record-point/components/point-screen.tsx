"use client";

import { Clock, Pencil, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { RecordValues } from "@/features/carrier/record-time/components/record-tab";
import type { RecordDto } from "@/features/carrier/record-time/schema";
import { monthText } from "@/lib/datetime/month";
import { Link } from "@/lib/i18n/navigation";
import { useGathered, useLive } from "@/lib/live/use-live";
import { carrierPage } from "@/lib/page/carrier-page";
import type { Page } from "@/lib/resource/list-query";
import type { RecordPointDto } from "../point.schema";
import { removePoint } from "../sheet.client";
import type { SheetRowDto } from "../sheet.schema";
import { SheetStatusBadge } from "./status-badge";

// Each dialog is loaded when it is first opened.
const PlanDialog = dynamic(() => import("./plan-dialog").then((module) => module.PlanDialog), { ssr: false });
const EndingDialog = dynamic(() => import("@/components/dialog/ending-dialog").then((module) => module.EndingDialog), {
  ssr: false,
});

type PointScreenProps = {
  point: RecordPointDto;
  record: RecordDto | null;
  sheets: Page<SheetRowDto>;
  from: string;
  to: string;
  today: string;
  now: number;
  rights: { create: boolean; edit: boolean; remove: boolean };
};

/** One record point: when its values go on record, the values, and the sheets of its months. */
export function PointScreen({ point, record, sheets, from, to, today, now, rights }: PointScreenProps) {
  const tType = useTranslations("carrier.type");
  const refreshSoon = useGathered(useRefresh());
  useLive<{ carrierId: number }>("record", ({ carrierId }) => {
    if (carrierId === point.id) refreshSoon();
  });
  return (
    <PageBody>
      <WindowHead title={point.name} href={carrierPage(point.id)} note={tType(point.type)} />
      <PlanCard point={point} now={now} rights={rights} />
      <SheetsCard carrierId={point.id} sheets={sheets} />
      {record && (
        <RecordValues
          key={`${from} ${to}`}
          carrierId={point.id}
          record={record}
          from={from}
          to={to}
          today={today}
          path="/pointData"
        />
      )}
    </PageBody>
  );
}

function PlanCard({ point, now, rights }: Pick<PointScreenProps, "point" | "now" | "rights">) {
  const t = useTranslations("record.point");
  const refresh = useRefresh();
  const [opened, setOpened] = useState<"plan" | "remove" | null>(null);
  const done = () => {
    setOpened(null);
    refresh();
  };
  const maySave = point.isPoint ? rights.edit : rights.create;
  const save = maySave && (
    <Button variant={point.isPoint ? "secondary" : "primary"} onClick={() => setOpened("plan")}>
      <Pencil aria-hidden="true" />
      {t(point.isPoint ? "edit" : "create")}
    </Button>
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {point.isPoint && (
          <>
            {rights.remove && (
              <Button variant="destructive-ghost" onClick={() => setOpened("remove")}>
                <Trash2 aria-hidden="true" />
                {t("remove")}
              </Button>
            )}
            {save}
          </>
        )}
      </CardHeader>
      {point.isPoint ? (
        <CardBody className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {point.preset !== "custom" && <Badge tone="primary">{t(`presetChoice.${point.preset}`)}</Badge>}
          {point.intervalMinutes !== null && (
            <Badge className="h-6 text-sm">{t("every", { minutes: point.intervalMinutes })}</Badge>
          )}
          {point.times.map((time) => (
            <Badge key={time} className="h-6 text-sm">
              {time}
            </Badge>
          ))}
          <span className="text-muted-foreground text-sm tabular-nums">
            {t("within", { minutes: point.toleranceMinutes })}
          </span>
          {point.nextAt && (
            <span className="text-muted-foreground text-sm">
              {t("next")} <Instant at={Date.parse(point.nextAt)} now={now} timeZone={point.timeZone} />
            </span>
          )}
          <span className="text-muted-foreground text-xs">{point.timeZone}</span>
        </CardBody>
      ) : (
        <EmptyState icon={<Clock aria-hidden="true" />} title={t("none")} action={save}>
          {t("noneHint")}
        </EmptyState>
      )}
      {opened === "plan" && <PlanDialog point={point} onClose={() => setOpened(null)} onDone={done} />}
      {opened === "remove" && (
        <EndingDialog
          title={t("remove")}
          text={t("removeHint")}
          confirmLabel={t("remove")}
          send={() => removePoint(point.id)}
          onClose={() => setOpened(null)}
          onDone={done}
        />
      )}
    </Card>
  );
}

function SheetsCard({ carrierId, sheets }: { carrierId: number; sheets: Page<SheetRowDto> }) {
  const t = useTranslations("record");
  const locale = useLocale();
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("point.sheets")}</CardTitle>
        {sheets.total > sheets.items.length && (
          <ButtonLink href={`/arch/temprecord?carrierId=${carrierId}`} variant="ghost" prefetch={false}>
            {t("point.allSheets")}
          </ButtonLink>
        )}
      </CardHeader>
      {sheets.items.length === 0 ? (
        <CardBody className="text-muted-foreground text-sm">{t("point.noSheets")}</CardBody>
      ) : (
        <ul className="divide-y divide-border">
          {sheets.items.map((sheet) => (
            <li key={sheet.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
              <Link
                href={`/recordSheet?id=${sheet.id}`}
                prefetch={false}
                className="min-w-32 font-medium hover:text-primary hover:underline touch:py-2.5"
              >
                {monthText(sheet.month, locale)}
              </Link>
              <SheetStatusBadge status={sheet.status} />
              <span className="text-muted-foreground tabular-nums">
                {t("column.outOfRange")} {sheet.counts.outOfRange} · {t("column.missed")} {sheet.counts.missed} ·{" "}
                {t("column.entered")} {sheet.counts.entered}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
