"use client";

import { useLocale, useTranslations } from "next-intl";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { TONE_TEXT, type Tone } from "@/components/ui/tone";
import type { Measure } from "@/db/enums";
import { formatInstant } from "@/lib/datetime/format";
import { formatNumber, formatReading } from "@/lib/units/format";
import { nearest, runsOf, type Series, tickText, timeTicks, valueSpan, valueTicks } from "../rules";
import { Forecast, type Foreseen, Limit } from "./marks";

type ExcursionChartProps = {
  series: Series;
  bucketSeconds: number;
  measure: Measure;
  limits: { minimum: number | null; maximum: number | null };
  /** What is drawn, and the excursion in it; epoch ms. */
  span: { from: number; to: number };
  excursion: { from: number; to: number };
  forecast?: Foreseen;
  tone: Tone;
  timeZone: string;
  now: number;
  /** The picture in words. */
  label: string;
};

const HEIGHT = 208;
const RIGHT = 12;
const TOP = 12;
/** A digit of the axis, and the air around the longest number. */
const DIGIT = 7;
const MARGIN = 12;
const BOTTOM = 24;
/** Half the width of a time at the axis: nearer to the edge it would be cut. */
const TICK_HALF = 17;

/** The width of an element, following it. */
function useWidth(initial: number) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || initial));
    observer.observe(element);
    return () => observer.disconnect();
  }, [initial]);
  return { box, width };
}

/** The line around an excursion with its limits dashed and its span shaded; the nearest value is read on hover. */
export function ExcursionChart(props: ExcursionChartProps) {
  const { series, bucketSeconds, measure, limits, span, excursion, forecast, tone, timeZone, now, label } = props;
  const t = useTranslations("exception.chart");
  const locale = useLocale();
  const { box, width } = useWidth(512);
  const [index, setIndex] = useState<number | null>(null);

  const { low, high } = valueSpan(series, [limits.minimum, limits.maximum]);
  const ticks = valueTicks(low, high, 4).map((value) => ({ value, text: formatNumber(value, locale, 0, 2) }));
  const left = MARGIN + DIGIT * Math.max(3, ...ticks.map(({ text }) => text.length));
  const x = (time: number) => left + ((time - span.from) / (span.to - span.from)) * (width - left - RIGHT);
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const point = (time: number, value: number) => `${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
  const runs = runsOf(series.at, bucketSeconds);
  const indices = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, step) => first + step);
  const along = (values: readonly number[], run: readonly number[]) =>
    run.map((at) => point(series.at[at] as number, values[at] as number)).join("L");
  const paths = runs.map(([first, last]) => {
    const run = indices(first, last);
    return {
      // A lone point between two gaps still shows, as a dot of the line's round cap.
      line: `M${along(series.mean, run)}${first === last ? "h0" : ""}`,
      band: `M${along(series.max, run)}L${along(series.min, run.toReversed())}Z`,
    };
  });
  // What was foreseen was so from the last reading before the alarm on, or from the first that there is.
  const start = Math.max(
    0,
    series.at.findLastIndex((time) => time <= excursion.from),
  );
  const edges = { left, right: width - RIGHT, top: TOP, y, measure, locale };
  const begun = { at: series.at[start] as number, value: series.mean[start] as number };
  const from = Math.max(excursion.from, span.from);
  const to = Math.min(excursion.to, span.to);
  const shown = index === null ? null : { at: series.at[index] as number, value: series.mean[index] as number };
  const read = (event: PointerEvent<SVGSVGElement>) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const time = span.from + ((event.clientX - frame.left - left) / (width - left - RIGHT)) * (span.to - span.from);
    const found = nearest(series.at, time);
    setIndex(found < 0 ? null : found);
  };
  return (
    <div ref={box} className="min-w-0">
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        className="block max-w-full touch-pan-y text-xs"
        onPointerMove={read}
        onPointerDown={read}
        onPointerLeave={() => setIndex(null)}
      >
        {ticks.map(({ value, text }) => (
          <g key={value}>
            <line x1={left} x2={width - RIGHT} y1={y(value)} y2={y(value)} stroke="var(--chart-grid)" />
            <text x={left - 6} y={y(value)} dy="0.32em" textAnchor="end" fill="var(--chart-axis)">
              {text}
            </text>
          </g>
        ))}
        {timeTicks(span.from, span.to, timeZone, Math.max(2, Math.floor(width / 90))).map((time) => (
          <text
            key={time}
            x={Math.min(x(time), width - TICK_HALF)}
            y={HEIGHT - 6}
            textAnchor="middle"
            fill="var(--chart-axis)"
          >
            {tickText(time, span, { locale, timeZone })}
          </text>
        ))}
        <g className={TONE_TEXT[tone]}>
          <rect
            x={x(from)}
            y={TOP}
            width={Math.max(1, x(to) - x(from))}
            height={HEIGHT - TOP - BOTTOM}
            fill="currentColor"
            opacity="0.12"
          />
          <line x1={x(from)} x2={x(from)} y1={TOP} y2={HEIGHT - BOTTOM} stroke="currentColor" opacity="0.5" />
        </g>
        {paths.map(({ band }) => (
          <path key={band} d={band} fill="var(--chart-1)" opacity="0.18" />
        ))}
        {paths.map(({ line }) => (
          <path
            key={line}
            d={line}
            fill="none"
            stroke="var(--chart-1)"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ))}
        {forecast && <Forecast forecast={forecast} from={begun} tone={tone} {...{ x, y }} />}
        <Limit name={t("maximum")} value={limits.maximum} tone="above" {...edges} />
        <Limit name={t("minimum")} value={limits.minimum} tone="below" {...edges} />
        {shown && (
          <g>
            <line
              x1={x(shown.at)}
              x2={x(shown.at)}
              y1={TOP}
              y2={HEIGHT - BOTTOM}
              stroke="var(--chart-axis)"
              strokeDasharray="2 2"
            />
            <circle
              cx={x(shown.at)}
              cy={y(shown.value)}
              r="3"
              fill="var(--chart-1)"
              stroke="var(--popover)"
              strokeWidth="1.5"
            />
          </g>
        )}
      </svg>
      <p
        style={{ paddingLeft: left }}
        className="flex min-h-5 justify-between gap-4 text-muted-foreground text-xs tabular-nums"
      >
        {shown ? (
          <>
            <span>{formatInstant(new Date(shown.at), new Date(now), { locale, timeZone })}</span>
            <strong className="font-semibold text-foreground">
              {formatReading(shown.value, measure, locale).text}
            </strong>
          </>
        ) : (
          <span>{t(forecast ? "hintForecast" : bucketSeconds > 0 ? "hintBand" : "hint")}</span>
        )}
      </p>
    </div>
  );
}
