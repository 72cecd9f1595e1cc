"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { MarkerName, markerClass, markerRound, markerStyle, markerTone } from "@/components/plan/plan-marker";
import type { PlanSurfaceHandle } from "@/components/plan/plan-surface";
import type { Point } from "@/components/plan/plan-view";
import { useMarkerDrag } from "@/components/plan/use-marker-drag";
import { cn } from "@/components/ui/cn";
import { CarrierIcon } from "@/components/value/carrier-icon";
import type { PlacedCarrier } from "../schema";

type EditorMarkerProps = {
  carrier: PlacedCarrier;
  surface: RefObject<PlanSurfaceHandle | null>;
  keysId: string;
  onMove: (to: Point, isHeld: boolean) => void;
  onRemove: () => void;
};

const percent = (part: number) => Math.round(part * 100);

/** A carrier on the edited plan: dragged by pointer, moved by arrow keys, removed by Delete. */
export function EditorMarker({ carrier, surface, keysId, onMove, onRemove }: EditorMarkerProps) {
  const t = useTranslations("scene.editor");
  const { shown, isDragged, handlers } = useMarkerDrag({ surface, at: carrier, onMove, onRemove });
  return (
    <button
      type="button"
      data-marker={carrier.carrierId}
      aria-label={t("marker", { name: carrier.name, x: percent(shown.x), y: percent(shown.y) })}
      aria-describedby={keysId}
      title={carrier.name}
      className={cn(
        markerClass,
        markerTone(null),
        markerRound,
        "cursor-grab touch-none focus:z-10",
        isDragged && "z-10 cursor-grabbing border-primary text-primary",
      )}
      style={markerStyle(shown)}
      {...handlers}
    >
      <CarrierIcon type={carrier.type} />
      <MarkerName name={carrier.name} />
    </button>
  );
}
