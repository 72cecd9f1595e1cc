"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { SegmentedControl } from "@/components/form/segmented-control";
import { Part } from "@/components/layout/part";
import { markerStyle } from "@/components/plan/plan-marker";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { formatInstant } from "@/lib/datetime/format";
import { formatReading, NO_VALUE } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { colourOf, cssOf, heatCells, isInLayer, LAYERS, type Layer, LEGEND, pictureSize } from "../heat.rules";
import { PLAN_MARGIN, type Space } from "../point.rules";
import type { PictureDto } from "../record.schema";
import { VERIFIED_MEASURES, type VerifiedMeasure } from "../result.schema";
import { pictureQuery } from "../task.client";
import type { TaskDetailDto } from "../task.schema";

const FRAME_MS = 250;

type HeatPartProps = { task: TaskDetailDto; now: number; timeZone: string };

/** How warm it was where, over time: a slider goes through the record. */
export function HeatPart({ task, now, timeZone }: HeatPartProps) {
  const t = useTranslations("verification");
  const [measure, setMeasure] = useState<VerifiedMeasure>("temperature");
  const { data, isError } = useQuery({
    ...pictureQuery(task.id, measure, task.frozenAt !== null),
    placeholderData: keepPreviousData,
  });
  const measures = VERIFIED_MEASURES.filter((one) => task.limits[one] !== null);
  return (
    <Part
      title={t("section.heat")}
      aside={
        measures.length > 1 && (
          <SegmentedControl
            name="measure"
            label={t("field.measure")}
            options={measures.map((value) => ({ value, label: t(`measure.${value}`) }))}
            value={measure}
            onValueChange={setMeasure}
          />
        )
      }
    >
      {isError ? (
        <p className="text-muted-foreground text-sm">{t("heat.failed")}</p>
      ) : !data ? (
        <Skeleton className="h-80 w-full rounded-md" />
      ) : data.ats.length === 0 || !task.space ? (
        <p className="text-muted-foreground text-sm">{t("heat.none")}</p>
      ) : (
        <Heat key={data.measure} picture={data} space={task.space} {...{ task, now, timeZone }} />
      )}
    </Part>
  );
}

type HeatProps = HeatPartProps & { picture: PictureDto; space: Space };

