"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useMemo, useState, useSyncExternalStore } from "react";
import type { ListState } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PointContext, PointStore, useFollow } from "../client";
import type { MonitoringPointDto, MonitoringView } from "../schema";
import { type Rights, useColumns } from "./columns";
import { CompareHistory, OrderHint, ViewLinks } from "./list-tools";
import { PointCards } from "./point-cards";

const AlarmSwitchDialog = dynamic(
  () => import("../../alarm-switch/components/alarm-switch-dialog").then((module) => module.AlarmSwitchDialog),
  { ssr: false },
);

/** The state of a row as a bar at its left edge, on a phone at the card's. */
const ROW_BAR = [
  "sm:has-[[data-tone=critical]]:*:first:shadow-[inset_3px_0_0_var(--critical-solid)] max-sm:has-[[data-tone=critical]]:shadow-[inset_3px_0_0_var(--critical-solid)]",
  "sm:has-[[data-tone=above]]:*:first:shadow-[inset_3px_0_0_var(--above-solid)] max-sm:has-[[data-tone=above]]:shadow-[inset_3px_0_0_var(--above-solid)]",
  "sm:has-[[data-tone=below]]:*:first:shadow-[inset_3px_0_0_var(--below-solid)] max-sm:has-[[data-tone=below]]:shadow-[inset_3px_0_0_var(--below-solid)]",
  "sm:has-[[data-tone=warning]]:*:first:shadow-[inset_3px_0_0_var(--warning-solid)] max-sm:has-[[data-tone=warning]]:shadow-[inset_3px_0_0_var(--warning-solid)]",
].join(" ");

const NARROW = "(width < 40rem)";

function subscribeNarrow(listener: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window is as narrow as a phone; `guess` until it can be measured. */
const useNarrow = (guess: boolean) =>
  useSyncExternalStore(
    subscribeNarrow,
    () => window.matchMedia(NARROW).matches,
    () => guess,
  );

type MonitoringBoardProps = {
  points: readonly MonitoringPointDto[];
  list: ListState;
  view: MonitoringView | null;
  isPhone: boolean;
  /** The address of the list without criteria, where any narrow it. */
  resetHref: string | null;
  rights: Rights;
  timeZone: string;
  now: number;
};

/** The rows as the server sent them, kept true by the live stream; they move on navigation or refresh alone. */
export function MonitoringBoard(props: MonitoringBoardProps) {
  const { points, list, resetHref, rights, timeZone, now } = props;
  const t = useTranslations("monitoring");
  const store = useMemo(() => new PointStore(points), [points]);
  const [switching, setSwitching] = useState<number | null>(null);
  const columns = useColumns({ now, timeZone, rights, onSwitch: setSwitching });
  const isNarrow = useNarrow(props.isPhone);
  const view = props.view ?? (isNarrow ? "cards" : "table");
  useFollow(store, now);

  const address = { path: list.path, query: list.query as Record<string, string> };
  const toolbar = (
    <>
      <ViewLinks address={address} view={view} />
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
      {view === "cards" ? (
        <PointCards
          points={points}
          list={list}
          toolbar={toolbar}
          empty={empty}
          rights={rights}
          now={now}
          timeZone={timeZone}
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
          rowClassName={() => ROW_BAR}
        />
      )}
      {opened && (
        <AlarmSwitchDialog
          key={opened.id}
          carrier={opened}
          now={now}
          timeZone={timeZone}
          onClose={() => setSwitching(null)}
          onDone={() => setSwitching(null)}
        />
      )}
    </PointContext>
  );
}
