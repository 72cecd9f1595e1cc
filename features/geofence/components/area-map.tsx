"use client";

import { useState } from "react";
import { type Area, boundsOfAreas } from "@/components/map/area";
import { AreaEditor } from "@/components/map/area-editor";
import { MapAreas } from "@/components/map/map-areas";
import { MapMarker } from "@/components/map/map-marker";
import { MapView } from "@/components/map/map-view";
import type { LonLat } from "@/lib/geo/coordinates";
import type { MapSettings } from "@/lib/geo/map-settings";
import { type Bounds, distanceMetres } from "@/lib/geo/sphere";
import { mapAreaOf, RADIUS_METRES } from "../geofence.rules";
import type { GeofenceDto } from "../geofence.schema";

type OverviewProps = {
  settings: MapSettings;
  fences: readonly GeofenceDto[];
  label: string;
  onSelect: (id: number) => void;
};

/** The geofences of a list with their names; disabled ones are grey. */
export function AreaOverview({ settings, fences, label, onSelect }: OverviewProps) {
  const areas = fences.map((fence) => ({ fence, area: mapAreaOf(fence) }));
  return (
    <MapView settings={settings} label={label} bounds={boundsOfAreas(areas.map(({ area }) => area))} cooperative>
      <MapAreas
        id="geofences"
        areas={areas.map(({ fence, area }) => ({ id: fence.id, area, tone: fence.isEnabled ? null : "offline" }))}
        onSelect={onSelect}
      />
      {areas.map(({ fence, area }) => (
        <MapMarker key={fence.id} place={middleOf(area)}>
          <span className="pointer-events-none rounded-sm bg-card/85 px-1 text-xs">{fence.name}</span>
        </MapMarker>
      ))}
    </MapView>
  );
}

function middleOf(area: Area): LonLat {
  if (area.kind === "circle") return area.center;
  const sum = (index: 0 | 1) => area.corners.reduce((total, corner) => total + corner[index], 0) / area.corners.length;
  return [sum(0), sum(1)];
}

/** Share of the visible map that a new circle covers, so that its edge can be dragged. */
const FIRST_PART = 1 / 8;

type DrawProps = {
  settings: MapSettings;
  label: string;
  shape: Area["kind"];
  area: Area | null;
  /** Determines the initial view while nothing is drawn. */
  nearby: readonly GeofenceDto[];
  onChange: (area: Area) => void;
};

/**
 * A map to draw one area on: a press sets the centre of the circle or the next corner of the polygon, both draggable.
 */
export function AreaDraw({ settings, label, shape, area, nearby, onChange }: DrawProps) {
  const [seen, setSeen] = useState<Bounds | null>(null);
  const firstRadius = () => {
    const across = seen ? distanceMetres(seen[0], [seen[1][0], seen[0][1]]) : 0;
    return Math.min(RADIUS_METRES.maximum, Math.max(RADIUS_METRES.minimum, Math.round(across * FIRST_PART)));
  };
  const press = (place: LonLat) => {
    if (shape === "polygon")
      onChange({ kind: "polygon", corners: [...(area?.kind === "polygon" ? area.corners : []), place] });
    else
      onChange({
        kind: "circle",
        center: place,
        radiusMetres: area?.kind === "circle" ? area.radiusMetres : firstRadius(),
      });
  };
  const bounds = boundsOfAreas(area ? [area] : nearby.map(mapAreaOf));
  return (
    <MapView
      settings={settings}
      label={label}
      bounds={bounds}
      onPress={press}
      onRest={({ bounds: shown }) => setSeen(shown)}
      cursor="crosshair"
    >
      {area && <AreaEditor area={area} onChange={onChange} />}
    </MapView>
  );
}
