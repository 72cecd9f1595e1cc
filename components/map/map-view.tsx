"use client";

import "maplibre-gl/dist/maplibre-gl.css";
import "./map.css";
import * as maplibre from "maplibre-gl";
import { useLocale, useTranslations } from "next-intl";
import {
  createContext,
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  Map as Canvas,
  type ErrorEvent,
  type MapLayerMouseEvent,
  type MapRef,
  NavigationControl,
  ScaleControl,
} from "react-map-gl/maplibre";
import { useMediaQuery } from "@/components/chart/use-media-query";
import { cn } from "@/components/ui/cn";
import { type ThemeColours, useThemeColours } from "@/components/ui/use-theme-colours";
import type { CoordinateSystem } from "@/lib/geo/coordinate-system";
import { DEFAULT_CENTRE, fromSystem, type LonLat, toSystem } from "@/lib/geo/coordinates";
import type { Bounds } from "@/lib/geo/sphere";
import { MapLoading, MapMissing } from "./map-frame";
import { MAP_TOKENS, shippedStyle } from "./map-style";
import { MARKER_TOKENS } from "./marker-image";

// The library looks for its worker beside its own file, which the bundler has moved.
maplibre.setWorkerUrl("/maplibre/maplibre-gl-worker.mjs");

const TOKENS = [...MAP_TOKENS, ...MARKER_TOKENS];
const PADDING_PX = 56;
/** Nearer than this bounds do not bring it: one point alone would fill the world with nothing. */
const NEAREST_FIT = 14;
export const NEAREST = 20;

/** What layers need: the way between stored places and those of the map, and its colours. */
export type MapFrame = {
  toMap: (place: LonLat) => LonLat;
  fromMap: (shown: LonLat) => LonLat;
  theme: ThemeColours;
  /** Movement on the map is to be none. */
  isStill: boolean;
};

const FrameContext = createContext<MapFrame | null>(null);

/** The map that this layer stands on. */
export function useMapFrame(): MapFrame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("a layer outside of a map");
  return frame;
}

export type MapHandle = {
  /** Goes to a place, at `zoom` or as near as one is. */
  goTo: (place: LonLat, zoom?: number) => void;
  /** Shows all of these bounds. */
  show: (bounds: Bounds) => void;
};

/** What the map shows when it rests. */
export type MapViewport = { bounds: Bounds; center: LonLat; zoom: number };

type MapViewProps = {
  /** As the server gives it: `mapSettings` of `lib/geo`. */
  settings: { styleUrl: string | null; coordinates: CoordinateSystem };
  /** Names the map to those who move it by keys. */
  label: string;
  /** Where it opens: bounds, or a place and how near; the default centre without any. */
  bounds?: Bounds | null | undefined;
  center?: LonLat | undefined;
  zoom?: number | undefined;
  /** Called at first and whenever the map comes to rest. */
  onRest?: (viewport: MapViewport) => void;
  /** A press on the map beside all that stands on it. */
  onPress?: (place: LonLat) => void;
  /** False shows a picture that does not move. */
  interactive?: boolean;
  /** In a page that scrolls: the wheel moves the page, two fingers the map. */
  cooperative?: boolean;
  cursor?: string | undefined;
  /** Said where the browser cannot draw maps. */
  missing?: ReactNode;
  handle?: Ref<MapHandle>;
  /** Layers and markers of `components/map`. */
  children?: ReactNode;
  className?: string;
};

