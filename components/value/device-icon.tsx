import { DoorOpen, Flame, MonitorSmartphone, Repeat, Router, Square, Thermometer } from "lucide-react";
import type { DeviceKind } from "@/db/enums";

const DEVICE_ICONS = {
  sensor: Thermometer,
  gateway: Router,
  display: MonitorSmartphone,
  relay: Repeat,
  base: Square,
  gas: Flame,
  magnetism: DoorOpen,
} as const satisfies Record<DeviceKind, unknown>;

/** The icon of a device kind, as in the menu. */
export function DeviceIcon({ kind, className = "size-4 shrink-0" }: { kind: DeviceKind; className?: string }) {
  const Icon = DEVICE_ICONS[kind];
  return <Icon aria-hidden="true" className={className} />;
}
