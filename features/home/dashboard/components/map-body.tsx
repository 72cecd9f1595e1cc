"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { MapPoints } from "@/components/map/map-points";
import { MapView } from "@/components/map/map-view";
import { Skeleton } from "@/components/ui/skeleton";
import { carriersOf } from "@/features/carrier/map/rules";
import type { CarrierMapDto } from "@/features/carrier/map/schema";
import type { MapSettings } from "@/lib/geo/map-settings";
import { boundsOf } from "@/lib/geo/sphere";
import { callService } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { carrierHref } from "../../rules";
import type { HomeRights } from "../../schema";

const EVERY_MS = 30_000;

type MapBodyProps = { sceneId: number | null; settings: MapSettings; rights: HomeRights };

/** The carriers on a small map, read again twice a minute; one that is pressed is opened. */
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
  const carriers = useMemo(() => (data ? carriersOf(data) : []), [data]);
  const points = useMemo(
    () => carriers.map(({ id, place, tone, course }) => ({ id, place, tone, course })),
    [carriers],
  );
  if (!data) return <Skeleton className="m-3 h-24" />;
  if (carriers.length === 0) return <p className="p-3 text-muted-foreground text-sm">{t("nothingPlaced")}</p>;
  const open = (id: number) => {
    const carrier = carriers.find((one) => one.id === id);
    if (carrier) router.push(carrierHref(carrier, rights));
  };
  return (
    <div className="h-full min-h-56">
      <MapView
        settings={settings}
        label={t("kind.map")}
        bounds={boundsOf(carriers.map(({ place }) => place))}
        cooperative
      >
        <MapPoints id="carriers" points={points} onSelect={open} />
      </MapView>
    </div>
  );
}
