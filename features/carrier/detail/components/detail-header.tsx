"use client";

import { Activity, AppWindow, ChartLine, CircleDot, Pencil, Printer, Radio, Route, VolumeOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentType, type CSSProperties, type ReactNode, useState } from "react";
import { ActionBar, type BarAction } from "@/components/layout/action-bar";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { useNow } from "@/components/value/use-now";
import type { Measure } from "@/db/enums";
import { PrintDialog } from "@/features/print/components/print-button";
import { AbnormalityCell, StatusCell } from "../../components/cells";
import { hasOther, OtherCell, ValuesCell } from "../../monitoring/components/cells";
import { useLabels } from "../../monitoring/components/labels";
import { RowIcon } from "../../monitoring/components/row-icon";
import { switchColour } from "../../monitoring/components/tones";
import { usePoint } from "../../monitoring/monitoring.client";
import type { CarrierDetailView } from "../detail.schema";
import { addressOf } from "./address";
import { SilenceNotes } from "./silence-notes";

const AlarmSwitchDialog = dynamic(
  () => import("../../alarm-switch/components/alarm-switch-dialog").then((module) => module.AlarmSwitchDialog),
  { ssr: false },
);
const StatusDialog = dynamic(
  () => import("../../status/components/status-dialog").then((module) => module.StatusDialog),
  { ssr: false },
);

const LARGE = ["temperature", "humidity"] as const;
/** Width of a large value with its unit and age. */
const ROOM_REM = 11;

type DetailHeaderProps = {
  view: CarrierDetailView;
  Report: ComponentType<{ carrierId: number }>;
  onChanged: () => void;
};

