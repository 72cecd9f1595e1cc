"use client";

import { useNow } from "@/components/ui/use-now";
import { SwitchButton } from "../../alarm-switch/components/switch-button";
import { usePoint } from "../client";

type PointSwitchProps = { id: number; now: number; timeZone: string; onSwitch?: (id: number) => void };

/** A point's alarm switch; a pause that runs out while the page is open shows as over. */
export function PointSwitch({ id, now, timeZone, onSwitch }: PointSwitchProps) {
  const { name, alarmSwitch, pausedUntil } = usePoint(id);
  const current = useNow(now);
  const isOver = alarmSwitch === "paused" && pausedUntil !== null && pausedUntil <= current;
  return (
    <SwitchButton
      name={name}
      position={isOver ? "on" : alarmSwitch}
      pausedUntil={pausedUntil}
      now={current}
      timeZone={timeZone}
      onOpen={onSwitch && (() => onSwitch(id))}
    />
  );
}
