"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { MapPoints } from "@/components/map/map-points";
import { MapView } from "@/components/map/map-view";
import { Skeleton } from "@/components/ui/skeleton";
import { type CarrierOnMap, carriersOf, pointOf, withFresh } from "@/features/carrier/map/rules";
import type { CarrierMapDto } from "@/features/carrier/map/schema";
import type { MapSettings } from "@/lib/geo/map-settings";
import { boundsOf } from "@/lib/geo/sphere";
import { callService } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { carrierHref } from "@/lib/page/carrier-page";
import type { HomeRights } from "../../home.schema";

const EVERY_MS = 30_000;
const NOTHING = { data: null, carriers: [] };

type MapBodyProps = { sceneId: number | null; settings: MapSettings; rights: HomeRights };

/** The carriers on a small map, refetched twice a minute; selecting one opens it. */
export function MapBody({ sceneId, settings, rights }: MapBodyProps) {
  const t = useTranslations("home.dashboard");
  const router = useRouter();
  const { data } = useQuery({
    queryKey: ["home", "map", sceneId],
    queryFn: ({ signal }) =>
      callService<CarrierMapDto>(`/service/carrier/map${sceneId === null ? "" : `?sceneId=${sceneId}`}`, { signal }),
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
  const [shown, setShown] = useState<{ data: CarrierMapDto | null; carriers: readonly CarrierOnMap[] }>(NOTHING);
  if (data && data !== shown.data) {
    const known = new Set(shown.carriers.map(({ id }) => id));
    // Unchanged carriers remain the same object, so that the map redraws changes only.
    setShown({ data, carriers: withFresh(shown.carriers, known, carriersOf(data)) });
  }
  if (!data) return <Skeleton className="m-3 h-24" />;
  if (data.ids.length === 0) return <p className="p-3 text-muted-foreground text-sm">{t("nothingPlaced")}</p>;
  const open = (id: number) => router.push(carrierHref(id, rights.carriers));
  return <Drawn settings={settings} label={t("kind.map")} carriers={shown.carriers} onSelect={open} />;
}

type DrawnProps = {
  settings: MapSettings;
  label: string;
  carriers: readonly CarrierOnMap[];
  onSelect: (id: number) => void;
};

function Drawn({ settings, label, carriers, onSelect }: DrawnProps) {
  const [around] = useState(() => boundsOf(carriers.map(({ place }) => place)));
  const points = useMemo(() => carriers.map(pointOf), [carriers]);
  return (
    <div className="h-full min-h-56">
      <MapView settings={settings} label={label} bounds={around} cooperative>
        <MapPoints id="carriers" points={points} onSelect={onSelect} />
      </MapView>
    </div>
  );
}
