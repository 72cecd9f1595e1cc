"use client";

import { Maximize, Move, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { nextZoom, type Point, partsOf, type Size, ZOOMS } from "./plan-view";
import { usePanPinch, usePlanView } from "./use-plan-view";

const PAN_PX = 60;
const EDGE_PX = 24;
/** From this zoom on, names fit between markers on a phone too. */
const NEAR = 2;
const NAMES = ["1/3", "1/2", "1", "2", "3"] as const;

export type PlanSurfaceHandle = {
  /** Converts a point of the screen to fractions of the plan; null outside of the surface. */
  partsAt: (clientX: number, clientY: number) => Point | null;
  /** The centre of the visible part, as fractions of the plan. */
  middle: () => Point;
  /** Converts screen pixels to fractions of the plan. */
  partsOfPixels: (by: Point) => Point;
};

type PlanSurfaceProps = {
  picture: Size & { src: string; alt: string };
  /** The name of the plan for keyboard users. */
  label: string;
  /** Markers, positioned by fractions of the plan. */
  children: ReactNode;
  handle?: Ref<PlanSurfaceHandle>;
  className?: string;
};

/** A floor plan with zoom by buttons, wheel, keys and pinch, and pan by drag. */
export function PlanSurface({ picture, label, children, handle, className }: PlanSurfaceProps) {
  const t = useTranslations("common.plan");
  const frame = useRef<HTMLDivElement>(null);
  const plan = usePlanView(frame, picture);
  const { view, room, zoom, pan, zoomTo, reset } = plan;
  const gestures = usePanPinch(plan);

  useImperativeHandle(handle, () => ({
    partsAt: (clientX, clientY) => {
      const box = frame.current?.getBoundingClientRect();
      if (!box || !view) return null;
      const at = { x: clientX - box.left, y: clientY - box.top };
      const isInside = at.x >= 0 && at.y >= 0 && at.x <= box.width && at.y <= box.height;
      return isInside ? partsOf(at, view, picture) : null;
    },
    middle: () => (view ? partsOf({ x: room.width / 2, y: room.height / 2 }, view, picture) : { x: 0.5, y: 0.5 }),
    partsOfPixels: ({ x, y }) => ({
      x: x / (picture.width * (view?.scale ?? 1)),
      y: y / (picture.height * (view?.scale ?? 1)),
    }),
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    const pans: Record<string, Point> = {
      ArrowLeft: { x: PAN_PX, y: 0 },
      ArrowRight: { x: -PAN_PX, y: 0 },
      ArrowUp: { x: 0, y: PAN_PX },
      ArrowDown: { x: 0, y: -PAN_PX },
    };
    const by = pans[event.key];
    if (by) pan(by);
    else if (event.key === "+" || event.key === "=") zoomTo(nextZoom(zoom, 1));
    else if (event.key === "-") zoomTo(nextZoom(zoom, -1));
    else return;
    event.preventDefault();
  };
  const panRef = useRef(pan);
  panRef.current = pan;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // A marker that gets keyboard focus is moved into view.
    const onFocus = ({ target }: globalThis.FocusEvent) => {
      // The browser also scrolls to hidden elements, which would shift the plan in its frame.
      element.scrollTo(0, 0);
      if (!(target instanceof Element)) return;
      const [box, marker] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
      const over = (low: number, high: number, from: number, to: number) =>
        low < from ? from - low + EDGE_PX : high > to ? to - high - EDGE_PX : 0;
      const by = {
        x: over(marker.left, marker.right, box.left, box.right),
        y: over(marker.top, marker.bottom, box.top, box.bottom),
      };
      if (by.x !== 0 || by.y !== 0) panRef.current(by);
    };
    element.addEventListener("focusin", onFocus);
    return () => element.removeEventListener("focusin", onFocus);
  }, []);
  const offered = ZOOMS.findIndex((one) => Math.abs(one - zoom) < 0.01);
  return (
    <div className={cn("relative min-h-0 min-w-0 overflow-hidden rounded-md border bg-muted", className)}>
      <div ref={frame} className="absolute inset-0 touch-none overflow-hidden">
        <div {...gestures} aria-hidden="true" className="absolute inset-0 cursor-grab active:cursor-grabbing" />
        {view && (
          <div
            data-near={zoom >= NEAR || undefined}
            className="pointer-events-none absolute top-0 left-0 origin-top-left [&_a]:pointer-events-auto [&_button]:pointer-events-auto"
            style={{
              width: picture.width * view.scale,
              height: picture.height * view.scale,
              transform: `translate(${view.x}px, ${view.y}px)`,
            }}
          >
            {/* An uploaded image, which only its own URL serves. */}
            <img
              src={picture.src}
              alt={picture.alt}
              draggable={false}
              className="absolute inset-0 size-full select-none bg-white shadow-overlay"
            />
            {children}
          </div>
        )}
      </div>
      <div className="absolute right-2 bottom-2 flex items-center gap-1 rounded-md border bg-card p-1">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`${label}: ${t("keys")}`}
          title={t("keys")}
          className="cursor-move"
          onKeyDown={onKeyDown}
        >
          <Move aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("zoomOut")}
          title={t("zoomOut")}
          onClick={() => zoomTo(nextZoom(zoom, -1))}
        >
          <ZoomOut aria-hidden="true" />
        </Button>
        <Select
          aria-label={t("zoom")}
          className="w-20"
          value={offered === -1 ? "" : String(offered)}
          onChange={(event) => zoomTo(ZOOMS[Number(event.target.value)] ?? 1)}
        >
          {offered === -1 && <option value="">{`${zoom.toFixed(1)}×`}</option>}
          {NAMES.map((name, index) => (
            <option key={name} value={String(index)}>{`${name}×`}</option>
          ))}
        </Select>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("zoomIn")}
          title={t("zoomIn")}
          onClick={() => zoomTo(nextZoom(zoom, 1))}
        >
          <ZoomIn aria-hidden="true" />
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label={t("fit")} title={t("fit")} onClick={reset}>
          <Maximize aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
