"use client";

import "maplibre-gl/dist/maplibre-gl.css";
import "./map.css";
import * as maplibre from "maplibre-gl";
import { useTranslations } from "next-intl";
import { Protocol } from "pmtiles";
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
import { type ThemeColours, useThemeColours } from "@/components/providers/use-theme-colours";
import { cn } from "@/components/ui/cn";
import { DEFAULT_CENTRE, fromSystem, type LonLat, toSystem } from "@/lib/geo/coordinates";
import type { MapSettings } from "@/lib/geo/map-settings";
import { type Bounds, isWithin } from "@/lib/geo/sphere";
import { MapLoading, MapMissing } from "./map-frame";
import { MAP_TOKENS } from "./map-style";
import { MARKER_TOKENS } from "./marker-image";
import { STREET_TOKENS } from "./street-style";
import { usePrintPicture } from "./use-print-picture";
import { useShippedStyle } from "./use-shipped-style";

// The library looks for its worker beside its own file, which the bundler has moved.
maplibre.setWorkerUrl("/maplibre/maplibre-gl-worker.mjs");
maplibre.addProtocol("pmtiles", new Protocol().tile);

const TOKENS = [...MAP_TOKENS, ...STREET_TOKENS, ...MARKER_TOKENS];
const PADDING_PX = 56;
/** Fitting bounds zooms no nearer: around a single point the map would be empty. */
const NEAREST_FIT = 14;
export const NEAREST = 20;
const BARE_ZOOM = 11;

/** What layers need: the conversion from stored coordinates to those of the map and back, and its colours. */
export type MapFrame = {
  toMap: (place: LonLat) => LonLat;
  fromMap: (shown: LonLat) => LonLat;
  theme: ThemeColours;
  /** Animations are disabled. */
  isStill: boolean;
};

const FrameContext = createContext<MapFrame | null>(null);

/** Returns the map that contains this layer. */
export function useMapFrame(): MapFrame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("a layer outside of a map");
  return frame;
}

export type MapHandle = {
  /** Moves to a position, at `zoom` or the current zoom. */
  goTo: (place: LonLat, zoom?: number) => void;
  /** Fits these bounds. */
  show: (bounds: Bounds) => void;
};

/** The visible part of the map at rest. */
export type MapViewport = { bounds: Bounds; center: LonLat; zoom: number };

type MapViewProps = {
  /** From the server: `mapSettings` of `lib/geo`. */
  settings: MapSettings;
  /** The name of the map for keyboard users. */
  label: string;
  /** The initial view: bounds, or a position with a zoom; the default centre without it. */
  bounds?: Bounds | null | undefined;
  center?: LonLat | undefined;
  zoom?: number | undefined;
  /** Called initially and whenever the map comes to rest. */
  onRest?: (viewport: MapViewport) => void;
  /** Called for a press on the map outside of all its layers and markers. */
  onPress?: (place: LonLat) => void;
  /** False shows a static map. */
  interactive?: boolean;
  /** For scrolling pages: the wheel scrolls the page, two fingers move the map. */
  cooperative?: boolean;
  cursor?: string | undefined;
  /** Shown if the browser cannot draw maps. */
  missing?: ReactNode;
  handle?: Ref<MapHandle>;
  /** Shown over the upper left corner, above the map's own note. */
  corner?: ReactNode;
  /** Shown over the map, such as a legend with a position of its own. */
  overlay?: ReactNode;
  /** Layers and markers of `components/map`. */
  children?: ReactNode;
  className?: string;
};

/** Whether this browser can draw maps. */
function canDraw(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/**
 * A map that fills its container. Load it with `dynamic(…, { ssr: false, loading: MapLoading })`, because the library
 * is larger than everything else on a page.
 */
export function MapView(props: MapViewProps) {
  const { settings, label, bounds, center, zoom, onRest, onPress, interactive = true, className } = props;
  const t = useTranslations("common.map");
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<MapRef>(null);
  const theme = useThemeColours(box, TOKENS);
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)") ?? false;
  const [isDrawable] = useState(canDraw);
  const [isLoaded, setLoaded] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  /** The view is nearer than the shipped map has anything to show. */
  const [isBare, setBare] = useState(false);
  // Kept: another style would draw everything anew.
  const [streets] = useState(settings.streets);
  const styleUrl = hasFailed ? null : settings.styleUrl;
  // The shipped map, which is the fallback, is in WGS-84.
  const system = styleUrl ? settings.coordinates : "wgs84";

  const shipped = useShippedStyle(map, theme, streets, isLoaded && !styleUrl);
  const style = styleUrl ?? shipped;
  // After the theme: both listen to the same event, and the picture has the colours of paper.
  const picture = usePrintPicture(box, map);
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
    const [middle, nearness] = [corner(map.current.getCenter()), map.current.getZoom()];
    setBare(!styleUrl && nearness >= BARE_ZOOM && !(streets && isWithin(middle, streets.bounds)));
    onRest?.({ bounds, center: middle, zoom: nearness });
  };
  const onError = ({ error }: ErrorEvent) => {
    // Without a style the map is empty, whereas it remains usable if a tile is missing.
    if (styleUrl && !isLoaded && (error as { url?: string }).url === styleUrl) setFailed(true);
  };
  // Detects changes of the container without a window resize, such as an opened side panel.
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(() => map.current?.resize());
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const [longitude, latitude] = toSystem(center ?? DEFAULT_CENTRE, system);
  const bareNote = isBare && (streets ? "streetsElsewhere" : "noStreets");
  const note = (hasFailed && "styleFailed") || (settings.areStreetsBroken && "streetsBroken") || bareNote;
  return (
    <div ref={box} data-map={isLoaded ? "ready" : "loading"} className={cn("relative size-full", className)}>
      <canvas ref={picture} className="absolute inset-0 hidden size-full print:block" />
      {!isDrawable && <MapMissing>{props.missing}</MapMissing>}
      {isDrawable && frame && style && (
        <FrameContext value={frame}>
          <Canvas
            // Another style is a new map, because its coordinate system may differ.
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
      <div className="pointer-events-none absolute top-2 left-2 mr-14 flex flex-col items-start gap-1">
        {props.corner}
        {note && (
          <p role="status" className="rounded-md bg-card/90 px-2 py-1 text-muted-foreground text-xs">
            {t(note)}
          </p>
        )}
      </div>
      {props.overlay}
    </div>
  );
}
