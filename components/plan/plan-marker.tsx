import { MiddleText } from "@/components/value/middle-text";
import { TONE_SOFT, type Tone } from "@/components/value/tone";

/** The style of a marker's position: its centre, as fractions of the plan's width and height. */
export const markerStyle = ({ x, y }: { x: number; y: number }) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

/** Centred at its position, with the name below. */
export const markerClass =
  "group -translate-x-1/2 -translate-y-1/2 absolute inline-flex h-7 items-center justify-center gap-1 whitespace-nowrap rounded-full border px-2 font-semibold text-xs tabular-nums shadow-overlay touch:h-9 focus-visible:outline-2 focus-visible:outline-ring focus-visible:outline-offset-2";

export const markerTone = (tone: Tone | null) =>
  tone ? TONE_SOFT[tone] : "border-border-strong bg-card text-card-foreground";

/** A marker that shows only its sign: round, and finger-sized on touch devices. */
export const markerRound = "w-7 px-0 touch:w-9";

/**
 * The name below a marker, cut in its middle to leave room for neighbours; whole while it has hover or focus. On a phone
 * only the active marker shows its name until the user zooms in, because the list shows all names.
 */
export function MarkerName({ name }: { name: string }) {
  return (
    <span className="-translate-x-1/2 absolute top-full left-1/2 mt-0.5 w-max max-w-28 overflow-hidden rounded-sm bg-card/85 px-1 font-medium text-foreground text-xs group-hover:max-w-80 group-focus:block group-focus:max-w-80 max-sm:[&:where(:not([data-near]_*))]:hidden">
      <MiddleText text={name} className="align-top" />
    </span>
  );
}
