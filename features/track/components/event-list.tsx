"use client";

import { LogIn, LogOut, MapPinCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { toneOf } from "@/features/exception/kind.rules";
import { namesOf, shadeText } from "@/features/telemetry/history/history.rules";
import { formatDuration, formatTime } from "@/lib/datetime/format";
import type { TraceOccurrence, TraceView } from "../track.schema";

type EventListProps = { view: TraceView; occurrences: readonly TraceOccurrence[]; onGo: (at: number) => void };

/** Exceptions, geofence crossings and other occurrences in order of time; pressing one moves playback to it. */
export function EventList({ view, occurrences, onGo }: EventListProps) {
  const t = useTranslations("track.events");
  const tHistory = useTranslations("history");
  const locale = useLocale();
  const { range, probes, timeZone } = view;
  const names = namesOf(probes);
  const lines: { id: string; at: number; icon: ReactNode; text: string; note: string }[] = [
    ...view.excursions.flatMap(({ id, probeId, kind, side, startedAt, endedAt }) => {
      const measure = probes.find((probe) => probe.probeId === probeId)?.measure;
      if (!measure) return [];
      const shade = { kind, side, measure };
      const tone = toneOf(shade);
      return {
        id: `exception ${id}`,
        at: Math.max(startedAt, range.from),
        icon: <ToneIcon tone={tone} className={TONE_TEXT[tone]} />,
        text: tHistory(`chart.${shadeText(shade)}`, { name: names.get(probeId) ?? "" }),
        note: [formatDuration((endedAt ?? view.now) - startedAt, locale), view.excursionPlaces[id] ?? ""]
          .filter((fact) => fact !== "")
          .join(" · "),
      };
    }),
    ...view.crossings.map(({ id, at, kind, geofence, staySeconds }) => ({
      id: `crossing ${id}`,
      at: Date.parse(at),
      icon: kind === "enter" ? <LogIn aria-hidden="true" /> : <LogOut aria-hidden="true" />,
      text: t(kind, { name: geofence.name }),
      note: staySeconds === null ? "" : t("stay", { duration: formatDuration(staySeconds * 1000, locale) }),
    })),
    ...occurrences.map(({ id, at, text }) => ({ id, at, icon: <MapPinCheck aria-hidden="true" />, text, note: "" })),
  ].sort((a, b) => a.at - b.at);
  if (lines.length === 0) return <p className="p-4 text-muted-foreground text-sm">{t("none")}</p>;
  return (
    <ol className="divide-y">
      {lines.map(({ id, at, icon, text, note }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onGo(at)}
            className="grid w-full grid-cols-[1.25rem_1fr_auto] items-baseline gap-x-2 px-3 py-2 text-left text-sm hover:bg-accent touch:min-h-11 [&_svg]:size-4 [&_svg]:self-center"
          >
            {icon}
            <span>
              {text} <span className="text-muted-foreground text-xs">{note}</span>
            </span>
            <span className="text-muted-foreground text-xs tabular-nums">
              {formatTime(new Date(at), { locale, timeZone })}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
