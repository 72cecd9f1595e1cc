"use client";

import { useTranslations } from "next-intl";
import type { ListState } from "@/components/data-table/column";
import { sortHref } from "@/components/data-table/list-href";
import { NavSelect } from "@/components/data-table/nav-select";
import { Pagination } from "@/components/data-table/pagination";
import { BatchBar, RowCheckbox, SelectionProvider } from "@/components/data-table/selection";
import type { MonitoringPointDto } from "../monitoring.schema";
import { hasOther, OtherCell, PlaceCell, StatusCell, ValuesCell } from "./cells";
import type { Rights } from "./columns";
import { useLabels } from "./labels";
import { RowLinks } from "./links";
import { CompareHistory } from "./list-tools";
import { PointSwitch } from "./point-switch";

type PointCardsProps = {
  points: readonly MonitoringPointDto[];
  list: ListState;
  toolbar: React.ReactNode;
  empty: React.ReactNode;
  rights: Rights;
  now: number;
  onSwitch: (id: number) => void;
};

const SORTS = ["worst", "name", "type", "lastAt"] as const;

/** The list as cards, with fewer points per screen and larger values. */
export function PointCards(props: PointCardsProps) {
  const { points, list, toolbar, empty, rights } = props;
  const t = useTranslations("common.table");
  const tColumn = useTranslations("monitoring.column");
  const sorts = SORTS.flatMap((sort) =>
    (["asc", "desc"] as const).map((dir) => ({
      href: sortHref(list, sort, dir),
      label: `${dir === "asc" ? "↑" : "↓"} ${tColumn(sort === "worst" ? "status" : sort)}`,
      isCurrent: list.sort === sort && list.dir === dir,
    })),
  );
  return (
    <SelectionProvider rowIds={points.map(({ id }) => String(id))}>
      <div className="flex min-h-0 grow flex-col gap-2 max-sm:has-[[data-batch-bar]]:pb-14">
        <div className="relative flex min-h-control flex-wrap items-center gap-2">
          {toolbar}
          {list.total > 0 && (
            <NavSelect
              label={t("sort")}
              className="w-auto min-w-40 flex-1 sm:ml-auto sm:w-44 sm:flex-none"
              value={sorts.find(({ isCurrent }) => isCurrent)?.href ?? ""}
              options={sorts}
            />
          )}
          {rights.history && (
            <BatchBar>
              <CompareHistory />
            </BatchBar>
          )}
        </div>
        <ul className="grid min-h-0 grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] content-start gap-2 sm:overflow-auto">
          {points.map((point) => (
            <PointCard key={point.id} {...props} point={point} />
          ))}
        </ul>
        {points.length === 0 && <div className="rounded-md border bg-card">{empty}</div>}
        <Pagination list={list} />
      </div>
    </SelectionProvider>
  );
}

type PointCardProps = Omit<PointCardsProps, "points" | "list" | "toolbar" | "empty"> & { point: MonitoringPointDto };

function PointCard({ point, rights, now, onSwitch }: PointCardProps) {
  const labels = useLabels();
  const { id, name, probes } = point;
  return (
    <li className="flex flex-col gap-2.5 rounded-lg border bg-card p-3 has-[[data-select]:checked]:bg-row-selected">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <PlaceCell point={point} mayOpen={rights.carrier} />
        </div>
        {rights.history && <RowCheckbox id={String(id)} label={labels.select(name)} />}
      </div>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <ValuesCell id={id} now={now} measure="temperature" size="lg" />
        {probes.some(({ measure }) => measure === "humidity") && (
          <ValuesCell id={id} now={now} measure="humidity" named />
        )}
        {hasOther(probes) && <OtherCell id={id} now={now} />}
      </div>
      <div className="mt-auto flex items-center gap-1 border-t pt-2">
        <div className="min-w-0 flex-1">
          <StatusCell id={id} now={now} links={rights.exceptions} />
        </div>
        <PointSwitch id={id} now={now} onSwitch={rights.switchAlarm ? onSwitch : undefined} />
        <RowLinks id={id} rights={rights} />
      </div>
    </li>
  );
}
