"use client";

import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import type { PlanSurfaceHandle } from "./plan-surface";
import type { Point } from "./plan-view";

/** A press that moves further than this is a drag. */
const SLOP_PX = 4;
const STEP_PX = 1;
const LEAP_PX = 10;

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const within = (value: number) => Math.min(1, Math.max(0, value));

type MarkerDrag = {
  surface: RefObject<PlanSurfaceHandle | null>;
  at: Point;
  /** `isHeld` is true while an arrow key repeats: all its moves are one step. */
  onMove: (to: Point, isHeld: boolean) => void;
  onRemove: () => void;
};

/** Moves a marker by pointer and arrow keys; `shown` is its position during a drag. */
export function useMarkerDrag({ surface, at, onMove, onRemove }: MarkerDrag) {
  const [shown, setShown] = useState<Point | null>(null);
  const pressed = useRef<{ from: Point; offset: Point; isDrag: boolean } | null>(null);
  const end = () => {
    pressed.current = null;
    setShown(null);
  };
  return {
    shown: shown ?? at,
    isDragged: shown !== null,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        const here = surface.current?.partsAt(event.clientX, event.clientY) ?? at;
        // The offset of the press to the centre, so that the marker does not jump under the pointer.
        const offset = { x: at.x - here.x, y: at.y - here.y };
        pressed.current = { from: { x: event.clientX, y: event.clientY }, offset, isDrag: false };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const press = pressed.current;
        if (!press) return;
        press.isDrag ||= Math.hypot(event.clientX - press.from.x, event.clientY - press.from.y) > SLOP_PX;
        const here = press.isDrag && surface.current?.partsAt(event.clientX, event.clientY);
        if (here) setShown({ x: within(here.x + press.offset.x), y: within(here.y + press.offset.y) });
      },
      onPointerUp() {
        if (pressed.current?.isDrag && shown) onMove(shown, false);
        end();
      },
      onPointerCancel: end,
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const way = ARROWS[event.key];
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (way) {
          const by = surface.current?.partsOfPixels({
            x: way.x * (event.shiftKey ? LEAP_PX : STEP_PX),
            y: way.y * (event.shiftKey ? LEAP_PX : STEP_PX),
          });
          if (by) onMove({ x: within(at.x + by.x), y: within(at.y + by.y) }, true);
        } else if (event.key === "Delete" || event.key === "Backspace") onRemove();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
