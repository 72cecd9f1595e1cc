"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentType, useMemo } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { LinkTabs } from "@/components/layout/link-tabs";
import { PageBody } from "@/components/shell/page-body";
import { PageName } from "@/components/shell/page-name";
import type { HistoryView } from "@/features/telemetry/history/history.schema";
import { CustomerUnit } from "@/lib/units/units-context";
import { useFollow } from "../../carrier.client";
import { LabelsContext, useNewLabels } from "../../monitoring/components/labels";
import { RowIcons } from "../../monitoring/components/row-icon";
import { PointContext, PointStore } from "../../monitoring/monitoring.client";
import type { CarrierDetailView } from "../detail.schema";
import { addressOf } from "./address";
import { DetailHeader } from "./detail-header";
import type { BrokenChannels } from "./trigger-tab";

// Each tab is loaded when it is shown.
const LiveTab = dynamic(() => import("./live-tab").then((module) => module.LiveTab));
const DevicesTab = dynamic(() => import("./devices-tab").then((module) => module.DevicesTab));
const TriggerTab = dynamic(() => import("./trigger-tab").then((module) => module.TriggerTab));
const ExceptionsTab = dynamic(() => import("./exceptions-tab").then((module) => module.ExceptionsTab));
const OperationsTab = dynamic(() => import("./operations-tab").then((module) => module.OperationsTab));
const RecordTab = dynamic(() => import("../../record-time/components/record-tab").then((module) => module.RecordTab));
const LoggerTab = dynamic(() => import("../../logger/components/logger-tab").then((module) => module.LoggerTab));
const FilesTab = dynamic(() => import("../../file/components/files-tab").then((module) => module.FilesTab));

/** Only the monitoring list shows counts. */
const NO_COUNTS = { total: 0, silenced: 0, abnormal: 0, offline: 0, unknown: 0, normal: 0, stopped: 0 };

type CarrierDetailProps = {
  view: CarrierDetailView;
  /**
   * Parts of other features, passed in by the page: the history, the lots, the work orders, the report, the dialog that replaces a device,
   * the warning about channels.
   */
  HistoryTab: ComponentType<{ view: HistoryView }>;
  Report: ComponentType<{ carrierId: number }>;
  GoodsTab: ComponentType<{ carrierId: number; timeZone: string; now: number }>;
  OrdersTab: ComponentType<{ carrierId: number; timeZone: string; now: number }>;
  ReplaceDevice: ComponentType<{ now: number; timeZone: string }>;
  BrokenChannels: BrokenChannels;
};

function showCurrent(box: HTMLElement | null): void {
  const [bar, tab] = [box?.querySelector("nav"), box?.querySelector<HTMLElement>("[aria-current=page]")];
  if (bar && tab) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.clientWidth) / 2;
}

/** One carrier: the header with its state, and the tab named by the URL. */
export const CarrierDetail = (props: CarrierDetailProps) => (
  <CustomerUnit customerId={props.view.carrier.customerId}>
    <Detail {...props} />
  </CustomerUnit>
);

function Detail({ view, ...parts }: CarrierDetailProps) {
  const { carrier, tabs, content, now, timeZone } = view;
  const t = useTranslations("carrier-detail.tab");
  const refresh = useRefresh();
  const store = useMemo(() => new PointStore([carrier], NO_COUNTS), [carrier]);
  const labels = useNewLabels(timeZone);
  useFollow(store, now, refresh);
  return (
    <PointContext value={store}>
      <LabelsContext value={labels}>
        <RowIcons />
        <PageName id={carrier.id} name={carrier.name} />
        <PageBody>
          <DetailHeader view={view} Report={parts.Report} onChanged={refresh} />
          {/* On touch screens the tabs scroll; the active one is scrolled into view. */}
          <div ref={showCurrent} key={content.tab} className="sticky top-0 z-10 -mx-3 bg-background sm:-mx-4">
            <LinkTabs
              label={t("label")}
              className="px-3 sm:px-4"
              tabs={tabs.map((tab) => ({
                href: addressOf(view, tab),
                label: t(tab),
                current: tab === content.tab,
                ...(tab === "exceptions" && carrier.openExceptions && { count: carrier.openExceptions.count }),
              }))}
            />
          </div>
          <TabBody view={view} {...parts} onChanged={refresh} />
        </PageBody>
      </LabelsContext>
    </PointContext>
  );
}

type TabBodyProps = CarrierDetailProps & { onChanged: () => void };

function TabBody({ view, HistoryTab, GoodsTab, OrdersTab, ReplaceDevice, BrokenChannels, onChanged }: TabBodyProps) {
  const { content } = view;
  switch (content.tab) {
    case "live":
      return <LiveTab view={view} content={content} />;
    case "history":
      return (
        <div className="-m-3 flex grow flex-col sm:-m-4">
          <HistoryTab view={content.history} />
        </div>
      );
    case "devices":
      return (
        <>
          <DevicesTab view={view} content={content} />
          {view.rights.replace && <ReplaceDevice now={view.now} timeZone={view.timeZone} />}
        </>
      );
    case "trigger":
      return <TriggerTab view={view} content={content} {...{ BrokenChannels, onChanged }} />;
    case "exceptions":
      return <ExceptionsTab view={view} page={content.page} />;
    case "goods":
      return <GoodsTab carrierId={view.carrier.id} timeZone={view.timeZone} now={view.now} />;
    case "orders":
      return <OrdersTab carrierId={view.carrier.id} timeZone={view.timeZone} now={view.now} />;
    case "record":
      return (
        <RecordTab
          key={`${content.from} ${content.to}`}
          carrierId={view.carrier.id}
          {...content}
          path={view.path}
          mayEdit={view.rights.edit}
          onChanged={onChanged}
        />
      );
    case "operations":
      return <OperationsTab view={view} page={content.page} />;
    case "files":
      return (
        <FilesTab
          carrierId={view.carrier.id}
          files={content.files}
          mayEdit={view.rights.edit}
          now={view.now}
          timeZone={view.timeZone}
          onChanged={onChanged}
        />
      );
    case "loggers":
      return (
        <LoggerTab
          carrierId={view.carrier.id}
          path={view.path}
          files={content.files}
          clockZone={content.clockZone}
          mayEdit={view.rights.edit}
          maySeeHistory={view.rights.history}
          now={view.now}
          timeZone={view.timeZone}
          onChanged={onChanged}
        />
      );
  }
}
