"use client";

import { ChevronDown, ChevronUp, MapPin } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { startTransition, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { MapLoading } from "@/components/map/map-frame";
import type { MapHandle, MapViewport } from "@/components/map/map-view";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { boundsOf, isWithin } from "@/lib/geo/sphere";
import { RowIcons } from "../../monitoring/components/row-icon";
import type { MonitorStatus } from "../../monitoring/point-state.rules";
import { useCarriersOnMap } from "../client";
import { countsOf } from "../rules";
import type { CarrierMapDto, NodeView } from "../schema";
import type { CarrierMapProps } from "./carrier-map";
import type { MapRights } from "./map-card";
import { MapList } from "./map-list";
import { StatusChips } from "./status-chips";

const CarrierMap = dynamic(() => import("./carrier-map").then((module) => module.CarrierMap), {
  ssr: false,
  loading: MapLoading,
});
// Loaded when the first carrier is selected.
const MapCard = dynamic(() => import("./map-card").then((module) => module.MapCard));

const NEAR_ZOOM = 14;

export type MapBoardProps = {
  carriers: CarrierMapDto;
  /** The valid parameters of the URL. */
  values: Record<string, string>;
  status: MonitorStatus | null;
  selectedId: number | null;
  node: NodeView | null;
  settings: CarrierMapProps["settings"];
  rights: MapRights;
  /** URL without criteria; null if none are set. */
  resetHref: string | null;
  timeZone: string;
  now: number;
};

/** Writes the selection on the map into the URL without a server request. */
function writeToAddress(name: string, value: string | null) {
  const query = new URLSearchParams(window.location.search);
  if (value === null) query.delete(name);
  else query.set(name, value);
  window.history.replaceState(null, "", query.size > 0 ? `?${query}` : window.location.pathname);
}

/** The map with live carriers, and beside it the list of those in view, or the card of one. */
export function MapBoard(props: MapBoardProps) {
  const { node, settings, rights, resetHref, timeZone, now } = props;
  const t = useTranslations("carrierMap");
  const { status: _, id: __, ...criteria } = props.values;
  const all = useCarriersOnMap(props.carriers, criteria);
  const [status, setStatus] = useState(props.status);
  const [selectedId, setSelectedId] = useState(props.selectedId);
  const [viewport, setViewport] = useState<MapViewport | null>(null);
  /** Carriers at the same position, which no zoom level separates. */
  const [stack, setStack] = useState<ReadonlySet<number> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const map = useRef<MapHandle>(null);

  const carriers = useMemo(() => (status ? all.filter((one) => one.status === status) : all), [all, status]);
  const counts = useMemo(() => countsOf(all), [all]);
  const listed = useMemo(() => {
    if (stack) return carriers.filter(({ id }) => stack.has(id));
    return viewport ? carriers.filter(({ place }) => isWithin(place, viewport.bounds)) : carriers;
  }, [carriers, viewport, stack]);
  const selected = useMemo(() => all.find(({ id }) => id === selectedId), [all, selectedId]);

  const choose = (next: MonitorStatus | null) => {
    setStatus(next);
    setStack(null);
    writeToAddress("status", next);
  };
  const select = (id: number | null) => {
    // The list remains visible until the card is loaded.
    startTransition(() => setSelectedId(id));
    setOpen(false);
    writeToAddress("id", id === null ? null : String(id));
  };
  const showAll = () => {
    const bounds = boundsOf(carriers.map(({ place }) => place));
    setStack(null);
    if (bounds) map.current?.show(bounds);
  };
  // Other criteria reset the view.
  const chosen = JSON.stringify(criteria);
  const shownFor = useRef(chosen);
  const follow = useEffectEvent(() => {
    setStack(null);
    if (node) map.current?.goTo([node.longitude, node.latitude], node.zoom ?? undefined);
    else showAll();
  });
  useEffect(() => {
    if (shownFor.current === chosen) return;
    shownFor.current = chosen;
    follow();
  }, [chosen]);

  const unplaced = props.carriers.total - props.carriers.ids.length;
  return (
    <>
      <RowIcons />
      <StatusChips counts={counts} total={all.length} status={status} onChange={choose} />
      <div className="flex min-h-0 flex-1 overflow-hidden rounded-lg border bg-card max-md:h-[75dvh] max-md:min-h-120 max-md:flex-none max-md:flex-col">
        <div className="relative min-h-0 min-w-0 flex-1">
          <CarrierMap
            settings={settings}
            label={t("label")}
            carriers={carriers}
            selected={selected}
            node={node}
            onSelect={select}
            onStack={(ids) => {
              setStack(new Set(ids));
              select(null);
            }}
            onRest={setViewport}
            handle={map}
          />
          {all.length === 0 && (
            <div className="absolute inset-0 grid place-items-center bg-card/70">
              <Nothing resetHref={resetHref} isUnplaced={unplaced > 0} rights={rights} />
            </div>
          )}
        </div>
        <aside
          aria-label={t("panel")}
          className={cn(
            "flex min-h-0 flex-col border-border md:w-84 md:border-l max-md:border-t",
            isOpen ? "max-md:basis-3/4" : "max-md:basis-2/5",
          )}
        >
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex h-control shrink-0 items-center justify-center gap-1 border-b text-muted-foreground text-xs md:hidden"
          >
            {isOpen ? (
              <ChevronDown aria-hidden="true" className="size-4" />
            ) : (
              <ChevronUp aria-hidden="true" className="size-4" />
            )}
            {t(isOpen ? "lower" : "raise")}
          </button>
          {selected ? (
            <MapCard
              key={selected.id}
              carrier={selected}
              rights={rights}
              timeZone={timeZone}
              now={now}
              onShow={() => map.current?.goTo(selected.place, NEAR_ZOOM)}
              onClose={() => select(null)}
            />
          ) : (
            <>
              <header className="flex min-h-control items-center justify-between gap-2 border-b px-3 py-1">
                <h2 className="font-semibold text-sm" role="status">
                  {t(stack ? "atPlace" : "inSight", { count: listed.length })}
                </h2>
                {(stack || listed.length < carriers.length) && (
                  <Button size="sm" variant="ghost" onClick={showAll}>
                    {t("showAll")}
                  </Button>
                )}
              </header>
              {listed.length > 0 || all.length === 0 ? (
                <MapList
                  carriers={listed}
                  now={now}
                  onSelect={(id) => {
                    const carrier = carriers.find((one) => one.id === id);
                    if (carrier) map.current?.goTo(carrier.place, Math.max(viewport?.zoom ?? 0, NEAR_ZOOM));
                    select(id);
                  }}
                />
              ) : (
                <EmptyState title={t("noneInSight")}>{t("noneInSightHint")}</EmptyState>
              )}
              {unplaced > 0 && all.length > 0 && (
                <p title={t("unplacedHint")} className="border-t px-3 py-2 text-muted-foreground text-xs">
                  {t("unplaced", { count: unplaced })} {t("unplacedHint")}
                </p>
              )}
            </>
          )}
        </aside>
      </div>
    </>
  );
}

type NothingProps = { resetHref: string | null; isUnplaced: boolean; rights: MapRights };

/** Why the map is empty, and what to do. */
function Nothing({ resetHref, isUnplaced, rights }: NothingProps) {
  const t = useTranslations("carrierMap.empty");
  const kind = isUnplaced ? "unplaced" : resetHref ? "noMatch" : "none";
  return (
    <EmptyState
      icon={<MapPin aria-hidden="true" />}
      title={t(kind)}
      className="rounded-lg border bg-card shadow-overlay"
      action={
        resetHref && !isUnplaced ? (
          <ButtonLink href={resetHref} prefetch={false}>
            {t("reset")}
          </ButtonLink>
        ) : (
          isUnplaced && rights.edit && <ButtonLink href="/carrier/refrigerator">{t("place")}</ButtonLink>
        )
      }
    >
      {t(`${kind}Hint`)}
    </EmptyState>
  );
}
