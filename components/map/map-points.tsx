"use client";

import type { ExpressionSpecification, GeoJSONSource, MapLayerMouseEvent } from "maplibre-gl";
import { useEffect, useEffectEvent } from "react";
import { Layer, Source, useMap } from "react-map-gl/maplibre";
import { NEAREST, useMapFrame } from "./map-view";
import { imageKey, TONE_RANKS } from "./marker-image";
import type { MapPoint } from "./point";
import { useMarkerImages } from "./use-marker-images";
import { usePointSource } from "./use-point-source";

/** Points closer together than this on the screen form a group. */
const GROUP_PX = 44;
/** From this zoom on, a remaining group is considered to be at one position. */
const ONE_PLACE_ZOOM = 18;
const EMPTY = { type: "FeatureCollection" as const, features: [] };
/** The number of points of each rank in a group. */
const countOf = (rank: number) => `count${rank}`;
const GROUPED = {
  worst: ["max", ["get", "rank"]],
  ...Object.fromEntries(
    TONE_RANKS.map((_, rank) => [countOf(rank), ["+", ["case", ["==", ["get", "rank"], rank], 1, 0]]]),
  ),
};
/** The number of points of the worst tone in a group. */
const WORST_COUNT = TONE_RANKS.reduce<ExpressionSpecification>(
  (others, _, rank) => ["case", ["==", ["get", "worst"], rank], ["get", countOf(rank)], others],
  ["get", "point_count"],
);
const IS_GROUP: ExpressionSpecification = ["has", "point_count"];
const IS_POINT: ExpressionSpecification = ["!", IS_GROUP];
const IS_HEADING: ExpressionSpecification = ["all", IS_POINT, ["!=", ["get", "course"], null]];

type MapPointsProps = {
  /** Distinguishes these points from others on the same map. */
  id: string;
  points: readonly MapPoint[];
  onSelect?: ((id: number) => void) | undefined;
  /** Called when a group is pressed whose points are at one position even at the nearest zoom. */
  onStack?: ((ids: number[]) => void) | undefined;
};

/** Points with the colour and sign of their tone. Close points form groups, which show their worst tone and how many have it. */
export function MapPoints({ id, points, onSelect, onStack }: MapPointsProps) {
  const frame = useMapFrame();
  const map = useMap().current?.getMap();
  const glidingId = `${id}-gliding`;
  const layers = { groups: `${id}-groups`, points: `${id}-points`, gliding: `${id}-gliding-points` };
  useMarkerImages(frame.theme);
  usePointSource(map, { still: id, gliding: glidingId }, points, frame);

  const openGroup = async (groupId: number, count: number, center: [number, number]) => {
    const source = map?.getSource<GeoJSONSource>(id);
    if (!source || !map) return;
    const zoom = await source.getClusterExpansionZoom(groupId);
    if (zoom <= ONE_PLACE_ZOOM) {
      map.easeTo({ center, zoom: Math.min(zoom + 0.5, NEAREST), animate: !frame.isStill });
      return;
    }
    map.easeTo({ center, animate: !frame.isStill });
    const leaves = await source.getClusterLeaves(groupId, count, 0);
    onStack?.(leaves.map((leaf) => Number(leaf.id)));
  };
  const press = useEffectEvent((event: MapLayerMouseEvent) => {
    const [feature] = event.features ?? [];
    if (!feature) return;
    event.preventDefault();
    const { cluster_id: groupId, point_count: count } = feature.properties;
    if (groupId === undefined) onSelect?.(Number(feature.id));
    else if (feature.geometry.type === "Point")
      void openGroup(groupId, count, feature.geometry.coordinates as [number, number]);
  });
  const pressable = [layers.groups, layers.points, layers.gliding].join(",");
  useEffect(() => {
    if (!map) return;
    const ids = pressable.split(",");
    const hear = (event: MapLayerMouseEvent) => press(event);
    const point = () => {
      map.getCanvas().style.cursor = "pointer";
    };
    const unpoint = () => {
      map.getCanvas().style.cursor = "";
    };
    map.on("click", ids, hear);
    map.on("mouseenter", ids, point);
    map.on("mouseleave", ids, unpoint);
    return () => {
      map.off("click", ids, hear);
      map.off("mouseenter", ids, point);
      map.off("mouseleave", ids, unpoint);
    };
  }, [map, pressable]);

  const key = imageKey(frame.theme);
  const image = (kind: string): ExpressionSpecification => ["concat", `${kind}|${key}|`, ["get", "rank"]];
  const heading = {
    "icon-image": image("heading"),
    "icon-rotate": ["get", "course"] as ExpressionSpecification,
    "icon-rotation-alignment": "map" as const,
    "icon-allow-overlap": true,
  };
  return (
    <>
      <Source
        id={id}
        type="geojson"
        data={EMPTY}
        cluster
        clusterRadius={GROUP_PX}
        clusterMaxZoom={NEAREST}
        maxzoom={NEAREST + 1}
        clusterProperties={GROUPED}
      >
        <Layer id={`${id}-headings`} type="symbol" filter={IS_HEADING} layout={heading} />
        <Layer
          id={layers.points}
          type="symbol"
          filter={IS_POINT}
          layout={{ "icon-image": image("point"), "icon-allow-overlap": true, "symbol-sort-key": ["get", "rank"] }}
        />
        <Layer
          id={layers.groups}
          type="symbol"
          filter={IS_GROUP}
          layout={{
            "icon-image": ["concat", `group|${key}|`, ["get", "worst"], "|", WORST_COUNT, "|", ["get", "point_count"]],
            "icon-allow-overlap": true,
            "symbol-sort-key": ["get", "worst"],
          }}
        />
      </Source>
      <Source id={glidingId} type="geojson" data={EMPTY}>
        <Layer id={`${glidingId}-headings`} type="symbol" filter={["!=", ["get", "course"], null]} layout={heading} />
        <Layer
          id={layers.gliding}
          type="symbol"
          layout={{ "icon-image": image("point"), "icon-allow-overlap": true }}
        />
      </Source>
    </>
  );
}