/** Whether this browser can draw maps at all. */
function canDraw(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/**
 * A map of the size of its place. Load it with `dynamic(…, { ssr: false, loading: MapLoading })`: the library is larger
 * than all else on a page.
 */
export function MapView(props: MapViewProps) {
  const { settings, label, bounds, center, zoom, onRest, onPress, interactive = true, className } = props;
  const t = useTranslations("common.map");
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<MapRef>(null);
  const theme = useThemeColours(box, TOKENS);
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)") ?? false;
  const [isDrawable] = useState(canDraw);
  const [isLoaded, setLoaded] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const styleUrl = hasFailed ? null : settings.styleUrl;
  // The shipped map that steps in is drawn in WGS-84.
  const system = styleUrl ? settings.coordinates : "wgs84";

  const style = useMemo(
    () => styleUrl ?? (theme && shippedStyle(theme, locale, window.location.origin)),
    [styleUrl, theme, locale],
  );
  const frame = useMemo<MapFrame | null>(
    () =>
      theme && {
        toMap: (place) => toSystem(place, system),
        fromMap: (shown) => fromSystem(shown, system),
        theme,
        isStill,
      },
    [theme, system, isStill],
  );
  const words = useMemo(
    () => ({
      "Map.Title": label,
      "NavigationControl.ZoomIn": t("zoomIn"),
      "NavigationControl.ZoomOut": t("zoomOut"),
      "AttributionControl.ToggleAttribution": t("attribution"),
      "CooperativeGesturesHandler.WindowsHelpText": t("wheelHint"),
      "CooperativeGesturesHandler.MacHelpText": t("wheelHint"),
      "CooperativeGesturesHandler.MobileHelpText": t("fingerHint"),
    }),
    [label, t],
  );

  const corners = useCallback(
    ([south, north]: Bounds): [[number, number], [number, number]] => {
      const [from, to] = [toSystem(south, system), toSystem(north, system)];
      return [
        [from[0], from[1]],
        [to[0], to[1]],
      ];
    },
    [system],
  );
  useImperativeHandle(props.handle, () => ({
    goTo: (place, nearness) => {
      const [lng, lat] = toSystem(place, system);
      map.current?.easeTo({ center: [lng, lat], ...(nearness !== undefined && { zoom: nearness }), animate: !isStill });
    },
    show: (wanted) =>
      map.current?.fitBounds(corners(wanted), { padding: PADDING_PX, maxZoom: NEAREST_FIT, animate: !isStill }),
  }));
  const rest = () => {
    const seen = map.current?.getBounds();
    if (!seen || !map.current) return;
    const corner = ({ lng, lat }: { lng: number; lat: number }) => fromSystem([lng, lat], system);
    const bounds = [corner(seen.getSouthWest()), corner(seen.getNorthEast())] as const;
    onRest?.({ bounds, center: corner(map.current.getCenter()), zoom: map.current.getZoom() });
  };
  const onError = ({ error }: ErrorEvent) => {
    // A style that cannot be had leaves nothing at all; of a tile that is missing the rest can be used.
    if (styleUrl && !isLoaded && (error as { url?: string }).url === styleUrl) setFailed(true);
  };
  // A change of the box that no window tells, as of a panel beside it.
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(() => map.current?.resize());
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const [longitude, latitude] = toSystem(center ?? DEFAULT_CENTRE, system);
  return (
    <div ref={box} data-map={isLoaded ? "ready" : "loading"} className={cn("relative size-full", className)}>
      {!isDrawable && <MapMissing>{props.missing}</MapMissing>}
      {isDrawable && frame && style && (
        <FrameContext value={frame}>
          <Canvas
            // Another style is another map: its coordinates may be of another system.
            key={system}
            ref={map}
            mapLib={maplibre}
            mapStyle={style}
            initialViewState={
              bounds
                ? { bounds: corners(bounds), fitBoundsOptions: { padding: PADDING_PX, maxZoom: NEAREST_FIT } }
                : { longitude, latitude, zoom: zoom ?? 9 }
            }
            maxZoom={NEAREST}
            interactive={interactive}
            cooperativeGestures={props.cooperative ?? false}
            dragRotate={false}
            pitchWithRotate={false}
            touchPitch={false}
            fadeDuration={isStill ? 0 : 150}
            cursor={props.cursor}
            locale={words}
            attributionControl={{ compact: true }}
            onLoad={() => {
              setLoaded(true);
              map.current?.getMap().touchZoomRotate.disableRotation();
              map.current?.getMap().keyboard.disableRotation();
              rest();
            }}
            onMoveEnd={rest}
            onError={onError}
            onClick={(event: MapLayerMouseEvent) => {
              if (!event.defaultPrevented) onPress?.(fromSystem([event.lngLat.lng, event.lngLat.lat], system));
            }}
          >
            {interactive && <NavigationControl showCompass={false} position="top-right" />}
            <ScaleControl position="bottom-left" />
            {props.children}
          </Canvas>
        </FrameContext>
      )}
      {isDrawable && !isLoaded && (
        <div className="pointer-events-none absolute inset-0">
          <MapLoading />
        </div>
      )}
      {hasFailed && (
        <p
          role="status"
          className="absolute top-2 left-2 rounded-md bg-card/90 px-2 py-1 text-muted-foreground text-xs"
        >
          {t("styleFailed")}
        </p>
      )}
    </div>
  );
}
