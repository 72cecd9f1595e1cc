"use client";

import { Flag, FlagTriangleRight, MapPinCheck, SquareParking, TriangleAlert, Truck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { MapAreas } from "@/components/map/map-areas";
import { MapLine } from "@/components/map/map-line";
import { MapMarker } from "@/components/map/map-marker";
import { type MapHandle, MapView } from "@/components/map/map-view";
import { cn } from "@/components/ui/cn";
import { TONE_SOLID } from "@/components/value/tone";
import { mapAreaOf } from "@/features/geofence/geofence.rules";
import type { LonLat } from "@/lib/geo/coordinates";
import { boundsOf } from "@/lib/geo/sphere";
import { grouped } from "@/lib/grouped";
import type { TrackPart, TrackTone } from "../shown.rules";
import type { Stop, TraceView } from "../track.schema";

/** An exception, or something else that happened. */
export type MapEvent = { id: string; place: LonLat; text: string; isException: boolean };

type TraceMapProps = {
  view: TraceView;
  parts: readonly TrackPart[];
  events: readonly MapEvent[];
  /** Position and state at the instant of playback or of the pointer. */
  place: LonLat | null;
  tone: TrackTone;
  nowText: string;
  isFollowing: boolean;
  /** A part of the track to zoom to; a new object zooms again. */
  focus: { places: readonly LonLat[] } | null;
  stopText: (from: number, to: number) => string;
  onStop: (from: number) => void;
  label: string;
  /** The reading at the instant, over the corner of the map. */
  reading: ReactNode;
  legend: ReactNode;
};

/** Stops whose coordinates agree to this many decimals (about 100 m) share a position. */
const PLACE_DECIMALS = 3;

/** The track coloured by temperature, its stops and events, the geofences and the current position. */
export function TraceMap(props: TraceMapProps) {
  const { view, parts, events, place, tone, nowText, isFollowing, focus, stopText, onStop, label, reading, legend } =
    props;
  const t = useTranslations("track.marker");
  const handle = useRef<MapHandle>(null);
  const { track, stops } = view.trace;
  const places = useMemo(
    () => track.longitude.map((longitude, index): LonLat => [longitude, track.latitude[index] as number]),
    [track],
  );
  const areas = useMemo(
    () => view.fences.map((fence) => ({ id: fence.id, area: mapAreaOf(fence), tone: null })),
    [view.fences],
  );
  useEffect(() => {
    const bounds = focus && boundsOf(focus.places);
    if (bounds) handle.current?.show(bounds);
  }, [focus]);
  const [longitude, latitude] = place ?? [0, 0];
  useEffect(() => {
    if (isFollowing) handle.current?.goTo([longitude, latitude]);
  }, [isFollowing, longitude, latitude]);
  const [start, end] = [places[0], places.at(-1)];
  const visited = useRef<number>(undefined);
  /** Each press on stops that share a position goes to the next of them. */
  const visit = (own: readonly Stop[]) => {
    const last = own.findIndex(({ from }) => from === visited.current);
    const next = own[(last + 1) % own.length] as Stop;
    visited.current = next.from;
    onStop(next.from);
  };
  const parked = useMemo(() => {
    const placeOf = ({ longitude: east, latitude: north }: Stop) =>
      [east, north].map((degrees) => degrees.toFixed(PLACE_DECIMALS)).join();
    return [...grouped(stops, placeOf).values()];
  }, [stops]);
  return (
    <MapView
      settings={view.map}
      label={label}
      bounds={boundsOf(places)}
      handle={handle}
      corner={reading}
      overlay={legend}
      cooperative
    >
      <MapAreas id="fences" areas={areas} />
      <MapLine id="track" parts={parts} />
      {parked.map((own) => {
        const [first] = own as readonly Stop[] as [Stop];
        return (
          <Pin
            key={first.from}
            place={[first.longitude, first.latitude]}
            text={own.map(({ from, to }) => stopText(from, to)).join("\n")}
            onClick={() => visit(own)}
          >
            <SquareParking aria-hidden="true" />
            {own.length > 1 && <span className="font-medium text-xs tabular-nums">{own.length}</span>}
          </Pin>
        );
      })}
      {events.map(({ id, place: where, text, isException }) => (
        <Pin
          key={id}
          place={where}
          text={text}
          {...(isException && { className: "border-critical-line text-critical" })}
        >
          {isException ? <TriangleAlert aria-hidden="true" /> : <MapPinCheck aria-hidden="true" />}
        </Pin>
      ))}
      {start && (
        <Pin place={start} text={t("start")}>
          <FlagTriangleRight aria-hidden="true" />
        </Pin>
      )}
      {end && places.length > 1 && (
        <Pin place={end} text={t("end")}>
          <Flag aria-hidden="true" />
        </Pin>
      )}
      {place && (
        <MapMarker place={place} isRaised>
          <span
            role="img"
            aria-label={nowText}
            data-place={place.map((degrees) => degrees.toFixed(5)).join(",")}
            className={cn(
              "grid size-9 place-items-center rounded-full border-2 border-card text-white shadow-overlay [&_svg]:size-5",
              TONE_SOLID[tone],
            )}
          >
            <Truck aria-hidden="true" />
          </span>
        </MapMarker>
      )}
    </MapView>
  );
}

type PinProps = { place: LonLat; text: string; className?: string; onClick?: () => void; children: ReactNode };

function Pin({ place, text, className, onClick, children }: PinProps) {
  const look = cn(
    "inline-flex h-6 min-w-6 items-center justify-center gap-0.5 rounded-full border border-input bg-card px-1 text-foreground [&_svg]:size-3.5",
    onClick && "touch:h-9 touch:min-w-9",
    className,
  );
  return (
    <MapMarker place={place}>
      {onClick ? (
        <button type="button" title={text} aria-label={text} onClick={onClick} className={look}>
          {children}
        </button>
      ) : (
        <span role="img" title={text} aria-label={text} className={look}>
          {children}
        </span>
      )}
    </MapMarker>
  );
}
