"use client";

import type { Map as LibraryMap } from "maplibre-gl";
import { useEffect, useRef } from "react";
import type { MapFrame } from "./map-view";
import type { MapPoint } from "./point";
import { PointSource } from "./point-source";

/** Shows points on the two sources with these ids. */
export function usePointSource(
  map: LibraryMap | undefined,
  ids: { still: string; gliding: string },
  points: readonly MapPoint[],
  frame: MapFrame,
): void {
  const shown = useRef<PointSource>(undefined);
  const { still, gliding } = ids;
  useEffect(() => {
    if (!map) return;
    const source = new PointSource(map, still, gliding);
    shown.current = source;
    return () => source.stop();
  }, [map, still, gliding]);
  useEffect(() => {
    if (map) shown.current?.show(points, frame);
  }, [map, points, frame]);
}
