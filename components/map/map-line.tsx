"use client";

import { useMemo } from "react";
import { Layer, Source } from "react-map-gl/maplibre";
import type { Tone } from "@/components/value/tone";
import type { LonLat } from "@/lib/geo/coordinates";
import { useMapFrame } from "./map-view";

/** A section of a line in the colour of its tone (null: brand colour); a dashed section was not observed. */
export type LinePart = { places: readonly LonLat[]; tone: Tone | null; isDashed?: boolean };

type MapLineProps = { id: string; parts: readonly LinePart[]; width?: number };

/** A line of coloured sections with an outline in the card colour that sets it off from the map. */
export function MapLine({ id, parts, width = 4 }: MapLineProps) {
  const { toMap, theme } = useMapFrame();
  const data = useMemo(
    () => ({
      type: "FeatureCollection" as const,
      features: parts.map(({ places, tone, isDashed }) => ({
        type: "Feature" as const,
        properties: { colour: theme.colour(tone ? `${tone}-solid` : "primary"), isDashed: isDashed ?? false },
        geometry: { type: "LineString" as const, coordinates: places.map((place) => [...toMap(place)]) },
      })),
    }),
    [parts, toMap, theme],
  );
  const layout = { "line-cap": "round", "line-join": "round" } as const;
  return (
    <Source id={id} type="geojson" data={data}>
      <Layer
        id={`${id}-casing`}
        type="line"
        filter={["!", ["get", "isDashed"]]}
        layout={layout}
        paint={{ "line-color": theme.colour("card"), "line-width": width + 3 }}
      />
      <Layer
        id={`${id}-parts`}
        type="line"
        filter={["!", ["get", "isDashed"]]}
        layout={layout}
        paint={{ "line-color": ["get", "colour"], "line-width": width }}
      />
      <Layer
        id={`${id}-gaps`}
        type="line"
        filter={["get", "isDashed"]}
        paint={{ "line-color": ["get", "colour"], "line-width": width - 1, "line-dasharray": [1.5, 1.5] }}
      />
    </Source>
  );
}
