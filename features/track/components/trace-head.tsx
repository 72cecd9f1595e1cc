"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { DateRangePicker } from "@/components/form/date-range-picker";
import { PrintFacts } from "@/components/shell/print-facts";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { ExportMenu } from "@/features/file/components/export-menu";
import { rangeTexts } from "@/features/telemetry/history/components/limit-lines";
import { formatDuration } from "@/lib/datetime/format";
import { presetOf, presetRange } from "@/lib/datetime/range";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { formatNumber } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { TraceCarrier, TraceView } from "../track.schema";

const PRESETS = ["hour", "sixHours", "today", "day", "week"] as const;
const WORDS = { hour: "hour", sixHours: "hours6", today: "today", day: "day", week: "week" } as const;

/** Carrier, range and CSV download of a track. The address stores the range. */
export function TraceHead({ view, carrier }: { view: TraceView; carrier: TraceCarrier }) {
  const t = useTranslations("track");
  const tHistory = useTranslations("history");
  const locale = useValueLocale();
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const { range, timeZone, now } = view;
  const chosen = presetOf(range, PRESETS, now, timeZone);
  const choose = (from: Date | string, to: Date | string) => {
    const query = new URLSearchParams(window.location.search);
    query.set("from", new Date(from).toISOString());
    query.set("to", new Date(to).toISOString());
    startTransition(() => router.push(`?${query}`, { scroll: false }));
  };
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="hidden basis-full print:block">
        <PrintFacts
          customers={[carrier.customerName]}
          carriers={[carrier.plate ? `${carrier.name} (${carrier.plate})` : carrier.name]}
          range={range}
          timeZone={timeZone}
          limits={rangeTexts(view.probes, { locale, nameOf: (measure) => tHistory(`measure.${measure}`) })}
        />
      </div>
      <div data-print="hide" className="min-w-0 flex-1 basis-56">
        <h2 className="break-words font-semibold text-lg leading-tight">
          <Link href={carrierPage(carrier.id)} prefetch={false} className="hover:text-primary hover:underline">
            {carrier.name}
          </Link>
          {isPending && <Spinner className="ml-2 inline text-muted-foreground" />}
        </h2>
        {carrier.plate && <p className="text-muted-foreground text-sm">{carrier.plate}</p>}
      </div>
      <div data-print="hide" className="flex max-w-full flex-wrap items-center gap-2">
        <fieldset className="flex flex-wrap items-center gap-0.5 max-sm:grid max-sm:w-full max-sm:grid-cols-3">
          <legend className="sr-only">{t("range.label")}</legend>
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              size="sm"
              variant="ghost"
              aria-pressed={preset === chosen}
              className="max-sm:px-1"
              onClick={() => {
                const { from, to } = presetRange(preset, new Date(), timeZone);
                choose(from, to);
              }}
            >
              {t(`range.${WORDS[preset]}`)}
            </Button>
          ))}
        </fieldset>
        <DateRangePicker
          label={t("range.own")}
          timeZone={timeZone}
          now={now}
          clearable={false}
          presets={PRESETS}
          className="w-auto max-sm:w-full"
          value={{ from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }}
          onChange={(next) => next && choose(next.from, next.to)}
        />
        <ExportMenu kind="track" query={{ id: carrier.id, ...range }} />
      </div>
    </header>
  );
}

/** Distance, times and speeds of the range. */
export function TraceSummary({ view }: { view: TraceView }) {
  const t = useTranslations("track");
  const locale = useValueLocale();
  const { summary, positionCount, trips, stops } = view.trace;
  const speed = (kmh: number | null) => (kmh === null ? "–" : t("unit.kmh", { value: formatNumber(kmh, locale, 0) }));
  const facts = [
    ["distance", t("unit.km", { value: formatNumber(summary.distanceMetres / 1000, locale, 1) })],
    ["driving", `${formatDuration(summary.drivingMs, locale)} · ${t("list.trips", { count: trips.length })}`],
    ["stopped", `${formatDuration(summary.stoppedMs, locale)} · ${t("list.stops", { count: stops.length })}`],
    ["average", speed(summary.averageKmh)],
    ["maximum", speed(summary.maximumKmh)],
    ["positions", formatNumber(positionCount, locale)],
  ] as const;
  return (
    <dl
      aria-label={t("summary.label")}
      className="flex flex-wrap gap-x-8 gap-y-2 px-3 py-2 max-sm:grid max-sm:grid-cols-2"
    >
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted-foreground text-xs">{t(`summary.${name}`)}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
