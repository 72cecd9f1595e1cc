"use client";

import { CalendarClock, ChartLine, Siren } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { LinkTabs } from "@/components/layout/link-tabs";
import { PageBody } from "@/components/shell/page-body";
import { PageName } from "@/components/shell/page-name";
import { WindowHead } from "@/components/shell/window-head";
import { Card } from "@/components/ui/card";
import type { Measure } from "@/db/enums";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import { carrierPage } from "@/lib/page/carrier-page";
import type { Page } from "@/lib/resource/list-query";
import { CustomerUnit } from "@/lib/units/units-context";
import { useFollow } from "../../carrier.client";
import { OtherCell, StatusCell, ValuesCell } from "../../monitoring/components/cells";
import { LabelsContext, useLabels, useNewLabels } from "../../monitoring/components/labels";
import { RowIcons } from "../../monitoring/components/row-icon";
import { PointContext, PointStore, usePoint } from "../../monitoring/monitoring.client";
import type { MonitoringPointDto } from "../../monitoring/monitoring.schema";
import type { LiveChart as Chart } from "../detail.schema";
import { CHART_HOURS, type ChartHours } from "../realtime.rules";
import { LiveChart } from "./live-chart";
import { ProbesCard } from "./live-tab";
import { OpenExceptions } from "./open-exceptions";

type RealTimeScreenProps = {
  point: MonitoringPointDto;
  hours: ChartHours;
  /** Null if the user may not view it, or if nothing was measured. */
  chart: Chart | null;
  open: Page<ExceptionDto> | null;
  rights: { carrier: boolean; history: boolean; exceptions: boolean; acknowledge: boolean; record: boolean };
  timeZone: string;
  now: number;
  /** Shows whether the page is live. */
  status: ReactNode;
};

/** Short labels of these hours for narrow screens. */
const SHORT = { 1: "hour", 6: "sixHours", 24: "day" } as const;

/** Only the monitoring list shows counts. */
const NO_COUNTS = { total: 0, silenced: 0, abnormal: 0, offline: 0, unknown: 0, normal: 0, stopped: 0 };

/** One carrier live, in a window that can stay open all day. */
export const RealTimeScreen = (props: RealTimeScreenProps) => (
  <CustomerUnit customerId={props.point.customerId}>
    <RealTime {...props} />
  </CustomerUnit>
);

function RealTime(props: RealTimeScreenProps) {
  const { point, hours, chart, open, rights, timeZone, now } = props;
  const t = useTranslations("carrier-detail");
  const tHistory = useTranslations("history");
  const refresh = useRefresh();
  const store = useMemo(() => new PointStore([point], NO_COUNTS), [point]);
  const labels = useNewLabels(timeZone);
  useFollow(store, now, refresh);
  const { id } = point;
  return (
    <PointContext value={store}>
      <LabelsContext value={labels}>
        <RowIcons />
        <PageName id={id} name={point.name} />
        <PageBody>
          <Head {...props} />
          <Values id={id} now={now} links={rights.exceptions} />
          <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
            <div className="flex min-w-0 flex-col gap-3">
              {chart && (
                <LiveChart
                  key={hours}
                  carrierId={id}
                  chart={chart}
                  hours={hours}
                  choices={
                    <LinkTabs
                      label={t("realTime.hours")}
                      className="-my-2 border-b-0"
                      tabs={CHART_HOURS.map((choice) => ({
                        href: `/monitorPointRealTime?id=${id}&hours=${choice}`,
                        label: (
                          <>
                            <span className="sm:hidden">{tHistory(`preset.${SHORT[choice]}`)}</span>
                            <span className="max-sm:hidden">{t("realTime.lastHours", { hours: choice })}</span>
                          </>
                        ),
                        current: choice === hours,
                      }))}
                    />
                  }
                  now={now}
                  timeZone={timeZone}
                />
              )}
              {!chart && rights.history && (
                <Card>
                  <EmptyState title={t("live.noChart")}>{t("live.noChartHint")}</EmptyState>
                </Card>
              )}
            </div>
            <div className="flex min-w-0 flex-col gap-3">
              {open && (
                <OpenExceptions
                  page={open}
                  allHref={`/exRecord?carrierId=${id}`}
                  mayAcknowledge={rights.acknowledge}
                  now={now}
                  timeZone={timeZone}
                />
              )}
              <ProbesCard id={id} now={now} />
            </div>
          </div>
        </PageBody>
      </LabelsContext>
    </PointContext>
  );
}

function Head({ point, rights, status }: RealTimeScreenProps) {
  const t = useTranslations("carrier-detail.realTime");
  const labels = useLabels();
  const { id, name, customerName, scenePath } = point;
  const path = [customerName, ...scenePath].filter(Boolean).join(" / ");
  return (
    <WindowHead
      title={name}
      {...(rights.carrier && { href: carrierPage(id) })}
      note={[labels.type(point.type), path].filter(Boolean).join(" · ")}
    >
      {status}
      {rights.history && (
        <ButtonLink href={`/carrierProbeHistory?id=${id}`} target="_blank" prefetch={false}>
          <ChartLine aria-hidden="true" />
          {t("history")}
        </ButtonLink>
      )}
      {rights.record && (
        <ButtonLink href={`/pointData?id=${id}`} target="_blank" prefetch={false}>
          <CalendarClock aria-hidden="true" />
          {t("record")}
        </ButtonLink>
      )}
      {rights.exceptions && (
        <ButtonLink href={`/exRecord?carrierId=${id}`} target="_blank" prefetch={false}>
          <Siren aria-hidden="true" />
          {t("exceptions")}
        </ButtonLink>
      )}
    </WindowHead>
  );
}

const LARGE = ["temperature", "humidity"] as const satisfies readonly Measure[];

/** What has to be readable from across the room: the values in large type, and the reasons why they need attention. */
function Values({ id, now, links }: { id: number; now: number; links: boolean }) {
  const t = useTranslations("carrier-detail.header");
  const labels = useLabels();
  const { probes } = usePoint(id);
  const shown = LARGE.filter((measure) => probes.some((probe) => probe.measure === measure));
  return (
    <Card>
      <dl className="flex flex-wrap gap-x-10 gap-y-4 p-4 max-sm:gap-y-3">
        {shown.map((measure) => (
          <div key={measure} className="min-w-44 max-sm:w-full">
            <dt className="mb-1 text-muted-foreground text-xs">{labels.measure(measure)}</dt>
            <dd>
              <ValuesCell id={id} now={now} measure={measure} size="lg" />
            </dd>
          </div>
        ))}
        <div>
          <dt className="mb-1 text-muted-foreground text-xs">{t("abnormality")}</dt>
          <dd className="text-sm">
            <StatusCell id={id} now={now} links={links} />
          </dd>
        </div>
        <div>
          <dt className="mb-1 text-muted-foreground text-xs">{t("other")}</dt>
          <dd className="text-sm">
            <OtherCell id={id} now={now} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
