"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode } from "react";
import { useState } from "react";
import { useMap } from "react-map-gl/maplibre";
import { cn } from "@/components/ui/cn";
import type { LonLat } from "@/lib/geo/coordinates";
import { placeAt } from "@/lib/geo/sphere";
import { type Area, middleOf, movedCorner, resized, withCorner } from "./area";
import { MapAreas } from "./map-areas";
import { MapMarker } from "./map-marker";
import { useMapFrame } from "./map-view";

const STEP_PX = 8;
const EAST = 90;
const LEAST_CORNERS = 3;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
};

type AreaEditorProps = { area: Area; onChange: (area: Area) => void };

/**
 * An area with handles: a circle is moved by its centre and sized by its edge, a polygon by its corners; a handle
 * between two corners makes a new one, Delete or a double click takes one away. Handles move by arrow keys as well.
 */
export function AreaEditor({ area, onChange }: AreaEditorProps) {
  const t = useTranslations("common.map");
  // What a drag shows on its way, before it is let go.
  const [draft, setDraft] = useState<Area | null>(null);
  const shown = draft ?? area;
  const settle = (next: Area) => {
    setDraft(null);
    onChange(next);
  };
  const handleProps = (make: (place: LonLat) => Area) => ({
    onMove: (place: LonLat) => setDraft(make(place)),
    onMoved: (place: LonLat) => settle(make(place)),
  });
  return (
    <>
      <MapAreas id="edited-area" areas={[{ id: 0, area: shown, tone: null }]} selectedId={0} />
      {shown.kind === "circle" ? (
        <>
          <Handle
            place={shown.center}
            label={t("center")}
            {...handleProps((center) => ({ kind: "circle", center, radiusMetres: shown.radiusMetres }))}
          />
          <Handle
            place={placeAt(shown.center, shown.radiusMetres, EAST)}
            label={t("radius")}
            {...handleProps((edge) => resized(shown.center, edge))}
          />
        </>
      ) : (
        <>
          {shown.corners.map((corner, index) => (
            <Handle
              key={`corner-${index}`}
              place={corner}
              label={t("corner", { number: index + 1 })}
              {...handleProps((place) => ({ kind: "polygon", corners: movedCorner(shown.corners, index, place) }))}
              onRemove={
                shown.corners.length > LEAST_CORNERS
                  ? () => settle({ kind: "polygon", corners: shown.corners.toSpliced(index, 1) })
                  : undefined
              }
            />
          ))}
          {!draft &&
            shown.corners.length > 1 &&
            shown.corners.map((corner, index) => {
              const next = shown.corners[(index + 1) % shown.corners.length] as LonLat;
              const add = (place: LonLat): Area => ({
                kind: "polygon",
                corners: withCorner(shown.corners, index + 1, place),
              });
              const middle = middleOf(corner, next);
              return (
                <Handle
                  key={`between-${index}`}
                  place={middle}
                  label={t("addCorner", { number: index + 1 })}
                  isFaint
                  onMoved={(place) => settle(add(place))}
                  onPress={() => settle(add(middle))}
                />
              );
            })}
        </>
      )}
    </>
  );
}

type HandleProps = {
  place: LonLat;
  label: string;
  isFaint?: boolean;
  onMove?: (place: LonLat) => void;
  onMoved: (place: LonLat) => void;
  onRemove?: (() => void) | undefined;
  onPress?: () => void;
};

function Handle({ place, label, isFaint = false, onMove, onMoved, onRemove, onPress }: HandleProps): ReactNode {
  const map = useMap().current;
  const { toMap, fromMap } = useMapFrame();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step && map) {
      const [longitude, latitude] = toMap(place);
      const { x, y } = map.project([longitude, latitude]);
      const { lng, lat } = map.unproject([x + step[0], y + step[1]]);
      onMoved(fromMap([lng, lat]));
    } else if ((event.key === "Delete" || event.key === "Backspace") && onRemove) onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <MapMarker place={place} onMove={onMove} onMoved={onMoved} isRaised={!isFaint}>
      <button
        type="button"
        aria-label={label}
        title={label}
        onKeyDown={onKeyDown}
        onDoubleClick={onRemove}
        onClick={onPress}
        className={cn(
          "block cursor-grab rounded-full border-2 border-primary bg-card shadow-overlay focus-visible:outline-2 focus-visible:outline-ring focus-visible:outline-offset-2 active:cursor-grabbing",
          isFaint ? "size-3 opacity-70 hover:opacity-100 touch:size-5" : "size-4 touch:size-7",
        )}
      />
    </MapMarker>
  );
}
