"use client";

import { useEffect } from "react";
import { useMap } from "react-map-gl/maplibre";
import type { ThemeColours } from "@/components/ui/use-theme-colours";
import { drawImage } from "./marker-image";

/** Draws the images of points when they are first asked for: there is one for each count of a group. */
export function useMarkerImages(theme: ThemeColours): void {
  const map = useMap().current?.getMap();
  useEffect(() => {
    if (!map) return;
    const draw = ({ id }: { id: string }) => {
      const image = map.hasImage(id) ? null : drawImage(id, theme);
      if (image) map.addImage(id, image.data, { pixelRatio: image.pixelRatio });
    };
    map.on("styleimagemissing", draw);
    return () => {
      map.off("styleimagemissing", draw);
    };
  }, [map, theme]);
}
