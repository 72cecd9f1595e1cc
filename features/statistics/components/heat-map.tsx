"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { SegmentedControl } from "@/components/form/segmented-control";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDate } from "@/lib/datetime/format";
import { heatQuery, type Selection } from "../statistic.client";
import type { HeatDto } from "../statistic.schema";
import { useFigureTexts } from "./figure-texts";

type Shown = "outside" | "deviation";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const STEPS: Record<string, readonly [day: number, hour: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Hours of the day by days: how long values were out of range, or how far from the middle of the range. */
export function HeatMap({ selection, enabled }: { selection: Selection; enabled: boolean }) {
  const t = useTranslations("statistics.heat");
  const heat = useQuery({ ...heatQuery(selection), enabled });
  const [shown, setShown] = useState<Shown>("outside");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <SegmentedControl
          name="heat"
          label={t("shows")}
          value={shown}
          onValueChange={setShown}
          options={[
            { value: "outside", label: t("outside") },
            { value: "deviation", label: t("deviation") },
          ]}
        />
      </CardHeader>
      <CardBody>
        {heat.isError && <Alert tone="warning">{t("failed")}</Alert>}
        {!heat.data && !heat.isError && <Skeleton className="h-72" />}
        {heat.data && heat.data.tooMany !== null && <Alert>{t("tooMany", { count: heat.data.tooMany })}</Alert>}
        {heat.data && heat.data.tooMany === null && <Cells heat={heat.data} shown={shown} selection={selection} />}
      </CardBody>
    </Card>
  );
}

type CellsProps = { heat: HeatDto; shown: Shown; selection: Selection };

/** A grid that the arrow keys walk through; the line below says the cell in words. */
function Cells({ heat, shown, selection }: CellsProps) {
  const t = useTranslations("statistics.heat");
  const locale = useLocale();
  const texts = useFigureTexts(selection.measure);
  const [current, setCurrent] = useState<readonly [day: number, hour: number]>([0, 0]);
  const grid = useRef<HTMLTableElement>(null);
  const { days } = heat;
  const values = shown === "outside" ? heat.seconds : heat.deviation;
  const most = Math.max(...values.flat().map((value) => Math.abs(value ?? 0)), shown === "outside" ? 60 : 0.5);
  const dayText = (day: string) => formatDate(day, new Date(`${days.at(-1)}T12:00:00Z`), { locale, timeZone: "UTC" });
  const textOf = (value: number | null): string => {
    if (value === null) return t("notObserved");
    if (shown === "outside") return value === 0 ? t("within") : texts.duration(value);
    return `${value > 0 ? "+" : ""}${texts.difference(value).text}`;
  };
  const labelOf = (day: number, hour: number) =>
    t("cell", {
      day: dayText(days[day] as string),
      hour: `${String(hour).padStart(2, "0")}:00`,
      value: textOf(values[day]?.[hour] ?? null),
    });
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const day = Math.min(days.length - 1, Math.max(0, current[0] + step[0]));
    const hour = Math.min(23, Math.max(0, current[1] + step[1]));
    setCurrent([day, hour]);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${day}.${hour}"]`)?.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      {/* Positioned, so that texts for screen readers scroll with the cells instead of widening the page. */}
      <div className="relative overflow-x-auto">
        <table
          ref={grid}
          aria-label={t("title")}
          className="w-full border-separate border-spacing-px text-xs"
          onKeyDown={walk}
        >
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 bg-card pr-2 text-left font-normal text-muted-foreground">
                {t("hour")}
              </th>
              {days.map((day, index) => (
                <th key={day} scope="col" className="min-w-5 font-normal text-muted-foreground">
                  <span className="sr-only">{dayText(day)}</span>
                  <span aria-hidden="true">{days.length <= 14 || index % 5 === 0 ? Number(day.slice(8)) : ""}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {HOURS.map((hour) => (
              <tr key={hour}>
                <th
                  scope="row"
                  className="sticky left-0 bg-card pr-2 text-left font-normal text-muted-foreground tabular-nums"
                >
                  {String(hour).padStart(2, "0")}
                </th>
                {days.map((day, index) => {
                  const value = values[index]?.[hour] ?? null;
                  const share = value === null ? 0 : Math.min(1, Math.abs(value) / most);
                  const isBelow = shown === "deviation" && value !== null && value < 0;
                  return (
                    <td
                      key={day}
                      data-cell={`${index}.${hour}`}
                      tabIndex={index === current[0] && hour === current[1] ? 0 : -1}
                      onFocus={() => setCurrent([index, hour])}
                      onMouseEnter={() => setCurrent([index, hour])}
                      title={labelOf(index, hour)}
                      className="h-3.5 rounded-xs bg-muted p-0 focus-visible:outline-2 focus-visible:outline-ring"
                    >
                      <span className="sr-only">{textOf(value)}</span>
                      {share > 0 && (
                        <span
                          aria-hidden="true"
                          className={`block size-full min-h-3.5 rounded-xs ${isBelow ? "bg-below-solid" : shown === "outside" ? "bg-critical-solid" : "bg-above-solid"}`}
                          style={{ opacity: 0.15 + 0.85 * share }}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p aria-live="polite" className="text-muted-foreground text-sm">
        {days.length > 0 && labelOf(...current)}
      </p>
    </div>
  );
}
