"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { LonLat } from "@/lib/geo/coordinates";
import { placeAt } from "@/lib/geo/sphere";
import { type Area, middleOf, movedCorner, resized, withCorner } from "./area";
import { DragHandle } from "./drag-handle";
import { MapAreas } from "./map-areas";

const EAST = 90;
const LEAST_CORNERS = 3;

type AreaEditorProps = { area: Area; onChange: (area: Area) => void };

/**
 * An area with handles: a circle is moved by its centre and sized by its edge, a polygon by its corners. A handle
 * between two corners adds one; Delete or a double click removes one. Arrow keys also move handles.
 */
export function AreaEditor({ area, onChange }: AreaEditorProps) {
  const t = useTranslations("common.map");
  // The area during a drag, before the pointer is released.
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

type HandleProps = Omit<ComponentProps<typeof DragHandle>, "className" | "isRaised"> & { isFaint?: boolean };

const Handle = ({ isFaint = false, ...handle }: HandleProps) => (
  <DragHandle
    {...handle}
    isRaised={!isFaint}
    className={cn(
      "block cursor-grab rounded-full border-2 border-primary bg-card shadow-overlay focus-visible:outline-2 focus-visible:outline-ring focus-visible:outline-offset-2 active:cursor-grabbing",
      isFaint ? "size-3 opacity-70 hover:opacity-100 touch:size-5" : "size-4 touch:size-7",
    )}
  />
);
