"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import { PLOT_RIGHT } from "./chart-panel";
import { bounded, heldAt, pan, type TimeRange, type ZoomBounds, zoomAround } from "./zoom";

type Gestures = {
  range: TimeRange;
  /** The left edge of the plots in pixels. */
  left: number;
  bounds: ZoomBounds;
  onZoom: (range: TimeRange) => void;
  onReset: () => void;
  /** Called with the instant under the pointer; null when it leaves. */
  onCursor: (at: number | null) => void;
  /** Called with the span being dragged; null when the drag ends. */
  onSelect: (span: TimeRange | null) => void;
};

/** A drag shorter than this many pixels is a click. */
const CLICK_PIXELS = 5;
const WHEEL_STEP = 0.0018;

type Finger = { at: number; share: number; startX: number; hasMoved: boolean };

/**
 * Pointer, wheel and touch gestures on a plot. Moving shows a cursor, dragging selects a span to zoom to, the wheel
 * zooms and pans. One finger pans, two pinch, a tap shows the cursor. Events within one frame are drawn once.
 */
export function usePlotGestures(ref: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const rangeOf = useEffectEvent(() => gestures.range);
  const leftOf = useEffectEvent(() => gestures.left);
  const move = useEffectEvent((at: number | null) => gestures.onCursor(at));
  const select = useEffectEvent((span: TimeRange | null) => gestures.onSelect(span));
  const zoom = useEffectEvent((wanted: TimeRange) => gestures.onZoom(bounded(wanted, gestures.bounds)));
  const reset = useEffectEvent(() => gestures.onReset());
  const wheel = useEffectEvent((share: number, deltaX: number, deltaY: number) => {
    const { range, bounds, onZoom } = gestures;
    const at = range.from + share * (range.to - range.from);
    if (Math.abs(deltaX) > Math.abs(deltaY)) onZoom(pan(range, deltaX * WHEEL_STEP, bounds));
    else onZoom(zoomAround(range, at, Math.exp(deltaY * WHEEL_STEP), bounds));
  });

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let drag: { x: number; at: number; pointerId: number } | null = null;
    let waiting: (() => void) | null = null;
    let turned: { share: number; x: number; y: number } | null = null;
    let frame = 0;
    const fingers = new Map<number, Finger>();

    const draw = () => {
      cancelAnimationFrame(frame);
      const [due, wheelTurned] = [waiting, turned];
      [frame, waiting, turned] = [0, null, null];
      if (wheelTurned) wheel(wheelTurned.share, wheelTurned.x, wheelTurned.y);
      due?.();
    };
    // Only the last event within a frame counts.
    const soon = (work: (() => void) | null) => {
      waiting = work ?? waiting;
      frame ||= requestAnimationFrame(draw);
    };
    /** Applies the pending movement before a finger is added or removed within a frame. */
    const settle = () => {
      if (frame) flushSync(draw);
    };
    const local = (event: MouseEvent) => {
      const box = element.getBoundingClientRect();
      const [x, left] = [event.clientX - box.left, leftOf()];
      const share = Math.min(1, Math.max(0, (x - left) / Math.max(1, box.width - left - PLOT_RIGHT)));
      const { from, to } = rangeOf();
      return { x, share, at: from + share * (to - from), isInside: x >= left && x <= box.width - PLOT_RIGHT };
    };
    const spanTo = (at: number): TimeRange => ({
      from: Math.min(drag?.at ?? at, at),
      to: Math.max(drag?.at ?? at, at),
    });
    const end = () => {
      drag = null;
      fingers.clear();
      select(null);
    };
    /** Binds each finger to the instant below it; bound again when a finger is added or removed. */
    const anchor = () => {
      const { from, to } = rangeOf();
      for (const finger of fingers.values()) finger.at = from + finger.share * (to - from);
    };
    const follow = () => {
      const [first, second] = [...fingers.values()];
      if (!first) return;
      const length = rangeOf().to - rangeOf().from;
      zoom(heldAt(first, second ?? { at: first.at + length, share: first.share + 1 }));
    };
    const down = (event: PointerEvent) => {
      if (event.pointerType === "touch") settle();
      const { x, share, at, isInside } = local(event);
      if (!isInside) return;
      if (event.pointerType === "touch") {
        fingers.set(event.pointerId, { at, share, startX: x, hasMoved: fingers.size > 0 });
        anchor();
        move(fingers.size === 1 ? at : null);
        return;
      }
      if (event.button === 0 && event.isPrimary) drag = { x, at, pointerId: event.pointerId };
    };
    const moved = (event: PointerEvent) => {
      const { x, share, at, isInside } = local(event);
      const finger = fingers.get(event.pointerId);
      if (finger) {
        finger.hasMoved ||= Math.abs(x - finger.startX) >= CLICK_PIXELS;
        if (!finger.hasMoved) return;
        element.setPointerCapture(event.pointerId);
        finger.share = share;
        soon(() => {
          move(null);
          follow();
        });
        return;
      }
      if (event.pointerType === "touch") return;
      const isDrag = drag && event.pointerId === drag.pointerId && Math.abs(x - drag.x) >= CLICK_PIXELS;
      if (isDrag) element.setPointerCapture(event.pointerId);
      soon(() => {
        move(isInside || drag ? at : null);
        if (isDrag && drag) select(spanTo(at));
      });
    };
    const up = (event: PointerEvent) => {
      if (fingers.has(event.pointerId)) {
        settle();
        fingers.delete(event.pointerId);
        anchor();
        return;
      }
      const { x, at } = local(event);
      const wasDrag = drag && event.pointerId === drag.pointerId && Math.abs(x - drag.x) >= CLICK_PIXELS;
      const span = spanTo(at);
      waiting = null;
      end();
      if (wasDrag) zoom(span);
    };
    // After a tap the cursor stays.
    const left = (event: PointerEvent) => {
      if (event.pointerType !== "touch") soon(() => move(null));
    };
    const wheeled = (event: WheelEvent) => {
      const { share, isInside } = local(event);
      if (!isInside) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
      const isTurned = event.shiftKey && event.deltaX === 0;
      const [x, y] = isTurned ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      turned = { share, x: (turned?.x ?? 0) + x * unit, y: (turned?.y ?? 0) + y * unit };
      soon(null);
    };
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
    element.addEventListener("dblclick", () => reset(), { signal });
    document.addEventListener("keydown", escaped, { signal });
    return () => {
      listening.abort();
      cancelAnimationFrame(frame);
    };
  }, [ref]);
}
