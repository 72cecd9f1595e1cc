"use client";

import { CircleDashed, Route, SquareParking } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { formatDuration, formatTime } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import { openWithin } from "../shown.rules";
import type { TraceView } from "../track.schema";

type Span = { from: number; to: number };
type JourneyListProps = { view: TraceView; at: number; onShow: (span: Span) => void };

type Line = Span & { kind: "trip" | "stop" | "silence"; facts: string[] };
const ICONS: Record<Line["kind"], ReactNode> = {
  trip: <Route aria-hidden="true" className="text-primary" />,
  stop: <SquareParking aria-hidden="true" />,
  silence: <CircleDashed aria-hidden="true" className="text-offline" />,
};

/** Trips, stops and silences in order of time; pressing one shows it on the map and in the chart. */
export function JourneyList({ view, at, onShow }: JourneyListProps) {
  const t = useTranslations("track");
  const locale = useLocale();
  const { trips, stops, silences } = view.trace;
  const { timeZone } = view;
  const doors = view.probes.filter(({ measure }) => measure === "door").map(({ probeId }) => probeId);
  const openIn = (span: Span) =>
    Math.max(
      0,
      ...(view.history?.series ?? [])
        .filter(({ probeId }) => doors.includes(probeId))
        .map((series) => openWithin(series, span)),
    );
  const duration = ({ from, to }: Span) => formatDuration(to - from, locale);
  const lines: Line[] = [
    ...trips.map(({ from, to, distanceMetres, averageKmh, maximumKmh }) => ({
      from,
      to,
      kind: "trip" as const,
      facts: [
        t("unit.km", { value: formatNumber(distanceMetres / 1000, locale, 1) }),
        `⌀ ${t("unit.kmh", { value: formatNumber(averageKmh, locale, 0) })}`,
        `↑ ${t("unit.kmh", { value: formatNumber(maximumKmh, locale, 0) })}`,
      ],
    })),
    ...stops.map(({ from, to, name }) => {
      const open = openIn({ from, to });
      return {
        from,
        to,
        kind: "stop" as const,
        facts: [
          ...(name ? [name] : []),
          ...(open > 0 ? [t("list.doorOpen", { duration: formatDuration(open, locale) })] : []),
        ],
      };
    }),
    ...silences.map(({ from, to }) => ({ from, to, kind: "silence" as const, facts: [] })),
  ].sort((a, b) => a.from - b.from);
  if (lines.length === 0) return <p className="p-4 text-muted-foreground text-sm">{t("list.none")}</p>;
  return (
    <ol className="divide-y">
      {lines.map((line) => {
        const isNow = line.from <= at && at < line.to;
        const time = `${formatTime(new Date(line.from), { locale, timeZone })} – ${formatTime(new Date(line.to), { locale, timeZone })}`;
        const what = t(`list.${line.kind}`);
        return (
          <li key={`${line.kind} ${line.from}`}>
            <button
              type="button"
              aria-label={t("list.show", { what: `${what} ${duration(line)} ${line.facts.join(" ")}`, time })}
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
