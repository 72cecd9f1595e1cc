"use client";

import type { ReactNode } from "react";
import { Marker, type MarkerDragEvent } from "react-map-gl/maplibre";
import type { LonLat } from "@/lib/geo/coordinates";
import { useMapFrame } from "./map-view";

type MapMarkerProps = {
  place: LonLat;
  /** The part of the children at the position. */
  anchor?: "center" | "bottom" | "top" | "left" | "right";
  /** Called after a drag to another position; without it the marker cannot be dragged. */
  onMoved?: ((place: LonLat) => void) | undefined;
  /** Called during a drag. */
  onMove?: ((place: LonLat) => void) | undefined;
  /** Shown in front of other markers. */
  isRaised?: boolean;
  children: ReactNode;
};

/** Page content at a position of the map: a button, a label, a handle. */
export function MapMarker({ place, anchor = "center", onMoved, onMove, isRaised = false, children }: MapMarkerProps) {
  const { toMap, fromMap } = useMapFrame();
  const [longitude, latitude] = toMap(place);
  const at = ({ lngLat }: MarkerDragEvent) => fromMap([lngLat.lng, lngLat.lat]);
  return (
    <Marker
      longitude={longitude}
      latitude={latitude}
      anchor={anchor}
      draggable={onMoved !== undefined}
      onDrag={(event) => onMove?.(at(event))}
      onDragEnd={(event) => onMoved?.(at(event))}
      style={{ zIndex: isRaised ? 2 : 1 }}
    >
      {children}
    </Marker>
  );
}
