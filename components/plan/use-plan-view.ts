"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { centred, clamped, fitScale, type PlanView, type Point, type Size, zoomedAt } from "./plan-view";

/** Wheel pixels that double or halve the scale. */
const WHEEL_PX = 400;

/** The view of a plan, controlled by wheel, pinch, drag on the background, and buttons. */
export function usePlanView(frame: RefObject<HTMLElement | null>, picture: Size) {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<PlanView | null>(null);
  const { width, height } = picture;

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  const size = { width, height };
  const shown = room.width === 0 ? null : view ? clamped(view, room, size) : centred(room, size);
  const latest = useRef({ shown, room, size });
  latest.current = { shown, room, size };

  const pan = (by: Point) =>
    setView(() => {
      const { shown: at, room: window, size: whole } = latest.current;
      return at && clamped({ ...at, x: at.x + by.x, y: at.y + by.y }, window, whole);
    });
  const zoomBy = (factor: number, at?: Point) =>
    setView(() => {
      const { shown: now, room: window, size: whole } = latest.current;
      return now && zoomedAt(now, factor, at ?? { x: window.width / 2, y: window.height / 2 }, window, whole);
    });
  const zoomRef = useRef(zoomBy);
  zoomRef.current = zoomBy;

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      // The page must not scroll, so the listener cannot be passive.
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const turned = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
      zoomRef.current(2 ** (-turned / WHEEL_PX), { x: event.clientX - box.left, y: event.clientY - box.top });
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [frame]);

  const fit = fitScale(room, size);
  return {
    view: shown,
    room,
    /** Relative to the scale at which the plan fits. */
    zoom: shown ? shown.scale / fit : 1,
    pan,
    zoomBy,
    zoomTo: (zoom: number) => (zoom === 1 ? setView(null) : zoomBy((zoom * fit) / (shown?.scale ?? fit))),
    reset: () => setView(null),
  };
}

type Pressed = Map<number, Point>;

/** Touch and mouse gestures on the background: one pointer pans, two zoom and pan. */
export function usePanPinch({ pan, zoomBy }: Pick<ReturnType<typeof usePlanView>, "pan" | "zoomBy">) {
  const pressed = useRef<Pressed>(new Map());
  const at = (event: React.PointerEvent): Point => ({ x: event.clientX, y: event.clientY });
  const end = (event: React.PointerEvent) => void pressed.current.delete(event.pointerId);
  return {
    onPointerDown(event: React.PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current.set(event.pointerId, at(event));
    },
    onPointerMove(event: React.PointerEvent<HTMLElement>) {
      const before = pressed.current.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      const other = [...pressed.current].find(([id]) => id !== event.pointerId)?.[1];
      pressed.current.set(event.pointerId, now);
      const share = other ? 0.5 : 1;
      pan({ x: (now.x - before.x) * share, y: (now.y - before.y) * share });
      if (!other) return;
      const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
      const box = event.currentTarget.getBoundingClientRect();
      const middle = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
      if (apart(before) > 0) zoomBy(apart(now) / apart(before), middle);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
