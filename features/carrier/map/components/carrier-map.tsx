"use client";

import { type Ref, useMemo, useState } from "react";
import { MapMarker } from "@/components/map/map-marker";
import { MapPoints } from "@/components/map/map-points";
import { type MapHandle, MapView, type MapViewport } from "@/components/map/map-view";
import type { MapSettings } from "@/lib/geo/map-settings";
import { boundsOf } from "@/lib/geo/sphere";
import { type CarrierOnMap, pointOf } from "../rules";
import type { NodeView } from "../schema";

/** Zoom for a single carrier. */
export const NEAR_ZOOM = 14;
const NODE_ZOOM = 12;

export type CarrierMapProps = {
  settings: MapSettings;
  label: string;
  carriers: readonly CarrierOnMap[];
  selected: CarrierOnMap | undefined;
  /** View of the selected node. */
  node: NodeView | null;
  onSelect: (id: number) => void;
  onStack: (ids: number[]) => void;
  onRest: (viewport: MapViewport) => void;
  handle?: Ref<MapHandle>;
};

/** The carriers on a map. Opens at the selected node's view, otherwise at the selected or all carriers. */
export function CarrierMap({ carriers, selected, node, onSelect, onStack, handle, ...map }: CarrierMapProps) {
  const shown = useMemo(() => carriers.map(pointOf), [carriers]);
  const [around] = useState(() => boundsOf(carriers.map(({ place }) => place)));
  const center = selected?.place ?? (node ? ([node.longitude, node.latitude] as const) : undefined);
  const zoom = selected ? NEAR_ZOOM : node ? (node.zoom ?? NODE_ZOOM) : undefined;
  return (
    <MapView {...map} bounds={center ? null : around} center={center} zoom={zoom} {...(handle && { handle })}>
      <MapPoints id="carriers" points={shown} onSelect={onSelect} onStack={onStack} />
      {selected && (
        <MapMarker place={selected.place} isRaised>
          <span className="pointer-events-none relative block size-9 rounded-full border-3 border-primary bg-primary/10">
            <span className="-translate-x-1/2 absolute top-full left-1/2 mt-1 max-w-48 truncate rounded-sm bg-card/90 px-1.5 py-0.5 font-medium text-foreground text-xs shadow-overlay">
              {selected.name}
            </span>
          </span>
        </MapMarker>
      )}
    </MapView>
  );
}
