"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { chartWords } from "@/components/chart/chart-labels";
import { TimeChart } from "@/components/chart/time-chart";
import { ListError } from "@/components/data-table/list-error";
import { Card } from "@/components/ui/card";
import { DeviceLegend } from "@/features/telemetry/history/components/device-legend";
import { panelsOf } from "@/features/telemetry/history/components/panels";
import { resolutionText } from "@/features/telemetry/history/components/switch-words";
import { namesOf, placeOf } from "@/features/telemetry/history/history.rules";
import { MAXIMUM_RANGE_MS } from "@/features/telemetry/history/limits.rules";
import { ServiceError } from "@/lib/http/call-service";
import { useValueLocale } from "@/lib/units/units-context";
import { seriesQuery } from "../detail.client";
import type { DetailView } from "../detail.schema";

const NONE: readonly never[] = [];
const SHORTEST_MS = 60_000;

/** The probes over one time axis, one panel per measure. A zoom loads finer data. */
export function DetailChart({ view }: { view: DetailView }) {
  const { probes, selection, range, timeZone, now } = view;
  const t = useTranslations("history");
  const locale = useValueLocale();
  const [shown, setShown] = useState(range);
  const { data, error, isFetching, refetch } = useQuery(seriesQuery(selection, shown));
  const names = useMemo(() => namesOf(probes), [probes]);
  const place = useMemo(() => ({ locale, timeZone }), [locale, timeZone]);
  const panels = useMemo(
    () =>
      panelsOf({
        ...{ probes, names, history: data, invalid: NONE, excursions: NONE, hidden: NONE, now, locale },
        t: t as never,
      }),
    [probes, names, data, now, locale, t],
  );
  if (error && !data)
    return (
      <Card>
        <ListError requestId={error instanceof ServiceError ? error.requestId : undefined} onRetry={() => refetch()} />
      </Card>
    );
  const measures = new Intl.ListFormat(locale).format(new Set(panels.map(({ heading, title }) => heading ?? title)));
  const title = [...new Set(probes.map(placeOf))].join(" · ");
  return (
    <Card className="shrink-0 overflow-hidden">
      <TimeChart
        panels={panels}
        range={shown}
        whole={range}
        bounds={{ shortestMs: SHORTEST_MS, longestMs: MAXIMUM_RANGE_MS, to: Math.max(now, range.to) }}
        onZoom={(next) => setShown((held) => (held.from === next.from && held.to === next.to ? held : next))}
        place={place}
        now={now}
        reachMs={Math.max((data?.bucketSeconds ?? 0) * 1000, (shown.to - shown.from) / 60)}
        isBusy={isFetching}
        isLoading={!data}
        {...chartWords(t as never, title, {
          ...{ measures, count: probes.length, range: shown, timeZone },
          resolution: data ? resolutionText(data.bucketSeconds, probes, { t: t as never, locale }) : "",
        })}
        legend={<DeviceLegend probes={probes} names={names} />}
      />
    </Card>
  );
}
