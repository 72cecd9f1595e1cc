import type { StyleSpecification } from "maplibre-gl";
import { useLocale } from "next-intl";
import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import type { MapRef } from "react-map-gl/maplibre";
import type { ThemeColours } from "@/components/providers/use-theme-colours";
import type { StreetMap } from "@/lib/geo/map-settings";
import { repaint, shippedStyle } from "./map-style";

/**
 * The shipped map's style; null until there are colours. Of a later theme only the colours are taken, at once: a new
 * style would remove the layers of the map's children until they are added again, which is too late for a printed page.
 */
export function useShippedStyle(
  map: RefObject<MapRef | null>,
  theme: ThemeColours | null,
  streets: StreetMap | null,
  isShown: boolean,
): StyleSpecification | null {
  const locale = useLocale();
  const [first, setFirst] = useState(theme);
  if (theme && !first) setFirst(theme);
  const style = useMemo(
    () => first && shippedStyle(first, locale, window.location.origin, streets),
    [first, locale, streets],
  );
  useLayoutEffect(() => {
    const shown = map.current?.getMap();
    if (isShown && shown && theme) repaint(shown, shippedStyle(theme, locale, window.location.origin, streets));
  }, [map, isShown, theme, locale, streets]);
  return style;
}
