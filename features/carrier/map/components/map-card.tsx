"use client";

import { ArrowLeft, ChartLine, LocateFixed, PanelTopOpen, Route } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Age } from "@/components/value/age";
import { carrierPage } from "@/lib/page/carrier-page";
import { formatPlace } from "@/lib/units/format";
import { OtherCell, PlaceCell, StatusCell, ValuesCell } from "../../monitoring/components/cells";
import { LabelsContext, useNewLabels } from "../../monitoring/components/labels";
import { ExceptionLink } from "../../monitoring/components/links";
import { PointContext, PointStore, useFollow } from "../../monitoring/monitoring.client";
import type { MonitoringPointDto, MonitoringSummary } from "../../monitoring/monitoring.schema";
import { usePointOnMap } from "../client";
import type { CarrierOnMap } from "../rules";

export type MapRights = { history: boolean; exceptions: boolean; carrier: boolean; edit: boolean };

type MapCardProps = {
  carrier: CarrierOnMap;
  rights: MapRights;
  timeZone: string;
  now: number;
  onShow: () => void;
  onClose: () => void;
};

/** The card of a carrier: values with state and age, its condition, position, and links. */
export function MapCard({ carrier, rights, timeZone, now, onShow, onClose }: MapCardProps) {
  const t = useTranslations("carrierMap");
  const tCommon = useTranslations("common");
  const labels = useNewLabels(timeZone);
  const { data, isError, refetch } = usePointOnMap(carrier.id);
  return (
    <section aria-label={carrier.name} className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-center justify-between gap-2 border-b px-2 py-1.5">
        <Button variant="ghost" size="sm" onClick={onClose}>
          <ArrowLeft aria-hidden="true" />
          {t("back")}
        </Button>
        <Button variant="ghost" size="sm" onClick={onShow}>
          <LocateFixed aria-hidden="true" />
          {t("show")}
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        <LabelsContext value={labels}>
          {data ? (
            <Point key={data.id} point={data} rights={rights} now={now} />
          ) : isError ? (
            <ErrorState
              title={tCommon("error.title")}
              action={<Button onClick={() => refetch()}>{tCommon("action.retry")}</Button>}
            />
          ) : (
            <div className="flex flex-col gap-3">
              <Skeleton className="h-9 w-3/4" />
              <Skeleton className="h-12 w-1/2" />
              <Skeleton className="h-5 w-2/3" />
            </div>
          )}
        </LabelsContext>
        <PlaceLine carrier={carrier} now={now} />
        <footer className="mt-3 flex flex-wrap gap-2 border-t pt-3">
          {rights.carrier && (
            <ButtonLink href={carrierPage(carrier.id)} prefetch={false}>
              <PanelTopOpen aria-hidden="true" />
              {t("detail")}
            </ButtonLink>
          )}
          {rights.history && (
            <ButtonLink href={`/historyData?carrierIds=${carrier.id}`} target="_blank" prefetch={false}>
              <ChartLine aria-hidden="true" />
              {t("history")}
            </ButtonLink>
          )}
          {rights.history && carrier.type === "vehicle" && (
            <ButtonLink href={`/traceDetail?id=${carrier.id}`} target="_blank" prefetch={false}>
              <Route aria-hidden="true" />
              {t("trace")}
            </ButtonLink>
          )}
        </footer>
      </div>
    </section>
  );
}

const NO_COUNTS = {} as MonitoringSummary;

function Point({ point, rights, now }: { point: MonitoringPointDto; rights: MapRights; now: number }) {
  const t = useTranslations("carrierMap");
  const store = useMemo(() => new PointStore([point], NO_COUNTS), [point]);
  const { id, probes, openExceptions } = point;
  useFollow(store, {}, now);
  const has = (...measures: string[]) => probes.some(({ measure }) => measures.includes(measure));
  return (
    <PointContext value={store}>
      <div className="flex flex-col gap-3">
        <PlaceCell point={point} mayOpen={rights.carrier} />
        {probes.length === 0 && <p className="text-muted-foreground text-sm">{t("noProbes")}</p>}
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          {has("temperature") && <ValuesCell id={id} now={now} measure="temperature" size="lg" />}
          {has("humidity") && <ValuesCell id={id} now={now} measure="humidity" named />}
          {has("co2", "gas", "door", "power") && <OtherCell id={id} now={now} />}
        </div>
        <StatusCell id={id} now={now} links={rights.exceptions} />
        {openExceptions && rights.exceptions && (
          <ExceptionLink
            query={`carrierId=${id}&state=open`}
            className="self-start font-medium text-primary text-sm underline-offset-2 hover:underline"
          >
            {t("exceptions", { count: openExceptions.count })}
          </ExceptionLink>
        )}
      </div>
    </PointContext>
  );
}

const DECIMALS = 5;

type PlaceLineProps = { carrier: CarrierOnMap; now: number };

/** The position and its source. */
function PlaceLine({ carrier: { place, source, at, course, speedKmh }, now }: PlaceLineProps) {
  const t = useTranslations("carrierMap");
  const [longitude, latitude] = place;
  return (
    <p className="mt-3 text-muted-foreground text-xs tabular-nums">
      {t(`source.${source}`)} · {formatPlace(longitude, latitude, DECIMALS)}
      {source === "position" && at !== null && (
        <>
          {" · "}
          {course !== null && speedKmh !== null ? t("speed", { speed: Math.round(speedKmh) }) : t("standing")}
          {" · "}
          <Age at={at} now={now} />
        </>
      )}
    </p>
  );
}