function Heat({ picture, space, task, now, timeZone }: HeatProps) {
  const t = useTranslations("verification");
  const locale = useValueLocale();
  const [place, setPlace] = useState(picture.ats.length - 1);
  const [layer, setLayer] = useState<Layer>("all");
  const [isPlaying, setPlaying] = useState(false);
  const { measure, ats } = picture;
  const limits = task.limits[measure] ?? task.limits.temperature;
  const last = ats.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(
      () =>
        setPlace((at) => {
          if (at >= last) setPlaying(false);
          return Math.min(last, at + 1);
        }),
      FRAME_MS,
    );
    return () => clearInterval(timer);
  }, [isPlaying, last]);
  const shown = picture.points.filter(({ heightMetres }) => isInLayer(heightMetres, layer, space));
  const at = formatInstant(new Date(ats[place] as number), new Date(now), { locale, timeZone });
  const spots = shown.flatMap(({ isInside, x, y, values }) => {
    const value = values[place];
    return isInside && value !== null && value !== undefined ? [{ x, y, value }] : [];
  });
  const text = (value: number | null | undefined) =>
    value == null ? NO_VALUE : formatReading(value, measure, locale).text;
  const values = spots.map(({ value }) => value);
  const summary = t("heat.summary", {
    at,
    space: text(picture.space[place]),
    minimum: text(values.length === 0 ? null : Math.min(...values)),
    maximum: text(values.length === 0 ? null : Math.max(...values)),
  });
  const size = pictureSize(space);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          name="layer"
          label={t("heat.layer")}
          options={LAYERS.map((value) => ({ value, label: t(`layer.${value}`) }))}
          value={layer}
          onValueChange={setLayer}
        />
        <Legend limits={limits} text={text} />
      </div>
      <div
        className="relative mx-auto w-full overflow-hidden rounded-md border bg-white"
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          maxHeight: "60dvh",
          maxWidth: `calc(60dvh * ${size.width / size.height})`,
        }}
      >
        <Canvas {...{ spots, space, size, limits }} label={summary} />
        {shown.map(({ id, label, x, y, values: own, isInside }) => {
          const value = own[place] ?? null;
          return (
            <span
              key={id}
              className={cn(
                "-translate-x-1/2 -translate-y-1/2 absolute whitespace-nowrap rounded-sm border border-black/20 bg-white/85 px-1 font-medium text-[#14202a] text-xs tabular-nums",
                !isInside && "border-dashed",
              )}
              style={markerStyle({ x, y })}
            >
              {label} {formatReading(value, measure, locale, [1]).number}
            </span>
          );
        })}
      </div>
      <div className="flex items-center gap-3">
        <Button
          size="icon"
          aria-label={t(isPlaying ? "heat.pause" : "heat.play")}
          title={t(isPlaying ? "heat.pause" : "heat.play")}
          onClick={() => {
            if (place >= last) setPlace(0);
            setPlaying(!isPlaying);
          }}
        >
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </Button>
        <input
          type="range"
          min={0}
          max={last}
          value={place}
          aria-label={t("heat.time")}
          aria-valuetext={at}
          onChange={({ target }) => {
            setPlaying(false);
            setPlace(Number(target.value));
          }}
          className="min-w-0 flex-1 accent-primary"
        />
      </div>
      <p className="text-muted-foreground text-sm tabular-nums" role="status">
        {summary}
      </p>
    </div>
  );
}

type Limits = { minimum: number; maximum: number };

/** The colours from the minimum to the maximum, and those beyond. */
function Legend({ limits, text }: { limits: Limits; text: (value: number) => string }) {
  const stops = LEGEND.stops.map((stop) => cssOf(stop)).join(", ");
  return (
    <span className="inline-flex items-center gap-1.5 text-muted-foreground text-xs tabular-nums">
      <span className="size-3 rounded-xs" style={{ background: cssOf(LEGEND.below) }} />
      &lt; {text(limits.minimum)}
      <span className="h-3 w-24 rounded-xs" style={{ background: `linear-gradient(to right, ${stops})` }} />
      {text(limits.maximum)} &lt;
      <span className="size-3 rounded-xs" style={{ background: cssOf(colourOf(limits.maximum + 1, limits)) }} />
    </span>
  );
}

type CanvasProps = {
  spots: readonly { x: number; y: number; value: number }[];
  space: Space;
  size: { width: number; height: number };
  limits: Limits;
  label: string;
};

/** The space from above, coloured between its points. */
function Canvas({ spots, space, size, limits, label }: CanvasProps) {
  const element = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = element.current?.getContext("2d");
    if (!context) return;
    const { width, height } = size;
    context.clearRect(0, 0, width, height);
    const [left, top] = [width * PLAN_MARGIN, height * PLAN_MARGIN];
    const [inner, deep] = [width - 2 * left, height - 2 * top];
    const { columns, rows, colours } = heatCells(spots, space, limits);
    for (const [index, colour] of colours.entries()) {
      if (!colour) continue;
      context.fillStyle = colour;
      const [x, y] = [left + ((index % columns) * inner) / columns, top + (Math.floor(index / columns) * deep) / rows];
      context.fillRect(Math.floor(x), Math.floor(y), Math.ceil(inner / columns) + 1, Math.ceil(deep / rows) + 1);
    }
    context.strokeStyle = "#4d5d69";
    context.lineWidth = 4;
    context.strokeRect(left, top, inner, deep);
  }, [spots, space, size, limits]);
  return (
    <canvas
      ref={element}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={label}
      className="absolute inset-0 size-full"
    />
  );
}
