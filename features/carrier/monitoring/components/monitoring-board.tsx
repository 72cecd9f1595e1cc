"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { PointContext, PointStore, useFollow } from "../monitoring.client";
import type { MonitoringListDto, MonitoringView } from "../monitoring.schema";
import { type Rights, useColumns } from "./columns";
import { LabelsContext, useNewLabels } from "./labels";
import { CompareHistory, OrderHint, ViewLinks } from "./list-tools";
import { RowIcons } from "./row-icon";
import { SummaryStrip } from "./summary-strip";

const PointCards = dynamic(() => import("./point-cards").then((module) => module.PointCards));
const AlarmSwitchDialog = dynamic(
  () => import("../../alarm-switch/components/alarm-switch-dialog").then((module) => module.AlarmSwitchDialog),
  { ssr: false },
);

/** State of a row, or of a card, as a bar at its left edge; defined once instead of in every row. */
const BARS = [
  "[&_:is(li,tr):has([data-tone=critical])]:[--bar:var(--critical-solid)]",
  "[&_:is(li,tr):has([data-tone=above])]:[--bar:var(--above-solid)]",
  "[&_:is(li,tr):has([data-tone=below])]:[--bar:var(--below-solid)]",
  "[&_:is(li,tr):has([data-tone=warning])]:[--bar:var(--warning-solid)]",
  "sm:[&_tbody_td:first-child]:shadow-[inset_3px_0_0_var(--bar,transparent)]",
  "max-sm:[&_tbody_tr]:shadow-[inset_3px_0_0_var(--bar,transparent)]",
  "[&_li:has([data-tone])]:shadow-[inset_3px_0_0_var(--bar,transparent)]",
].join(" ");

const NARROW = "(width < 40rem)";

function subscribeNarrow(listener: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window is phone-sized; `guess` until it can be measured. */
const useNarrow = (guess: boolean) =>
  useSyncExternalStore(
    subscribeNarrow,
    () => window.matchMedia(NARROW).matches,
    () => guess,
  );

type MonitoringBoardProps = {
  page: MonitoringListDto;
  list: ListState;
  view: MonitoringView | null;
  isPhone: boolean;
  /** URL of the list without criteria; null if none are set. */
  resetHref: string | null;
  rights: Rights;
  timeZone: string;
  now: number;
  /** Rendered between the counts and the rows. */
  children: ReactNode;
};

/** The counts and rows sent by the server, updated live. Rows are reordered on navigation or refresh only. */
export function MonitoringBoard(props: MonitoringBoardProps) {
  const { page, list, resetHref, rights, timeZone, now, children } = props;
  const t = useTranslations("monitoring");
  const points = page.items;
  const address = { path: list.path, query: list.query as Record<string, string> };
  const store = useMemo(() => new PointStore(page.items, page.summary), [page]);
  const [switching, setSwitching] = useState<number | null>(null);
  const columns = useColumns({ now, rights, onSwitch: setSwitching });
  const labels = useNewLabels(timeZone);
  const isNarrow = useNarrow(props.isPhone);
  const view = props.view ?? (isNarrow ? "cards" : "table");
  useFollow(store, address.query, now);

  const toolbar = (
    <>
      <ViewLinks address={address} view={view} />
      <ExportMenu kind="monitoring" query={exportQuery(address.query)} />
      {list.sort === "worst" && list.dir === "asc" && <OrderHint now={now} />}
    </>
  );
  const empty = (
    <EmptyState
      title={t(resetHref ? "empty.noMatch" : "empty.none")}
      action={
        resetHref && (
          <ButtonLink href={resetHref} prefetch={false}>
            {t("empty.reset")}
          </ButtonLink>
        )
      }
    >
      {t(resetHref ? "empty.noMatchHint" : "empty.noneHint")}
    </EmptyState>
  );
  const opened = switching === null ? undefined : store.read(switching);
  return (
    <PointContext value={store}>
      <SummaryStrip path={address.path} values={address.query} />
      {children}
      <LabelsContext value={labels}>
        <RowIcons />
        <div className={`flex min-h-0 grow flex-col ${BARS}`}>
          {view === "cards" ? (
            <PointCards
              points={points}
              list={list}
              toolbar={toolbar}
              empty={empty}
              rights={rights}
              now={now}
              onSwitch={setSwitching}
            />
          ) : (
            <DataTable
              id="monitoring"
              caption={t("caption")}
              columns={columns}
              rows={points}
              rowId={({ id }) => String(id)}
              rowLabel={({ name }) => name}
              list={list}
              toolbar={toolbar}
              batchActions={rights.history ? <CompareHistory /> : undefined}
              empty={empty}
            />
          )}
        </div>
      </LabelsContext>
      {opened && (
        <AlarmSwitchDialog
          key={opened.id}
          carriers={[opened]}
          now={now}
          timeZone={timeZone}
          onClose={() => setSwitching(null)}
          onDone={() => setSwitching(null)}
        />
      )}
    </PointContext>
  );
}
