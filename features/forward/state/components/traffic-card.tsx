"use client";

import { useLocale, useTranslations } from "next-intl";
import { LinkTabs } from "@/components/layout/link-tabs";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { formatInstant } from "@/lib/datetime/format";
import { formatNumber } from "@/lib/units/format";
import { barsOf, TRAFFIC_HOURS, type TrafficBar, volumeOf } from "../rules";
import type { ForwardPlatformDto } from "../schema";

type TrafficCardProps = { platform: ForwardPlatformDto; timeZone: string; now: number };

const COUNTS = ["messages", "readings", "exceptions", "failures"] as const;

/** Traffic to a target: totals, and a bar per interval. */
export function TrafficCard({ platform, timeZone, now }: TrafficCardProps) {
  const t = useTranslations("forward");
  const locale = useLocale();
  const { target, hours, traffic } = platform;
  const bars = barsOf(traffic, hours, now);
  const sum = (key: keyof Omit<TrafficBar, "from" | "to">) => bars.reduce((total, bar) => total + bar[key], 0);
  const volume = volumeOf(sum("bytes"));
  const labels = {
    messages: t("window.messages"),
    readings: t("kind.readings"),
    exceptions: t("kind.exceptions"),
    failures: t("window.failures"),
  };
  const figures = [
    ...COUNTS.map((key) => ({ term: labels[key], value: formatNumber(sum(key), locale) })),
    { term: t("window.bytes"), value: `${formatNumber(volume.value, locale, 0, 1)} ${volume.unit}` },
  ];
  const isQuiet = sum("messages") + sum("failures") === 0;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("window.traffic")}</CardTitle>
        <LinkTabs
          label={t("window.range")}
          className="border-b-0"
          tabs={TRAFFIC_HOURS.map((value) => ({
            href: `/platInfer?id=${target.id}&hours=${value}`,
            label: t(`window.hours${value}`),
            current: value === hours,
          }))}
        />
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
          {figures.map(({ term, value }) => (
            <div key={term} className="min-w-0">
              <dt className="truncate text-muted-foreground text-xs">{term}</dt>
              <dd className="font-semibold text-lg tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {isQuiet ? (
          <p className="py-8 text-center text-muted-foreground text-sm">{t("window.noTraffic")}</p>
        ) : (
          <Bars bars={bars} timeZone={timeZone} now={now} />
        )}
      </CardBody>
    </Card>
  );
}

function Bars({ bars, timeZone, now }: { bars: readonly TrafficBar[]; timeZone: string; now: number }) {
  const t = useTranslations("forward.window");
  const locale = useLocale();
  const highest = Math.max(1, ...bars.map(({ messages, failures }) => messages + failures));
  const shown = (at: number) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  const share = (count: number) => `${(count / highest) * 100}%`;
  return (
    <figure>
      <p className="border-b border-dashed pb-0.5 text-muted-foreground text-xs tabular-nums" aria-hidden="true">
        {formatNumber(highest, locale)}
      </p>
      <ol className="flex h-36 items-end gap-0.5 border-b sm:gap-1">
        {bars.map(({ from, messages, failures }) => {
          const text = t("bar", { time: shown(from), messages, failures });
          return (
            <li
              key={from}
              title={text}
              className="flex h-full min-w-0 flex-1 flex-col justify-end"
              suppressHydrationWarning
            >
              <span className="sr-only" suppressHydrationWarning>
                {text}
              </span>
              {failures > 0 && (
                <span
                  aria-hidden="true"
                  className="min-h-1 w-full rounded-t-xs bg-critical-solid"
                  style={{ height: share(failures) }}
                />
              )}
              {messages > 0 && (
                <span aria-hidden="true" className="min-h-px w-full bg-primary" style={{ height: share(messages) }} />
              )}
            </li>
          );
        })}
      </ol>
      <figcaption className="mt-1 flex justify-between text-muted-foreground text-xs tabular-nums" aria-hidden="true">
        <span suppressHydrationWarning>{shown(bars[0]?.from ?? now)}</span>
        <span suppressHydrationWarning>{shown(now)}</span>
      </figcaption>
    </figure>
  );
}
