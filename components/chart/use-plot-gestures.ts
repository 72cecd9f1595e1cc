"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { PLOT_LEFT, PLOT_RIGHT } from "./chart-panel";
import { bounded, pan, type TimeRange, type ZoomBounds, zoomAround } from "./zoom";

type Gestures = {
  range: TimeRange;
  bounds: ZoomBounds;
  onZoom: (range: TimeRange) => void;
  onReset: () => void;
  /** The instant under the pointer, null when it leaves. */
  onCursor: (at: number | null) => void;
  /** The span that is being dragged, null when it ends. */
  onSelect: (span: TimeRange | null) => void;
};

/** Below so many pixels a drag was a click. */
const CLICK_PIXELS = 5;
const WHEEL_STEP = 0.0018;

/** Pointer and wheel on a plot: moving shows a cursor, dragging selects a span to zoom to, the wheel zooms and pans. */
export function usePlotGestures(ref: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const instantAt = useEffectEvent((x: number, width: number): number => {
    const { from, to } = gestures.range;
    const share = (x - PLOT_LEFT) / Math.max(1, width - PLOT_LEFT - PLOT_RIGHT);
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  });
  const move = useEffectEvent((at: number | null) => gestures.onCursor(at));
  const select = useEffectEvent((span: TimeRange | null) => gestures.onSelect(span));
  const finish = useEffectEvent((span: TimeRange) => gestures.onZoom(bounded(span, gestures.bounds)));
  const reset = useEffectEvent(() => gestures.onReset());
  const wheel = useEffectEvent((at: number, deltaX: number, deltaY: number) => {
    const { range, bounds, onZoom } = gestures;
    if (Math.abs(deltaX) > Math.abs(deltaY)) onZoom(pan(range, deltaX * WHEEL_STEP, bounds));
    else onZoom(zoomAround(range, at, Math.exp(deltaY * WHEEL_STEP), bounds));
  });

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let drag: { x: number; at: number; pointerId: number } | null = null;
    const local = (event: MouseEvent) => {
      const box = element.getBoundingClientRect();
      const x = event.clientX - box.left;
      return { x, at: instantAt(x, box.width), isInside: x >= PLOT_LEFT && x <= box.width - PLOT_RIGHT };
    };
    const spanTo = (at: number): TimeRange => ({
      from: Math.min(drag?.at ?? at, at),
      to: Math.max(drag?.at ?? at, at),
    });
    const end = () => {
      drag = null;
      select(null);
    };
    const down = (event: PointerEvent) => {
      const { x, at, isInside } = local(event);
      if (event.button !== 0 || !event.isPrimary || !isInside) return;
      drag = { x, at, pointerId: event.pointerId };
    };
    const moved = (event: PointerEvent) => {
      const { x, at, isInside } = local(event);
      move(isInside || drag ? at : null);
      if (!drag || event.pointerId !== drag.pointerId || Math.abs(x - drag.x) < CLICK_PIXELS) return;
      element.setPointerCapture(drag.pointerId);
      select(spanTo(at));
    };
    const up = (event: PointerEvent) => {
      const { x, at } = local(event);
      const wasDrag = drag && event.pointerId === drag.pointerId && Math.abs(x - drag.x) >= CLICK_PIXELS;
      const span = spanTo(at);
      end();
      if (wasDrag) finish(span);
    };
    const left = () => move(null);
    const wheeled = (event: WheelEvent) => {
      const { at, isInside } = local(event);
      if (!isInside) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
      const turned = event.shiftKey && event.deltaX === 0;
      wheel(at, (turned ? event.deltaY : event.deltaX) * unit, (turned ? 0 : event.deltaY) * unit);
    };
    const doubled = () => reset();
    const escaped = (event: KeyboardEvent) => {
      if (event.key === "Escape" && drag) end();
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("pointerdown", down, { signal });
    element.addEventListener("pointermove", moved, { signal });
    element.addEventListener("pointerup", up, { signal });
    element.addEventListener("pointercancel", end, { signal });
    element.addEventListener("pointerleave", left, { signal });
    element.addEventListener("wheel", wheeled, { signal, passive: false });
    element.addEventListener("dblclick", doubled, { signal });
    document.addEventListener("keydown", escaped, { signal });
    return () => listening.abort();
  }, [ref]);
}
