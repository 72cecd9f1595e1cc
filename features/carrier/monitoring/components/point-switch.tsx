"use client";

import { useNow } from "@/components/value/use-now";
import type { SwitchPosition } from "../../alarm-switch/rules";
import { usePoint } from "../monitoring.client";
import { useLabels } from "./labels";
import { RowIcon } from "./row-icon";

const COLOUR: Record<SwitchPosition, string> = {
  on: "text-normal",
  off: "text-critical",
  paused: "text-paused",
  none: "text-faint-foreground",
};

/** `onSwitch` is absent for users who may only view. */
type PointSwitchProps = { id: number; now: number; onSwitch?: (id: number) => void };

/** The alarm switch position as icon, colour and word; opens the dialog that changes it. */
export function PointSwitch({ id, now, onSwitch }: PointSwitchProps) {
  const { name, alarmSwitch, pausedUntil } = usePoint(id);
  const current = useNow(now);
  // A pause that expires while the page is open is shown as over.
  const isOver = alarmSwitch === "paused" && pausedUntil !== null && pausedUntil <= current;
  const position = isOver ? "on" : alarmSwitch;
  const words = useLabels().alarm(name, position, pausedUntil, current);
  const content = (
    <>
      <RowIcon name={position} className={`size-4 ${COLOUR[position]}`} />
      <span className={position === "on" ? "sr-only" : `font-medium text-xs ${COLOUR[position]}`}>{words.short}</span>
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
