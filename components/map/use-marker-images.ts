"use client";

import { useEffect } from "react";
import { useMap } from "react-map-gl/maplibre";
import type { ThemeColours } from "@/components/providers/use-theme-colours";
import { drawImage } from "./marker-image";

/** Draws the images of points on demand, because there is one for each count of a group. */
export function useMarkerImages(theme: ThemeColours): void {
  const map = useMap().current?.getMap();
  useEffect(() => {
    if (!map) return;
    map.setMissingStyleImageResolver((id) => {
      const image = map.hasImage(id) ? null : drawImage(id, theme);
      if (image) map.addImage(id, image.data, { pixelRatio: image.pixelRatio });
    });
    return () => {
      map.setMissingStyleImageResolver(null);
    };
  }, [map, theme]);
}
