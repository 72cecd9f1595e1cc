"use client";

import type { MapLayerMouseEvent } from "maplibre-gl";
import { useEffect, useEffectEvent, useMemo } from "react";
import { Layer, Source, useMap } from "react-map-gl/maplibre";
import type { Tone } from "@/components/value/tone";
import { type Area, polygonOf } from "./area";
import { useMapFrame } from "./map-view";

export type MapArea = { id: number; area: Area; tone: Tone | null };

type MapAreasProps = {
  id: string;
  areas: readonly MapArea[];
  selectedId?: number | null;
  onSelect?: ((id: number) => void) | undefined;
};

/** Circles and polygons with a light fill; the selected one has a thicker edge. */
export function MapAreas({ id, areas, selectedId = null, onSelect }: MapAreasProps) {
  const { toMap, theme } = useMapFrame();
  const map = useMap().current?.getMap();
  const data = useMemo(
    () => ({
      type: "FeatureCollection" as const,
      features: areas.map((one) => ({
        type: "Feature" as const,
        id: one.id,
        properties: {
          id: one.id,
          colour: theme.colour(one.tone ? `${one.tone}-solid` : "primary"),
          width: one.id === selectedId ? 3.5 : 1.5,
        },
        geometry: polygonOf(one.area, toMap),
      })),
    }),
    [areas, selectedId, toMap, theme],
  );
  const press = useEffectEvent((event: MapLayerMouseEvent) => {
    const [feature] = event.features ?? [];
    if (!feature || !onSelect || event.defaultPrevented) return;
    event.preventDefault();
    onSelect(Number(feature.properties.id));
  });
  const fill = `${id}-fill`;
  useEffect(() => {
    if (!map) return;
    const hear = (event: MapLayerMouseEvent) => press(event);
    map.on("click", fill, hear);
    return () => {
      map.off("click", fill, hear);
    };
  }, [map, fill]);
  return (
    <Source id={id} type="geojson" data={data}>
      <Layer id={fill} type="fill" paint={{ "fill-color": ["get", "colour"], "fill-opacity": 0.14 }} />
      <Layer
        id={`${id}-edge`}
        type="line"
        paint={{ "line-color": ["get", "colour"], "line-width": ["get", "width"] }}
      />
    </Source>
  );
}
