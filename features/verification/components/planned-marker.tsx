"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { markerClass, markerStyle, markerTone } from "@/components/plan/plan-marker";
import type { PlanSurfaceHandle } from "@/components/plan/plan-surface";
import type { Point } from "@/components/plan/plan-view";
import { useMarkerDrag } from "@/components/plan/use-marker-drag";
import { cn } from "@/components/ui/cn";
import type { PlannedPoint } from "../task.schema";

type PlannedMarkerProps = {
  point: PlannedPoint;
  surface: RefObject<PlanSurfaceHandle | null>;
  keysId: string;
  isEditable: boolean;
  onMove: (to: Point) => void;
  onRemove: () => void;
};

/** The label of a point; one without a device has a broken border. */
const lookOf = ({ device }: PlannedPoint) =>
  cn(markerClass, markerTone(device ? "normal" : null), !device && "border-dashed");

/** A point on the plan: dragged by pointer, moved by arrow keys, removed by Delete. */
export function PlannedMarker({ point, surface, keysId, isEditable, onMove, onRemove }: PlannedMarkerProps) {
  const t = useTranslations("verification");
  const { shown, isDragged, handlers } = useMarkerDrag({ surface, at: point, onMove, onRemove });
  const name = t("plan.marker", { label: point.label, name: t(`class.${point.pointClass}`) });
  if (!isEditable)
    return (
      <span role="img" aria-label={name} title={name} className={lookOf(point)} style={markerStyle(point)}>
        {point.label}
      </span>
    );
  return (
    <button
      type="button"
      data-marker={point.label}
      aria-label={name}
      aria-describedby={isEditable ? keysId : undefined}
      title={name}
      className={cn(
        lookOf(point),
        "cursor-grab touch-none focus:z-10",
        isDragged && "z-10 cursor-grabbing border-primary text-primary",
      )}
      style={markerStyle(shown)}
      {...handlers}
    >
      {point.label}
    </button>
  );
}