/** The header: what the carrier is, its location, its state, and actions. */
export function DetailHeader({ view, Report, onChanged }: DetailHeaderProps) {
  const { carrier, rights, tabs, content, now, timeZone } = view;
  const t = useTranslations("carrier-detail.header");
  const tAction = useTranslations("carrier.deed");
  const tPrint = useTranslations("printDialog");
  const tLive = useTranslations("carrier-detail.realTime");
  const labels = useLabels();
  const point = usePoint(carrier.id);
  const [asked, setAsked] = useState<"alarm" | "status" | "print" | null>(null);
  const type = carrier.carrierTypeName ?? labels.type(carrier.type);
  const path = [carrier.customerName, ...carrier.scenePath].filter(Boolean).join(" / ");
  const close = () => setAsked(null);
  const done = () => {
    close();
    onChanged();
  };
  const countOf = (measure: Measure) => point.probes.filter((probe) => probe.measure === measure).length;
  const shown = LARGE.filter((measure) => countOf(measure) > 0);
  // On a phone, only the first tab has room for the full header.
  const elsewhere = content.tab === tabs[0] ? undefined : "max-sm:hidden";
  const id = carrier.id;
  const isVehicle = carrier.type === "vehicle";
  const actions: BarAction[] = [
    ...(rights.edit ? [{ icon: CircleDot, label: t("changeStatus"), onSelect: () => setAsked("status") }] : []),
    ...(rights.live ? [{ icon: Activity, label: tLive("open"), href: `/monitorPointRealTime?id=${id}` }] : []),
    ...(rights.history ? [{ icon: ChartLine, label: t("history"), href: `/carrierProbeHistory?id=${id}` }] : []),
    ...(rights.history && isVehicle ? [{ icon: Route, label: t("trace"), href: `/traceDetail?id=${id}` }] : []),
    ...(rights.geofences && isVehicle
      ? [{ icon: Radio, label: t("geofences"), href: `/databoard/geofence?tab=events&carrierId=${id}` }]
      : []),
    ...(view.path === "/carrier/carrierDetailPage"
      ? [{ icon: AppWindow, label: t("window"), href: addressOf({ path: "/newCarrierDetail", carrier }, content.tab) }]
      : []),
    ...(rights.print ? [{ icon: Printer, label: tPrint("button.label"), onSelect: () => setAsked("print") }] : []),
  ];
  return (
    <Card className="flex flex-col">
      <div className="flex items-start justify-between gap-x-6 gap-y-3 p-4 max-sm:gap-x-2 max-sm:py-3 sm:flex-wrap">
        <div className="flex min-w-0 flex-1 items-start gap-3 sm:basis-72">
          <span
            title={type}
            className="grid size-10 shrink-0 place-items-center rounded-lg border bg-muted text-muted-foreground max-sm:hidden"
          >
            <RowIcon name={carrier.type} className="size-5" />
          </span>
          <div className="min-w-0">
            <h2 className="break-words font-semibold text-xl leading-tight max-sm:text-lg">{carrier.name}</h2>
            <p className="mt-1 break-words text-muted-foreground text-sm max-sm:text-xs">
              {type}
              {path && <span className="text-faint-foreground"> · {path}</span>}
            </p>
          </div>
        </div>
        <ActionBar
          actions={actions}
          main={
            rights.edit ? { icon: Pencil, label: t("edit"), href: `/carrier/${carrier.type}?form=${id}` } : undefined
          }
          moreLabel={tAction("moreOf", { name: carrier.name })}
        >
          {rights.report && <Report carrierId={id} />}
        </ActionBar>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-4 border-t px-4 py-3 max-sm:gap-y-2 sm:flex sm:flex-wrap sm:gap-x-10">
        {shown.map((measure) => (
          <Part
            key={measure}
            term={labels.measure(measure)}
            // Ages vary in length; a fixed width keeps neighbouring content from moving.
            style={{ "--room": `${countOf(measure) * ROOM_REM}rem` } as CSSProperties}
            className={cn("max-sm:col-span-2 sm:min-w-(--room)", elsewhere)}
          >
            <ValuesCell id={id} now={now} measure={measure} size="lg" />
          </Part>
        ))}
        {point.probes.length === 0 && (
          <Part term={t("values")} className={elsewhere}>
            <span className="text-faint-foreground text-sm">{t("noDevice")}</span>
          </Part>
        )}
        <Part term={t("abnormality")} className="max-sm:col-span-2">
          <AbnormalityCell id={id} now={now} />
        </Part>
        <Part term={t("status")} className={elsewhere}>
          <StatusCell id={id} now={now} />
        </Part>
        <Part term={t("alarm")} className={elsewhere}>
          <AlarmSwitch id={id} now={now} {...(rights.switchAlarm && { onSwitch: () => setAsked("alarm") })} />
          {rights.silence && (
            <ButtonLink
              href={`/abnormal/silence?carrierId=${id}&id=new`}
              variant="ghost"
              size="icon-sm"
              prefetch={false}
              title={t("silence")}
              aria-label={t("silence")}
              className="-mt-0.5 ml-1"
            >
              <VolumeOff aria-hidden="true" />
            </ButtonLink>
          )}
        </Part>
        {hasOther(point.probes) && (
          <Part term={t("other")} className={cn("max-sm:col-span-2", elsewhere)}>
            <OtherCell id={id} now={now} />
          </Part>
        )}
      </dl>
      <SilenceNotes view={view} />
      {asked === "alarm" && (
        <AlarmSwitchDialog carriers={[point]} now={now} timeZone={timeZone} onClose={close} onDone={done} />
      )}
      {asked === "print" && (
        <PrintDialog
          contents={["carrierLabel", "dayRecord"]}
          ids={[id]}
          customerId={carrier.customerId}
          onClose={close}
        />
      )}
      {asked === "status" && <StatusDialog rows={[carrier]} onClose={close} onDone={done} />}
    </Card>
  );
}

type AlarmSwitchProps = { id: number; now: number; onSwitch?: () => void };

/** The alarm switch position as text; opens the dialog for users who may change it. */
function AlarmSwitch({ id, now, onSwitch }: AlarmSwitchProps) {
  const point = usePoint(id);
  const { alarmSwitch, pausedUntil, carrierStatus } = point;
  const current = useNow(now);
  // A pause that expires while the page is open is shown as over.
  const isOver = alarmSwitch === "paused" && pausedUntil !== null && pausedUntil <= current;
  const position = isOver ? "on" : alarmSwitch;
  const words = useLabels().alarm(point, position, current);
  const content = (
    <>
      <RowIcon name={position} className={`size-4 shrink-0 ${switchColour(position, carrierStatus)}`} />
      {words.text}
    </>
  );
  if (!onSwitch || position === "none") return <span className="inline-flex items-center gap-1.5">{content}</span>;
  return (
    <Button size="sm" className="-mt-0.5" aria-label={words.action} onClick={onSwitch}>
      {content}
    </Button>
  );
}

type PartProps = { term: string; className?: string | undefined; style?: CSSProperties; children: ReactNode };

function Part({ term, children, ...box }: PartProps) {
  return (
    <div {...box}>
      <dt className="mb-1 text-muted-foreground text-xs">{term}</dt>
      <dd className="flex min-h-7 min-w-0 items-start text-sm">{children}</dd>
    </div>
  );
}
