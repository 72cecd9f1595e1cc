"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { chartWords } from "@/components/chart/chart-labels";
import { openAtGaps } from "@/components/chart/gaps";
import { TimeChart } from "@/components/chart/time-chart";
import type { TimeRange } from "@/components/chart/zoom";
import { MapLoading } from "@/components/map/map-frame";
import { PageBody } from "@/components/shell/page-body";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { TONE_SOLID } from "@/components/value/tone";
import { longestStepMs, observedWithin } from "@/features/observation/observation.rules";
import { resolutionText } from "@/features/telemetry/history/components/switch-words";
import { namesOf, shadeText } from "@/features/telemetry/history/history.rules";
import { formatDuration, formatTime } from "@/lib/datetime/format";
import { formatNumber, formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { partsOf, placeAt, type TrackTone, toneOfValue, valueAt } from "../shown.rules";
import { usePlayback } from "../track.client";
import type { TraceCarrier, TraceOccurrence, TraceView } from "../track.schema";
import { EventList } from "./event-list";
import { InvalidList } from "./invalid-list";
import { JourneyList } from "./journey-list";
import { PlaybackBar } from "./playback-bar";
import { TraceHead, TraceSummary } from "./trace-head";
import { panelsOf } from "./trace-panels";

const TraceMap = dynamic(() => import("./trace-map").then((module) => module.TraceMap), {
  ssr: false,
  loading: MapLoading,
});

type Span = { from: number; to: number };
type TraceWindowProps = { view: TraceView; carrier: TraceCarrier };

/** The track of a carrier with its range and export. */
export function TraceWindow({ view, carrier }: TraceWindowProps) {
  return (
    <PageBody>
      <div className="flex flex-col gap-3">
        <TraceHead view={view} carrier={carrier} />
        <TraceBody view={view} label={carrier.name} />
      </div>
    </PageBody>
  );
}

const NONE: readonly TraceOccurrence[] = [];

type TraceBodyProps = {
  view: TraceView;
  label: string;
  /** What else happened on the way; shown among the events and on the map. */
  occurrences?: readonly TraceOccurrence[];
};

/** The track on the map, its playback, trips and events, and a chart over one time axis. */
export function TraceBody({ view, label, occurrences = NONE }: TraceBodyProps) {
  const t = useTranslations("track");
  const tHistory = useTranslations("history");
  const locale = useValueLocale();
  const { trace, range, timeZone, now, history, probes } = view;
  const { track } = trace;
  const span = useMemo(() => ({ from: track.at[0] ?? range.from, to: track.at.at(-1) ?? range.to }), [track, range]);
  const playback = usePlayback(span);
  const [hovered, setHovered] = useState<number | null>(null);
  const [shown, setShown] = useState<TimeRange>(range);
  const [focus, setFocus] = useState<{ places: [number, number][] } | null>(null);
  const thermometers = probes.filter(({ measure }) => measure === "temperature");
  const [probeId, setProbeId] = useState(thermometers[0]?.probeId);
  const probe = thermometers.find((one) => one.probeId === probeId);
  const bucketMs = 1000 * (history?.bucketSeconds ?? 0);
  const reachMs = probe ? Math.max(longestStepMs(probe), 2 * bucketMs) : 0;
  // The colours have the same gaps as the chart below.
  const line = useMemo(() => {
    const series = history?.series.find((one) => one.probeId === probe?.probeId);
    return series && probe && openAtGaps(series, observedWithin(longestStepMs(probe)), bucketMs);
  }, [history, probe, bucketMs]);
  const limits = useMemo(() => ({ minimum: probe?.minimum ?? null, maximum: probe?.maximum ?? null }), [probe]);
  const parts = useMemo(
    () => partsOf(track, trace.silences, (at) => toneOfValue(valueAt(line, at, reachMs), limits)),
    [track, trace.silences, line, reachMs, limits],
  );
  const panels = useMemo(() => panelsOf(view, { t, tHistory, locale }), [view, t, tHistory, locale]);
  const events = useMemo(
    () => [
      ...view.excursions.flatMap(({ id, startedAt, kind, side, probeId: of }) => {
        const measure = probes.find((one) => one.probeId === of)?.measure;
        const place = placeAt(track, startedAt);
        if (!measure || !place || startedAt < span.from || startedAt > span.to) return [];
        const text = tHistory(`chart.${shadeText({ kind, side, measure })}`, { name: namesOf(probes).get(of) ?? "" });
        return [{ id: String(id), place, text: t("marker.exception", { text }), isException: true }];
      }),
      ...occurrences.flatMap(({ id, at: when, text }) => {
        const place = placeAt(track, when);
        return place ? [{ id, place, text, isException: false }] : [];
      }),
    ],
    [view.excursions, occurrences, probes, track, span, t, tHistory],
  );

  const at = hovered === null ? playback.at : Math.min(span.to, Math.max(span.from, hovered));
  const value = valueAt(line, at, reachMs);
  const time = formatTime(new Date(at), { locale, timeZone }, true);
  const reading = value === null ? null : formatReading(value, "temperature", locale).text;
  const show = (wanted: Span) => {
    playback.pause();
    playback.go(wanted.from);
    const places = track.at.flatMap((instant, index): [number, number][] =>
      instant >= wanted.from && instant <= wanted.to
        ? [[track.longitude[index] as number, track.latitude[index] as number]]
        : [],
    );
    setFocus({ places });
    const around = (wanted.to - wanted.from) / 4;
    setShown({ from: Math.max(range.from, wanted.from - around), to: Math.min(range.to, wanted.to + around) });
  };
  const measures = new Intl.ListFormat(locale).format(new Set(panels.map(({ heading, title }) => heading ?? title)));
  const resolution = resolutionText(history?.bucketSeconds ?? 0, probes, { t: tHistory, locale });
  return (
    <>
      <div className="grid gap-3 lg:not-print:grid-cols-[minmax(0,1fr)_22rem]">
        <Card className="flex min-w-0 flex-col overflow-hidden lg:h-[31rem]">
          <div className="relative h-[50dvh] min-h-72 lg:h-auto lg:flex-1">
            <TraceMap
              view={view}
              parts={parts}
              events={events}
              place={placeAt(track, at)}
              tone={toneOfValue(value, limits)}
              nowText={t("marker.now", { time: reading ? `${time}, ${reading}` : time })}
              isFollowing={playback.isFollowing}
              focus={focus}
              stopText={(from, to) => t("marker.stop", { duration: formatDuration(to - from, locale) })}
              onStop={playback.go}
              label={t("map")}
              reading={
                reading && (
                  <p
                    aria-hidden="true"
                    className="rounded-md bg-card/90 px-2 py-1 font-semibold text-lg tabular-nums shadow-overlay"
                  >
                    {reading} <span className="font-normal text-muted-foreground text-xs">{time}</span>
                  </p>
                )
              }
              legend={<Legend limits={limits} hasSilence={trace.silences.length > 0} />}
            />
          </div>
          <div data-print="hide">
            <PlaybackBar playback={playback} span={span} timeZone={timeZone} />
          </div>
        </Card>
        <Card className="flex min-h-0 flex-col lg:h-[31rem]">
          <Tabs defaultValue="journey" className="flex min-h-0 flex-1 flex-col">
            <TabsList data-print="hide" aria-label={t("list.label")}>
              <TabsTrigger value="journey">{t("list.label")}</TabsTrigger>
              <TabsTrigger value="events">
                {t("events.label")} ({view.excursions.length + view.crossings.length + occurrences.length})
              </TabsTrigger>
              {trace.invalidCount > 0 && (
                <TabsTrigger value="invalid">
                  {t("invalid.label")} ({trace.invalidCount})
                </TabsTrigger>
              )}
            </TabsList>
            <TabsContent value="journey" className="mt-0 min-h-0 flex-1 overflow-y-auto pt-0 max-lg:max-h-96">
              <JourneyList view={view} at={playback.at} probeId={probeId} onShow={show} />
            </TabsContent>
            <TabsContent value="events" className="mt-0 min-h-0 flex-1 overflow-y-auto pt-0 max-lg:max-h-96">
              <EventList view={view} occurrences={occurrences} onGo={playback.go} />
            </TabsContent>
            <TabsContent value="invalid" className="mt-0 min-h-0 flex-1 overflow-y-auto pt-0 max-lg:max-h-96">
              <InvalidList view={view} />
            </TabsContent>
          </Tabs>
        </Card>
      </div>
      <Card>
        <TraceSummary view={view} />
      </Card>
      <Card className="overflow-hidden">
        <TimeChart
          panels={panels}
          range={shown}
          whole={range}
          bounds={{ shortestMs: 60_000, longestMs: range.to - range.from, to: range.to }}
          onZoom={({ from, to }) => setShown({ from: Math.max(from, range.from), to: Math.min(to, range.to) })}
          place={{ locale, timeZone }}
          now={now}
          reachMs={Math.max((history?.bucketSeconds ?? 0) * 1000, (shown.to - shown.from) / 60)}
          isBusy={false}
          isLoading={false}
          mark={playback.at}
          onCursor={setHovered}
          {...chartWords(tHistory, label, {
            measures,
            count: panels.length,
            range: shown,
            timeZone,
            resolution,
          })}
          legend={
            thermometers.length > 1 && (
              <Select
                aria-label={t("probe")}
                value={probeId}
                onChange={(event) => setProbeId(Number(event.target.value))}
                className="w-56"
              >
                {thermometers.map((one) => (
                  <option key={one.probeId} value={one.probeId}>
                    {namesOf(probes).get(one.probeId)}
                  </option>
                ))}
              </Select>
            )
          }
        />
      </Card>
      <Notes view={view} hasProbe={probe !== undefined} />
    </>
  );
}

type LegendProps = { limits: { minimum: number | null; maximum: number | null }; hasSilence: boolean };

/** Legend of the track's colours. */
function Legend({ limits, hasSilence }: LegendProps) {
  const t = useTranslations("track.legend");
  const locale = useValueLocale();
  const text = (value: number) => formatReading(value, "temperature", locale).text;
  const entries: [TrackTone, string][] = [
    ...(limits.minimum === null ? [] : [["below", t("below", { limit: text(limits.minimum) })] as [TrackTone, string]]),
    ["normal", t("within")],
    ...(limits.maximum === null ? [] : [["above", t("above", { limit: text(limits.maximum) })] as [TrackTone, string]]),
    ["offline", t("unknown")],
  ];
  return (
    <ul
      aria-label={t("label")}
      className="pointer-events-none absolute right-2 bottom-11 flex flex-col gap-0.5 rounded-md bg-card/90 px-2 py-1 text-xs shadow-overlay"
    >
      {entries.map(([tone, words]) => (
        <li key={tone} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn("h-1 w-5 rounded-full", TONE_SOLID[tone])} />
          {words}
        </li>
      ))}
      {hasSilence && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="w-5 border-offline border-t-2 border-dashed" />
          {t("silent")}
        </li>
      )}
    </ul>
  );
}

/** What was left out, and how precisely the track is drawn. */
function Notes({ view: { trace }, hasProbe }: { view: TraceView; hasProbe: boolean }) {
  const t = useTranslations("track");
  const locale = useValueLocale();
  const metres = formatNumber(Math.ceil(trace.toleranceMetres), locale);
  const notes = [
    ...(hasProbe ? [] : [t("noProbe")]),
    ...(trace.invalidCount > 0 ? [t("note.invalid", { count: trace.invalidCount })] : []),
    ...(trace.toleranceMetres > 0 ? [t("note.thinned", { count: trace.positionCount, metres })] : []),
  ];
  return notes.length > 0 && <p className="text-muted-foreground text-xs">{notes.join(" ")}</p>;
}
