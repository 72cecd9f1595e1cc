"use client";

import { useNow } from "@/components/value/use-now";
import { usePoint } from "../monitoring.client";
import { useLabels } from "./labels";
import { RowIcon } from "./row-icon";
import { switchColour } from "./tones";

/** `onSwitch` is absent for users who may only view. */
type PointSwitchProps = { id: number; now: number; onSwitch?: (id: number) => void };

/** The alarm switch position as icon, colour and word; opens the dialog that changes it. */
export function PointSwitch({ id, now, onSwitch }: PointSwitchProps) {
  const point = usePoint(id);
  const { alarmSwitch, pausedUntil, carrierStatus } = point;
  const current = useNow(now);
  // A pause that expires while the page is open is shown as over.
  const isOver = alarmSwitch === "paused" && pausedUntil !== null && pausedUntil <= current;
  const position = isOver ? "on" : alarmSwitch;
  const words = useLabels().alarm(point, position, current);
  const colour = switchColour(position, carrierStatus);
  const content = (
    <>
      <RowIcon name={position} className={`size-4 ${colour}`} />
      <span className={position === "on" ? "sr-only" : `font-medium text-xs ${colour}`}>{words.short}</span>
    </>
  );
  if (!onSwitch || position === "none") {
    return (
      <span title={words.text} className="inline-grid h-control-sm grid-flow-col place-items-center gap-1 px-1.5">
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      onClick={() => onSwitch(id)}
      title={words.text}
      aria-label={words.action}
      className="row-action w-auto grid-flow-col gap-1 px-1.5"
    >
      {content}
    </button>
  );
}
