import { cn } from "@/components/ui/cn";

type SparklineProps = {
  /** Values at equal intervals; null is a gap. */
  values: readonly (number | null)[];
  limits?: { minimum?: number | null; maximum?: number | null };
  /** The content in words, for screen readers. */
  label: string;
  width?: number;
  height?: number;
  className?: string;
};

const INSET = 2;

/** A line of a few values with dashed limits, scaled to values and limits together. */
export function Sparkline({ values, limits, label, width = 96, height = 24, className }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  const marks = [limits?.minimum, limits?.maximum].filter((mark) => mark !== null && mark !== undefined);
  const low = Math.min(...known, ...marks);
  const span = Math.max(...known, ...marks) - low || 1;
  const x = (index: number) => INSET + (index / Math.max(1, values.length - 1)) * (width - 2 * INSET);
  const y = (value: number) => height - INSET - ((value - low) / span) * (height - 2 * INSET);
  const points = values.map((value, index) =>
    value === null ? null : `${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  const path = points
    .map((point, index) => point && `${points[index - 1] ? "L" : "M"}${point}`)
    .filter(Boolean)
    .join("");
  const last = values.at(-1);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={cn("overflow-visible text-chart-1", className)}
    >
      {marks.map((mark) => (
        <line
          key={mark}
          x1={0}
          x2={width}
          y1={y(mark)}
          y2={y(mark)}
          stroke="var(--border-strong)"
          strokeDasharray="2 2"
        />
      ))}
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last !== null && last !== undefined && (
        <circle cx={x(values.length - 1)} cy={y(last)} r="1.75" fill="currentColor" />
      )}
    </svg>
  );
}
