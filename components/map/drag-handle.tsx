"use client";

import type { KeyboardEvent, ReactNode } from "react";
import { useMap } from "react-map-gl/maplibre";
import type { LonLat } from "@/lib/geo/coordinates";
import { MapMarker } from "./map-marker";
import { useMapFrame } from "./map-view";

const STEP_PX = 8;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
};

type DragHandleProps = {
  place: LonLat;
  label: string;
  /** The part of the handle at the position. */
  anchor?: "center" | "bottom";
  isRaised?: boolean;
  onMove?: ((place: LonLat) => void) | undefined;
  onMoved: (place: LonLat) => void;
  onRemove?: (() => void) | undefined;
  onPress?: (() => void) | undefined;
  className?: string;
  children?: ReactNode;
};

/** A button on a map that can be dragged or moved by arrow keys; Delete or a double click removes it. */
export function DragHandle(props: DragHandleProps) {
  const { place, label, anchor = "center", isRaised = true, onMove, onMoved, onRemove, onPress } = props;
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
    <MapMarker place={place} anchor={anchor} onMove={onMove} onMoved={onMoved} isRaised={isRaised}>
      <button
        type="button"
        aria-label={label}
        title={label}
        onKeyDown={onKeyDown}
        onDoubleClick={onRemove}
        onClick={onPress}
        className={props.className}
      >
        {props.children}
      </button>
    </MapMarker>
  );
}
