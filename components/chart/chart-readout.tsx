import { Fragment } from "react";
import { cn } from "@/components/ui/cn";
import { MiddleText } from "@/components/value/middle-text";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatStamp } from "@/lib/datetime/format";
import { type ChartPanel, nearest, type Stroke, strokeOf } from "./chart-panel";
import type { ChartEvent } from "./event-clusters";

type ChartReadoutProps = {
  panels: readonly ChartPanel[];
  events: readonly ChartEvent[];
  at: number;
  timeZone: string;
  /** The maximum distance in ms between a value and the instant. */
  reachMs: number;
  /** Pixels from the left edge of the chart. */
  x: number;
  width: number;
};

const WIDTH = 272;
const LINES = 14;
const SHADES = 4;
const POINTS = 4;
const EVENTS = 6;

/** The values of all panels at the cursor, in one box beside it. */
export function ChartReadout({ panels, events, at, timeZone, reachMs, x, width }: ChartReadoutProps) {
  const rows = panels.flatMap((panel) =>
    panel.lines.flatMap((line) => {
      const index = nearest(line.columns.at, at, reachMs, panel.words !== undefined);
      const value = line.columns.mean[index] ?? null;
      if (value === null) return [];
      const [low, high] = [line.columns.min[index] ?? value, line.columns.max[index] ?? value];
      const isShare = line.hasBand && value > 0 && value < 1;
      const text =
        isShare && panel.share ? panel.share(value) : (panel.words?.[value >= 0.5 ? 1 : 0] ?? panel.format(value));
      const band = line.hasBand && !panel.words && low !== high ? [low, high].map(panel.formatAxis).join(" – ") : null;
      const { id, name, stroke = strokeOf(line.order) } = line;
      return [{ id: `${panel.id} ${id}`, heading: panel.heading ?? panel.title, name, stroke, text, band }];
    }),
  );
  const hasHeadings = new Set(rows.map(({ heading }) => heading)).size > 1;
  const points = panels.flatMap(({ points = [] }) =>
    points.filter((point) => Math.abs(point.at - at) <= reachMs / 2).slice(0, POINTS),
  );
  const shades = panels.flatMap((panel) => panel.shades.filter(({ from, to }) => from <= at && at <= to));
  const happened = events.filter((event) => Math.abs(event.at - at) <= reachMs / 2);
  const left = x + WIDTH + 16 > width ? Math.max(0, x - WIDTH - 12) : x + 12;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-8 z-10 rounded-md bg-popover p-2 text-popover-foreground text-xs tabular-nums shadow-overlay"
      style={{ left, width: Math.min(WIDTH, width) }}
    >
      <p className="font-medium text-muted-foreground">{formatStamp(new Date(at), { timeZone }).slice(0, 19)}</p>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {rows.slice(0, LINES).map((row, index) => (
          <Fragment key={row.id}>
            {hasHeadings && row.heading !== rows[index - 1]?.heading && (
              <li className="mt-1 font-medium text-faint-foreground first:mt-0">{row.heading}</li>
            )}
            <li className="flex items-baseline gap-2">
              <LineSwatch stroke={row.stroke} className="self-center" />
              <MiddleText text={row.name} className="flex-1 text-muted-foreground" />
              {row.band && <span className="shrink-0 text-faint-foreground">{row.band}</span>}
              <span className="min-w-14 shrink-0 text-right font-semibold">{row.text}</span>
            </li>
          </Fragment>
        ))}
        {rows.length === 0 && <li className="text-faint-foreground">–</li>}
        {rows.length > LINES && <li className="text-faint-foreground">… +{rows.length - LINES}</li>}
        {points.slice(0, POINTS).map(({ id, order, name, text }) => (
          <li key={id} className="flex items-baseline gap-2 text-muted-foreground">
            <PointSwatch order={order} className="self-center" />
            <MiddleText text={name} className="flex-1" />
            <span className="shrink-0 line-through">{text}</span>
          </li>
        ))}
        {happened.slice(0, EVENTS).map(({ id, tone, text }) => (
          <li key={id} className={cn("flex items-center gap-1.5 font-medium", TONE_TEXT[tone])}>
            <ToneIcon tone={tone} className="size-3.5 shrink-0" />
            <MiddleText text={text} />
          </li>
        ))}
        {shades.slice(0, SHADES).map(({ id, tone, text }) => (
          <li key={id} className={cn("flex items-center gap-1.5 font-medium", TONE_TEXT[tone])}>
            <ToneIcon tone={tone} className="size-3.5 shrink-0" />
            <MiddleText text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The hollow marker of a single value. */
export function PointSwatch({ order, className }: { order: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("mx-1 inline-block size-2 shrink-0 rounded-full border-2", className)}
      style={{ borderColor: `var(--${strokeOf(order).token})` }}
    />
  );
}

/** A short sample of a line as the chart draws it. */
export function LineSwatch({ className, ...line }: ({ order: number } | { stroke: Stroke }) & { className?: string }) {
  const { token, dash } = "stroke" in line ? line.stroke : strokeOf(line.order);
  return (
    <span
      aria-hidden="true"
      className={cn("inline-block w-4 shrink-0 border-t-2", className)}
      style={{ borderColor: `var(--${token})`, borderTopStyle: dash }}
    />
  );
}
