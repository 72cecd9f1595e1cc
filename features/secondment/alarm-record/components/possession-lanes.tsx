"use client";

import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/value/instant";
import { formatStamp } from "@/lib/datetime/format";
import { grouped } from "@/lib/grouped";
import type { AlarmRecordDto, Belonging, Possession, PossessionsDto } from "../schema";

const FILL: Record<Belonging["is"], string> = {
  own: "bg-muted-foreground/25",
  borrowed: "bg-primary/45",
  lent: "border border-dashed border-border-strong bg-transparent",
};
const KINDS = ["own", "borrowed", "lent"] as const;

const keyOf = (carrierId: number | undefined, deviceId: number | undefined) => `${carrierId}:${deviceId}`;

type LanesProps = {
  possessions: PossessionsDto;
  alarms: readonly AlarmRecordDto[];
  timeZone: string;
  now: number;
};

/**
 * A lane for each device at each carrier: whose it was from when until when, with the listed alarms on it. First what
 * changed hands, then what gave alarms.
 */
export function PossessionLanes({ possessions, alarms, timeZone, now }: LanesProps) {
  const t = useTranslations("secondment.record");
  const { from, to, items, isCapped } = possessions;
  const alarmsOf = grouped(alarms, ({ carrier, device }) => keyOf(carrier?.id, device.id));
  const rankOf = (spans: readonly Possession[]) => {
    if (spans.some(({ belonging }) => belonging.is !== "own")) return 0;
    return alarmsOf.has(keyOf(spans[0]?.carrierId, spans[0]?.deviceId)) ? 1 : 2;
  };
  const lanes = [...grouped(items, ({ carrierId, deviceId }) => keyOf(carrierId, deviceId)).entries()].sort(
    ([, a], [, b]) => rankOf(a) - rankOf(b),
  );
  if (lanes.length === 0) return null;
  const clock = { now, timeZone };
  return (
    <section aria-label={t("lanes.title")} className="rounded-lg border bg-card">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b px-4 py-2.5">
        <h2 className="font-semibold text-sm">{t("lanes.title")}</h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
          {KINDS.map((kind) => (
            <li key={kind} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={cn("h-2.5 w-5 rounded-sm", FILL[kind])} />
              {t(`lanes.${kind}`)}
            </li>
          ))}
          <li className="flex items-center gap-1.5">
            <span aria-hidden="true" className="h-3 w-0.5 bg-critical" />
            {t("lanes.alarm")}
          </li>
        </ul>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul tabIndex={0} className="max-h-56 divide-y overflow-y-auto focus-visible:outline-2 focus-visible:outline-ring">
        {lanes.map(([key, spans]) => (
          <Lane key={key} {...{ spans, from, to, timeZone }} alarms={alarmsOf.get(key) ?? []} />
        ))}
      </ul>
      <footer className="flex justify-between border-t px-4 py-1.5 text-muted-foreground text-xs">
        <Instant at={from} {...clock} />
        {isCapped && <span>{t("lanes.capped")}</span>}
        <Instant at={to} {...clock} />
      </footer>
    </section>
  );
}

type LaneProps = {
  spans: readonly Possession[];
  alarms: readonly AlarmRecordDto[];
  from: number;
  to: number;
  timeZone: string;
};

function Lane({ spans, alarms, from, to, timeZone }: LaneProps) {
  const t = useTranslations("secondment.record");
  const [first] = spans as [Possession];
  const left = (at: number) => ((Math.min(Math.max(at, from), to) - from) / Math.max(1, to - from)) * 100;
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone });
  const textOf = ({ from: begun, until, belonging }: Possession) =>
    t("lanes.span", {
      belonging: t(`belonging.${belonging.is}`, belonging.is === "own" ? {} : { other: belonging.other }),
      from: stamp(begun),
      until: until === null ? t("lanes.now") : stamp(until),
    });
  const shown = alarms.filter(({ startedAt }) => Date.parse(startedAt) >= from);
  return (
    <li className="grid grid-cols-1 items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[14rem_1fr]">
      <span className="min-w-0 text-sm">
        <span title={first.carrierName ?? undefined} className="line-clamp-1 break-all font-medium">
          {first.carrierName}
        </span>
        <span title={first.deviceName} className="line-clamp-1 break-all text-faint-foreground text-xs">
          {first.deviceName}
        </span>
      </span>
      <span className="relative block h-5">
        {spans.map((span) => (
          <span
            key={`${span.from}:${span.belonging.is}`}
            role="img"
            aria-label={textOf(span)}
            title={textOf(span)}
            className={cn("absolute inset-y-0.5 min-w-0.5 rounded-sm", FILL[span.belonging.is])}
            style={{ left: `${left(span.from)}%`, width: `${left(span.until ?? to) - left(span.from)}%` }}
          />
        ))}
        {shown.map(({ id, startedAt }) => (
          <span
            key={id}
            aria-hidden="true"
            className="absolute inset-y-0 w-0.5 bg-critical"
            style={{ left: `${left(Date.parse(startedAt))}%` }}
          />
        ))}
      </span>
    </li>
  );
}
