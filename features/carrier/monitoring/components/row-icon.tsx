import { Bell, BellMinus, BellOff, ChartLine, Siren, Timer } from "lucide-react";
import { CARRIER_ICONS } from "@/components/value/carrier-icon";
import type { CarrierType } from "@/db/enums";
import type { SwitchPosition } from "../../alarm-switch/rules";

type IconName = CarrierType | SwitchPosition | "exceptions" | "history";

const ICONS = {
  ...CARRIER_ICONS,
  on: Bell,
  off: BellOff,
  paused: Timer,
  none: BellMinus,
  exceptions: Siren,
  history: ChartLine,
} as const satisfies Record<IconName, unknown>;

/** Defines the icons of the rows once; otherwise a hundred rows would repeat each path. */
export function RowIcons() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      {Object.entries(ICONS).map(([name, Icon]) => (
        <symbol key={name} id={`row-${name}`} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}

export function RowIcon({ name, className = "size-4" }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#row-${name}`} />
    </svg>
  );
}
