"use client";

import { CircleDashed, Route, SquareParking } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { formatDuration, formatInstant, formatTime } from "@/lib/datetime/format";
import { formatNumber, formatPlace, formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { openWithin, placeAt } from "../shown.rules";
import type { TraceView } from "../track.schema";

type Span = { from: number; to: number };
type JourneyListProps = {
  view: TraceView;
  at: number;
  /** The thermometer whose lowest and highest values are shown with each trip. */
  probeId: number | undefined;
  onShow: (span: Span) => void;
};

type Line = Span & { kind: "trip" | "stop" | "silence"; place: string | null; facts: string[] };
const ICONS: Record<Line["kind"], ReactNode> = {
  trip: <Route aria-hidden="true" className="text-primary" />,
  stop: <SquareParking aria-hidden="true" />,
  silence: <CircleDashed aria-hidden="true" className="text-offline" />,
};
/** About 10 m, for a place without a name. */
const DIGITS = 4;

/** Trips, stops and silences, the newest first; pressing one shows it on the map and in the chart. */
export function JourneyList({ view, at, probeId, onShow }: JourneyListProps) {
  const t = useTranslations("track");
  const locale = useValueLocale();
  const { trips, stops, silences, track } = view.trace;
  const { timeZone, temperatures } = view;
  const doors = view.probes.filter(({ measure }) => measure === "door").map(({ probeId }) => probeId);
  const openIn = (span: Span) =>
    Math.max(
      0,
      ...(view.history?.series ?? [])
        .filter(({ probeId }) => doors.includes(probeId))
        .map((series) => openWithin(series, span)),
    );
  const duration = ({ from, to }: Span) => formatDuration(to - from, locale);
  const endOf = (name: string | null, instant: number) => {
    const position = placeAt(track, instant);
    return name ?? (position ? formatPlace(...position, DIGITS) : null);
  };
  const temperatureOf = (from: number) => {
    const found = temperatures.find((one) => one.from === from && one.probeId === probeId);
    if (!found) return [];
    const [low, high] = [found.minimum, found.maximum].map((value) => formatReading(value, "temperature", locale));
    return [`${low?.number} – ${high?.text}`];
  };
  const lines: Line[] = [
    ...trips.map(({ from, to, fromName, toName, distanceMetres, averageKmh, maximumKmh }) => {
      const [start, end] = [endOf(fromName, from), endOf(toName, to)];
      return {
        from,
        to,
        kind: "trip" as const,
        place: start && end ? `${start} → ${end}` : null,
        facts: [
          ...temperatureOf(from),
          t("unit.km", { value: formatNumber(distanceMetres / 1000, locale, 1) }),
          `⌀ ${t("unit.kmh", { value: formatNumber(averageKmh, locale, 0) })}`,
          `↑ ${t("unit.kmh", { value: formatNumber(maximumKmh, locale, 0) })}`,
        ],
      };
    }),
    ...stops.map(({ from, to, name, longitude, latitude }) => {
      const open = openIn({ from, to });
      return {
        from,
        to,
        kind: "stop" as const,
        place: name ?? formatPlace(longitude, latitude, DIGITS),
        facts: open > 0 ? [t("list.doorOpen", { duration: formatDuration(open, locale) })] : [],
      };
    }),
    ...silences.map(({ from, to }) => ({ from, to, kind: "silence" as const, place: null, facts: [] })),
  ].sort((a, b) => b.from - a.from);
  if (lines.length === 0) return <p className="p-4 text-muted-foreground text-sm">{t("list.none")}</p>;
  return (
    <ol className="divide-y">
      {lines.map((line) => {
        const isNow = line.from <= at && at < line.to;
        const time = `${formatInstant(new Date(line.from), new Date(view.now), { locale, timeZone })} – ${formatTime(new Date(line.to), { locale, timeZone })}`;
        const what = t(`list.${line.kind}`);
        return (
          <li key={`${line.kind} ${line.from}`}>
            <button
              type="button"
              aria-label={t("list.show", {
                what: `${what} ${duration(line)} ${[line.place, ...line.facts].filter(Boolean).join(" ")}`,
                time,
              })}
              aria-current={isNow ? "true" : undefined}
              onClick={() => onShow(line)}
              className={cn(
                "grid w-full grid-cols-[1.25rem_1fr_auto] items-baseline gap-x-2 px-3 py-2 text-left hover:bg-accent touch:min-h-11 [&_svg]:size-4 [&_svg]:self-center",
                isNow && "bg-accent",
              )}
            >
              {ICONS[line.kind]}
              <span className="font-medium text-sm">
                {what} <span className="text-muted-foreground tabular-nums">{duration(line)}</span>
              </span>
              <span className="text-muted-foreground text-xs tabular-nums">{time}</span>
              {line.place && (
                <span className="col-span-2 col-start-2 break-words text-foreground text-xs">{line.place}</span>
              )}
              {line.facts.length > 0 && (
                <span className="col-span-2 col-start-2 text-muted-foreground text-xs tabular-nums">
                  {line.facts.join(" · ")}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
