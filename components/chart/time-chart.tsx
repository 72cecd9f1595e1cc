"use client";

import { ChevronLeft, ChevronRight, ImageDown, Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { MiddleText } from "@/components/value/middle-text";
import { type ChartPanel, layOut, PLOT_LEFT, PLOT_RIGHT } from "./chart-panel";
import { ChartReadout } from "./chart-readout";
import type { ChartEvent } from "./event-clusters";
import { EventLane } from "./event-lane";
import { type PictureWords, pictureOf, saveFile } from "./picture";
import { sceneOf, timeOption } from "./time-option";
import { useChartTheme } from "./use-chart-theme";
import { useDrawing } from "./use-drawing";
import { usePlotGestures } from "./use-plot-gestures";
import { useSize } from "./use-size";
import { bounded, pan, type TimeRange, type ZoomBounds, zoomAround } from "./zoom";

export type TimeChartWords = {
  /** The content of the chart, for screen readers. */
  label: string;
  tools: string;
  closer: string;
  wider: string;
  earlier: string;
  later: string;
  whole: string;
  hint: string;
  /** What one point of a line represents. */
  resolution: string;
  /** The name of the event lane; required with `events`. */
  events?: string;
  /** The label of the PNG export; without it there is no export. */
  picture?: string;
};

type TimeChartProps = {
  panels: readonly ChartPanel[];
  range: TimeRange;
  /** The range that the reset button returns to. */
  whole: TimeRange;
  bounds: ZoomBounds;
  onZoom: (range: TimeRange) => void;
  place: { locale: string; timeZone: string };
  now: number;
  reachMs: number;
  isBusy: boolean;
  /** No data has arrived yet: placeholders of the panels are shown. */
  isLoading: boolean;
  words: TimeChartWords;
  /** Events marked above the lines. */
  events?: readonly ChartEvent[];
  /** Shown at the left of the tools. */
  legend?: ReactNode;
  /** The caption of the exported PNG. */
  picture?: PictureWords;
  /** An instant to mark with a line, chosen by an element beside the chart. */
  mark?: number | null;
  /** Called with the instant under the pointer; null when it leaves. */
  onCursor?: (at: number | null) => void;
};

const NO_EVENTS: readonly ChartEvent[] = [];
const CLOSER = 0.5;
const STEP = 0.25;

/** Stacked panels over one time axis with a shared cursor. Drag, wheel, toolbar and keys zoom and pan. */
export function TimeChart(props: TimeChartProps) {
  const { panels, range, whole, bounds, onZoom, place, now, reachMs, isBusy, isLoading, words, legend, picture } =
    props;
  const { mark = null, onCursor, events = NO_EVENTS } = props;
  const plot = useRef<HTMLDivElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const theme = useChartTheme(plot);
  const [cursor, setCursor] = useState<number | null>(null);
  const [selection, setSelection] = useState<TimeRange | null>(null);
  const { width } = useSize(plot);
  const { boxes, height } = layOut(panels);

  const scene = useMemo(
    () => (theme && width > 0 ? sceneOf({ panels, range, theme, width, place, now }) : null),
    [panels, range, theme, width, place, now],
  );
  const option = useMemo(() => scene && timeOption(scene), [scene]);
  const chart = useDrawing(drawing, option, { width, height });
  const isDrawn = chart !== null && scene !== null && !isLoading;
  const left = scene?.left ?? PLOT_LEFT;

  const isWhole = range.from === whole.from && range.to === whole.to;
  const reset = () => {
    if (!isWhole) onZoom(whole);
  };
  const hover = (at: number | null) => {
    setCursor(at);
    onCursor?.(at);
  };
  usePlotGestures(plot, { range, left, bounds, onZoom, onReset: reset, onCursor: hover, onSelect: setSelection });

  const middle = (range.from + range.to) / 2;
  const commands = {
    closer: () => onZoom(zoomAround(range, middle, CLOSER, bounds)),
    wider: () => onZoom(zoomAround(range, middle, 1 / CLOSER, bounds)),
    earlier: () => onZoom(pan(range, -STEP, bounds)),
    later: () => onZoom(pan(range, STEP, bounds)),
    whole: reset,
  };
  const keys: Record<string, (() => void) | undefined> = {
    "+": commands.closer,
    "=": commands.closer,
    "-": commands.wider,
    ArrowLeft: commands.earlier,
    ArrowRight: commands.later,
    Home: commands.whole,
    "0": commands.whole,
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const command = keys[event.key];
    if (!command) return;
    event.preventDefault();
    command();
  };

  const keep = async () => {
    if (chart && scene && picture) saveFile(await pictureOf(chart, scene, picture), picture.fileName);
  };

  const share = (at: number) => (at - range.from) / (range.to - range.from);
  const xOf = (at: number) => left + share(at) * Math.max(1, width - left - PLOT_RIGHT);
  const isAtEnd = bounded({ from: range.from + 1, to: range.to + 1 }, bounds).to === range.to;
  return (
    <section
      aria-label={words.label}
      aria-busy={isBusy || undefined}
      tabIndex={-1}
      onKeyDown={pressed}
      className="outline-none"
    >
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        <div className="min-w-0 flex-1 basis-60 empty:hidden">{legend}</div>
        <div
          data-print="hide"
          role="toolbar"
          aria-label={words.tools}
          className="relative ml-auto flex flex-wrap items-center justify-end gap-0.5"
        >
          {isBusy && <Spinner className="absolute right-full mr-1.5 text-muted-foreground" />}
          <ToolButton label={words.earlier} onClick={commands.earlier} icon={<ChevronLeft aria-hidden="true" />} />
          <ToolButton
            label={words.later}
            onClick={commands.later}
            icon={<ChevronRight aria-hidden="true" />}
            disabled={isAtEnd}
          />
          <ToolButton label={words.closer} onClick={commands.closer} icon={<ZoomIn aria-hidden="true" />} />
          <ToolButton label={words.wider} onClick={commands.wider} icon={<ZoomOut aria-hidden="true" />} />
          <Button
            size="sm"
            variant="ghost"
            title={words.whole}
            disabled={isWhole}
            onClick={commands.whole}
            className="max-sm:w-control-sm max-sm:px-0"
          >
            <Maximize2 aria-hidden="true" />
            <span className="max-sm:sr-only">{words.whole}</span>
          </Button>
          {words.picture && picture && (
            <ToolButton
              label={words.picture}
              onClick={keep}
              icon={<ImageDown aria-hidden="true" />}
              disabled={!isDrawn}
            />
          )}
        </div>
      </div>
      <EventLane
        label={words.events ?? ""}
        events={events}
        range={range}
        xOf={xOf}
        width={width}
        onPoint={setCursor}
        onOpen={(span) => onZoom(bounded(span, bounds))}
      />
      <div ref={plot} className="relative cursor-crosshair touch-pan-y select-none" style={{ height }}>
        <div
          role="img"
          aria-label={words.label}
          data-chart={isDrawn ? "drawn" : "loading"}
          className="absolute inset-0"
        >
          {/* The plot handles all pointers: elements above it take none, and the library listens to none. */}
          <div ref={drawing} className="pointer-events-none absolute inset-0" />
        </div>
        {panels.map((panel, index) => (
          <p
            key={panel.id}
            className="pointer-events-none absolute right-4 left-3 flex font-medium text-muted-foreground text-xs"
            style={{ top: (boxes[index]?.top ?? 0) - 22 }}
          >
            <MiddleText text={panel.title} />
          </p>
        ))}
        {!isDrawn &&
          boxes.map(({ top, height: boxHeight }) => (
            <div key={top} className="absolute" style={{ top, height: boxHeight, left, right: PLOT_RIGHT }}>
              <Skeleton className="h-full" />
            </div>
          ))}
        {selection && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute top-0 bottom-7 border-primary border-x bg-primary/10"
            style={{ left: xOf(selection.from), width: xOf(selection.to) - xOf(selection.from) }}
          />
        )}
        {mark !== null && mark >= range.from && mark <= range.to && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute top-2 bottom-7 w-0.5 bg-primary"
            style={{ left: xOf(mark) - 1 }}
          />
        )}
        {cursor !== null && isDrawn && (
          <>
            <div
              aria-hidden="true"
              className="pointer-events-none absolute top-2 bottom-7 w-px bg-muted-foreground/60"
              style={{ left: xOf(cursor) }}
            />
            {!selection && (
              <ChartReadout
                panels={panels}
                events={events}
                at={cursor}
                timeZone={place.timeZone}
                reachMs={reachMs}
                x={xOf(cursor)}
                width={width}
              />
            )}
          </>
        )}
      </div>
      <p className="min-h-7 px-3 pt-1 pb-2 text-faint-foreground text-xs">
        <span className="text-muted-foreground">{words.resolution}</span>
        <span className="max-sm:hidden print:hidden"> · {words.hint}</span>
      </p>
    </section>
  );
}

type ToolButtonProps = { label: string; icon: ReactNode; onClick: () => void; disabled?: boolean };

function ToolButton({ label, icon, onClick, disabled = false }: ToolButtonProps) {
  return (
    <Button size="icon-sm" variant="ghost" aria-label={label} title={label} onClick={onClick} disabled={disabled}>
      {icon}
    </Button>
  );
}
