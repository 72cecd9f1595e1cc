import { TONE_TEXT, type Tone } from "@/components/ui/tone";
import type { Measure } from "@/db/enums";
import { formatReading } from "@/lib/units/format";

/** The limit that is expected to be passed, when, and the bounds of that; epoch ms. */
export type Foreseen = { value: number; at: number; earliest: number; latest: number };

type ForecastProps = {
  forecast: Foreseen;
  from: { at: number; value: number };
  tone: Tone;
  x: (time: number) => number;
  y: (value: number) => number;
};

/** The way to the limit as it was foreseen, and the bar between the earliest and the latest moment. */
export function Forecast({ forecast: { value, at, earliest, latest }, from, tone, x, y }: ForecastProps) {
  return (
    <g className={TONE_TEXT[tone]} stroke="currentColor">
      <line x1={x(from.at)} y1={y(from.value)} x2={x(at)} y2={y(value)} strokeWidth="1.5" strokeDasharray="2 3" />
      <line x1={x(earliest)} x2={x(latest)} y1={y(value)} y2={y(value)} strokeWidth="5" opacity="0.35" />
      <circle cx={x(at)} cy={y(value)} r="3.5" fill="var(--popover)" strokeWidth="1.5" />
    </g>
  );
}

type LimitProps = {
  name: string;
  value: number | null;
  tone: "above" | "below";
  /** The edges of what is drawn. */
  left: number;
  right: number;
  top: number;
  y: (value: number) => number;
  measure: Measure;
  locale: string;
};

/** A limit as a dashed line with its name. */
export function Limit({ name, value, tone, left, right, top, y, measure, locale }: LimitProps) {
  if (value === null) return null;
  return (
    <g className={TONE_TEXT[tone]}>
      <line x1={left} x2={right} y1={y(value)} y2={y(value)} stroke="currentColor" strokeDasharray="4 3" />
      <text
        x={left + 4}
        y={y(value)}
        // Above its line, unless the plot ends there.
        dy={y(value) < top + 16 ? 12 : -4}
        fill="currentColor"
        stroke="var(--popover)"
        strokeWidth="3"
        paintOrder="stroke"
      >
        {name} {formatReading(value, measure, locale).text}
      </text>
    </g>
  );
}
