"use client";

import { type PointerEvent, type RefObject, useRef, useState } from "react";
import type { PlanSurfaceHandle } from "./plan-surface";
import type { Point } from "./plan-view";

const SLOP_PX = 6;

export type Carried<T> = { item: T; x: number; y: number };

/**
 * Drags an item of a list onto the plan with mouse, pen or finger; `carried` is what to draw under the pointer. The
 * browser's own drag and drop does not support touch.
 */
export function useDropOnto<T>(surface: RefObject<PlanSurfaceHandle | null>, onDrop: (item: T, at: Point) => void) {
  const [carried, setCarried] = useState<Carried<T> | null>(null);
  const from = useRef<Point | null>(null);
  const end = () => {
    from.current = null;
    setCarried(null);
  };
  return {
    carried,
    handlersOf: (item: T) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        const start = from.current;
        if (!start || (!carried && Math.hypot(clientX - start.x, clientY - start.y) < SLOP_PX)) return;
        setCarried({ item, x: clientX, y: clientY });
      },
      onPointerUp({ clientX, clientY }: PointerEvent<HTMLElement>) {
        const at = carried && surface.current?.partsAt(clientX, clientY);
        end();
        if (at) onDrop(item, at);
      },
      onPointerCancel: end,
    }),
  };
}
