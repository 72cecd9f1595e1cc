"use client";

import { type Ref, useMemo, useState } from "react";
import { MapMarker } from "@/components/map/map-marker";
import { MapPoints } from "@/components/map/map-points";
import { type MapHandle, MapView } from "@/components/map/map-view";
import type { MapPoint } from "@/components/map/point";
import type { LonLat } from "@/lib/geo/coordinates";
import type { MapSettings } from "@/lib/geo/map-settings";
import { boundsOf } from "@/lib/geo/sphere";
import { placeOf, toneOfRow } from "../board.rules";
import type { BoardRowDto } from "../transport.schema";

type BoardMapProps = {
  settings: MapSettings;
  label: string;
  rows: readonly BoardRowDto[];
  selected: BoardRowDto | undefined;
  onSelect: (id: number) => void;
  handle: Ref<MapHandle>;
};

const points = new WeakMap<BoardRowDto, MapPoint>();

/** The point of a transport: the same object for the same row, so that the map redraws changes only. */
function pointOf(row: BoardRowDto, place: LonLat): MapPoint {
  const known = points.get(row);
  if (known) return known;
  const point = { id: row.id, place, tone: toneOfRow(row), course: null };
  points.set(row, point);
  return point;
}

/** The transports on a map, which opens at all of them. */
export function BoardMap({ settings, label, rows, selected, onSelect, handle }: BoardMapProps) {
  const shown = useMemo(
    () =>
      rows.flatMap((row) => {
        const place = placeOf(row);
        return place ? [pointOf(row, place)] : [];
      }),
    [rows],
  );
  const [around] = useState(() => boundsOf(shown.map(({ place }) => place)));
  const at = selected && placeOf(selected);
  return (
    <MapView settings={settings} label={label} bounds={around} handle={handle}>
      <MapPoints id="transports" points={shown} onSelect={onSelect} onStack={([first]) => first && onSelect(first)} />
      {selected && at && (
        <MapMarker place={at} isRaised>
          <span className="pointer-events-none relative block size-9 rounded-full border-3 border-primary bg-primary/10">
            <span className="-translate-x-1/2 absolute top-full left-1/2 mt-1 max-w-48 truncate rounded-sm bg-card/90 px-1.5 py-0.5 font-medium text-foreground text-xs shadow-overlay">
              {selected.number}
            </span>
          </span>
        </MapMarker>
      )}
    </MapView>
  );
}
