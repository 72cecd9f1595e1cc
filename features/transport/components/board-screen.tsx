"use client";

import { Map as MapIcon, Truck } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { useMediaQuery } from "@/components/chart/use-media-query";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { MapLoading } from "@/components/map/map-frame";
import type { MapHandle } from "@/components/map/map-view";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Age } from "@/components/value/age";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import type { MapSettings } from "@/lib/geo/map-settings";
import { CONCERNS, type Concern, concernsOf, placeOf, worstFirst } from "../board.rules";
import { useBoard } from "../transport.client";
import type { BoardDto, BoardRowDto } from "../transport.schema";
import { BoardRow } from "./board-row";

const BoardMap = dynamic(() => import("./board-map").then((module) => module.BoardMap), {
  ssr: false,
  loading: MapLoading,
});

const PATH = "/goods/transportBoard";
const NEAR_ZOOM = 12;
const WIDE = "(width >= 64rem)";

export type BoardScreenProps = {
  board: BoardDto;
  /** The valid criteria of the URL. */
  values: Record<string, string>;
  rights: { plan: boolean; exceptions: boolean };
  map: MapSettings;
  showsCustomers: boolean;
  timeZone: string;
  now: number;
};

/** Everything that is on its way, worst first, beside the map; kept up to date. */
export function BoardScreen({ board: first, values, rights, map, showsCustomers, timeZone, now }: BoardScreenProps) {
  const t = useTranslations("transport.board");
  const tCommon = useTranslations("common");
  const { data: board, isError, refetch, dataUpdatedAt } = useBoard(first, values);
  const [concern, setConcern] = useState<Concern | null>(null);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [isMapOpen, setMapOpen] = useState(false);
  const isWide = useMediaQuery(WIDE);
  const handle = useRef<MapHandle>(null);
  const rows = useMemo(() => worstFirst(board.items), [board]);
  const shown = concern ? rows.filter((row) => concernsOf(row).has(concern)) : rows;
  const selected = rows.find(({ id }) => id === selectedId);
  const select = (row: BoardRowDto) => {
    const place = placeOf(row);
    setSelectedId(row.id);
    setMapOpen(true);
    if (place) handle.current?.goTo(place, NEAR_ZOOM);
  };
  const selectOnMap = (id: number) => {
    setSelectedId(id);
    document.getElementById(`transport-${id}`)?.scrollIntoView({ block: "nearest" });
  };
  const isFiltered = Object.keys(values).length > 0;
  return (
    <PageBody fill>
      <SearchBar
        path={PATH}
        criteria={[{ kind: "text", name: "q", label: t("search"), placeholder: t("searchHint") }]}
        values={values}
        timeZone={timeZone}
        now={now}
      />
      {isError && (
        <Alert
          tone="warning"
          title={t("failed")}
          action={<Button onClick={() => void refetch()}>{tCommon("action.retry")}</Button>}
        >
          {t("failedHint")} <Age at={dataUpdatedAt} now={now} timeZone={timeZone} />
        </Alert>
      )}
      <div className="flex items-center gap-2">
        <Chips rows={rows} concern={concern} onChange={setConcern} />
        {isWide === false && rows.length > 0 && (
          <Button
            size="sm"
            className="ml-auto shrink-0"
            aria-pressed={isMapOpen}
            onClick={() => setMapOpen(!isMapOpen)}
          >
            <MapIcon aria-hidden="true" />
            {t(isMapOpen ? "hideMap" : "showMap")}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <div className="rounded-lg border bg-card">
          <EmptyState
            icon={<Truck aria-hidden="true" />}
            title={t(isFiltered ? "noMatch" : "empty")}
            action={
              isFiltered ? (
                <ButtonLink href={PATH} prefetch={false}>
                  {t("reset")}
                </ButtonLink>
              ) : (
                <ButtonLink href={rights.plan ? "/goods/transport?form=new" : "/goods/transport"} prefetch={false}>
                  {t(rights.plan ? "plan" : "list")}
                </ButtonLink>
              )
            }
          >
            {t(isFiltered ? "noMatchHint" : "emptyHint")}
          </EmptyState>
        </div>
      ) : (
        <div className="flex min-h-0 flex-1 gap-3 max-lg:flex-col">
          {(isWide || (isWide === false && isMapOpen)) && (
            <div className="overflow-hidden rounded-lg border bg-card max-lg:h-[45dvh] max-lg:shrink-0 lg:order-2 lg:min-w-0 lg:flex-1">
              <BoardMap
                settings={map}
                label={t("map")}
                rows={shown}
                selected={selected}
                onSelect={selectOnMap}
                handle={handle}
              />
            </div>
          )}
          <section aria-label={t("title")} className="flex min-h-0 min-w-0 flex-col rounded-lg border bg-card lg:w-3/5">
            <ul className="min-h-0 flex-1 divide-y divide-border overflow-y-auto">
              {shown.map((row) => (
                <BoardRow
                  key={row.id}
                  row={row}
                  isSelected={row.id === selectedId}
                  showsCustomer={showsCustomers}
                  mayException={rights.exceptions}
                  timeZone={timeZone}
                  now={board.now}
                  onSelect={placeOf(row) ? () => select(row) : undefined}
                />
              ))}
            </ul>
            {shown.length === 0 && <EmptyState title={t("noneOf")}>{t("noneOfHint")}</EmptyState>}
            <p className="border-t px-4 py-2 text-muted-foreground text-xs">
              {board.total > board.items.length
                ? t("capped", { shown: board.items.length, total: board.total })
                : t("count", { count: board.total })}
            </p>
          </section>
        </div>
      )}
    </PageBody>
  );
}

const CONCERN_TONE: Record<Concern, Tone> = {
  outside: "critical",
  breach: "warning",
  exceptions: "warning",
  silent: "offline",
  late: "warning",
};

type ChipsProps = {
  rows: readonly BoardRowDto[];
  concern: Concern | null;
  onChange: (concern: Concern | null) => void;
};

/** How many transports have which concern; each chip shows only those. */
function Chips({ rows, concern, onChange }: ChipsProps) {
  const t = useTranslations("transport.board");
  const chip = (name: Concern | null, count: number) => (
    <button
      key={name ?? "all"}
      type="button"
      aria-pressed={name === concern}
      onClick={() => onChange(name)}
      className={cn(
        "inline-flex h-control-sm items-center gap-1.5 whitespace-nowrap rounded-full border bg-card px-2.5 text-sm transition-colors hover:bg-row-hover",
        name === concern && "border-primary bg-primary-soft text-primary-soft-foreground hover:bg-primary-soft",
      )}
    >
      {name && (
        <ToneIcon tone={CONCERN_TONE[name]} className={cn("size-3.5", count > 0 && TONE_TEXT[CONCERN_TONE[name]])} />
      )}
      {t(name ? `concern.${name}` : "all")}
      <span className="font-semibold tabular-nums">{count}</span>
    </button>
  );
  const counts = CONCERNS.map((name) => ({ name, count: rows.filter((row) => concernsOf(row).has(name)).length }));
  return (
    <fieldset aria-label={t("byConcern")} className="flex min-w-0 gap-1.5 overflow-x-auto p-0.5 [scrollbar-width:none]">
      {chip(null, rows.length)}
      {counts.filter(({ name, count }) => count > 0 || name === concern).map(({ name, count }) => chip(name, count))}
    </fieldset>
  );
}
