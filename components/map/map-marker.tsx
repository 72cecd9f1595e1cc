"use client";

import type { ReactNode } from "react";
import { Marker, type MarkerDragEvent } from "react-map-gl/maplibre";
import type { LonLat } from "@/lib/geo/coordinates";
import { useMapFrame } from "./map-view";

type MapMarkerProps = {
  place: LonLat;
  /** Which part of the children stands at the place. */
  anchor?: "center" | "bottom" | "top" | "left" | "right";
  /** Called when it has been dragged to another place; without it it stays where it is. */
  onMoved?: ((place: LonLat) => void) | undefined;
  /** Called all along the way. */
  onMove?: ((place: LonLat) => void) | undefined;
  /** In front of other markers. */
  isRaised?: boolean;
  children: ReactNode;
};

/** Anything of the page at a place of the map: a button, a label, a handle. */
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
