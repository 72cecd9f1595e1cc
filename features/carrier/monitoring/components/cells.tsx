"use client";

import { Box, ChartLine, Package, Refrigerator, Siren, Snowflake, Store, Truck, Warehouse } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { StateBadge } from "@/components/ui/state-badge";
import { TONE_TEXT } from "@/components/ui/tone";
import { ToneIcon } from "@/components/ui/tone-icon";
import { useNow } from "@/components/ui/use-now";
import { ValueCell } from "@/components/ui/value-cell";
import type { CarrierType, Measure } from "@/db/enums";
import { Link } from "@/lib/i18n/navigation";
import { usePoint } from "../client";
import { direction, isStopped, pointStatus, valueState } from "../rules";
import type { MonitoringPointDto, MonitoringProbeDto } from "../schema";
import { type Reason, toneOfPoint, toneOfValue, usePhrases } from "./phrases";

const TYPE_ICON = {
  incubator: Package,
  refrigerator: Refrigerator,
  vehicle: Truck,
  refrigeratory: Snowflake,
  warehouse: Warehouse,
  store: Store,
  other: Box,
} as const satisfies Record<CarrierType, unknown>;

/** Kind, name, and the nodes above. */
export function PlaceCell({ point }: { point: MonitoringPointDto }) {
  const t = useTranslations("carrier.type");
  const Icon = TYPE_ICON[point.type];
  const path = [point.customerName, ...point.scenePath].filter(Boolean).join(" / ");
  // The lowest nodes tell where it stands; the upper ones are the same all over the list.
  const place = [point.customerName, ...point.scenePath.slice(-2)].filter(Boolean).join(" / ");
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span title={t(point.type)} className="shrink-0 text-muted-foreground">
        <Icon aria-hidden="true" className="size-4" />
        <span className="sr-only">{t(point.type)}</span>
      </span>
      <span className="min-w-0">
        <span title={point.name} className="line-clamp-2 break-words font-medium">
          {point.name}
        </span>
        <span title={path} className="line-clamp-1 break-all font-normal text-faint-foreground text-xs">
          {place}
        </span>
      </span>
    </span>
  );
}

type PointProps = { id: number; now: number };

/** Why the point needs looking at, each reason in a line; its state in a word where there is none. */
export function StatusCell({ id, now, links }: PointProps & { links: boolean }) {
  const t = useTranslations("monitoring.status");
  const tStatus = useTranslations("carrier.status");
  const point = usePoint(id);
  const current = useNow(now);
  const { reasons, remarks } = usePhrases();
  const tone = toneOfPoint(point, current);
  const status = t(pointStatus(point, current));
  const [first, ...others] = isStopped(point.carrierStatus) ? [] : reasons(point, current);
  return (
    <span data-tone={tone} className="flex min-w-0 flex-col items-start gap-0.5">
      <StateBadge tone={tone} plain className="items-start whitespace-normal [&>svg]:mt-px">
        {first ? (
          <>
            <span className="sr-only">{status}</span>
            <ReasonText reason={first} links={links} />
          </>
        ) : (
          status
        )}
      </StateBadge>
      {point.carrierStatus !== "running" && (
        <span className="pl-5 text-muted-foreground text-xs">{tStatus(point.carrierStatus)}</span>
      )}
      {[...others, ...remarks(point, current)].map((reason) => (
        <span key={reason.key} className={cn("pl-5 text-xs", TONE_TEXT[reason.tone])}>
          <ReasonText reason={reason} links={links} />
        </span>
      ))}
    </span>
  );
}

function ReasonText({ reason: { text, exceptionId }, links }: { reason: Reason; links: boolean }) {
  if (!exceptionId || !links) return <>{text}</>;
  return (
    <Link href={`/abnormal/dataex?id=${exceptionId}`} prefetch={false} className="underline-offset-2 hover:underline">
      {text}
    </Link>
  );
}

type ValuesProps = PointProps & { measures: readonly Measure[]; size?: "md" | "lg"; named?: boolean };

/** The values of some measures, one below the other, with their limits. */
export function ValuesCell({ id, now, measures, size, named = false }: ValuesProps) {
  const probes = usePoint(id).probes.filter(({ measure }) => measures.includes(measure));
  if (probes.length === 0) return <span className="text-faint-foreground">–</span>;
  return (
    <span className="flex flex-col gap-1">
      {probes.map((probe) => (
        <ProbeValue key={probe.id} probe={probe} now={now} size={size} named={named} />
      ))}
    </span>
  );
}

type ProbeValueProps = { probe: MonitoringProbeDto; now: number; size?: "md" | "lg"; named: boolean };

function ProbeValue({ probe, now, size, named }: ProbeValueProps) {
  const t = useTranslations("carrier.measure");
  const tState = useTranslations("common.state");
  const { reading, limits } = usePhrases();
  const current = useNow(now);
  const { number, symbol } = reading(probe.value, probe.measure);
  const tone = toneOfValue(probe, current);
  const range = limits(probe);
  // Fifty arrows that say nothing would hide the one that does.
  const trend = direction(probe.trend, probe.measure);
  return (
    <span className="flex flex-col">
      {named && <span className="text-faint-foreground text-xs">{t(probe.measure)}</span>}
      <ValueCell
        value={number}
        unit={probe.value === null ? undefined : symbol}
        tone={tone}
        toneLabel={tone && tState(tone)}
        trend={trend === "steady" ? undefined : trend}
        at={probe.at ?? undefined}
        now={now}
        staleAfterMs={probe.staleAfterSeconds * 1000}
        size={size}
      />
      {range && <span className="text-faint-foreground text-xs tabular-nums">{range}</span>}
    </span>
  );
}

const SWITCHES = ["door", "power"] as const;
/** What an open door or a lost power looks like: 1 is open, 0 is off. */
const IS_ALERT = { door: (value: number) => value === 1, power: (value: number) => value === 0 };

/** Gases by value, door and power in a word. */
export function OtherCell({ id, now }: PointProps) {
  const t = useTranslations("monitoring.switch");
  const { probes } = usePoint(id);
  const current = useNow(now);
  const gases = probes.some(({ measure }) => measure === "co2" || measure === "gas");
  const words = SWITCHES.flatMap((measure) => {
    const probe = probes.find((known) => known.measure === measure);
    if (!probe || probe.value === null) return [];
    const isStale = valueState(probe, current) === "stale";
    const isAlert = !isStale && IS_ALERT[measure](probe.value);
    return [{ measure, isStale, isAlert, text: t(`${measure}.${probe.value === 1 ? "on" : "off"}`) }];
  });
  if (!gases && words.length === 0) return <span className="text-faint-foreground">–</span>;
  return (
    <span className="flex flex-col gap-1">
      {gases && <ValuesCell id={id} now={now} measures={["co2", "gas"]} named />}
      {words.map(({ measure, isStale, isAlert, text }) => (
        <span
          key={measure}
          className={cn(
            "inline-flex items-center gap-1 whitespace-nowrap text-sm",
            isStale ? "text-faint-foreground" : isAlert ? "font-medium text-warning" : "text-muted-foreground",
          )}
        >
          {isAlert && <ToneIcon tone="warning" className="size-3.5" />}
          {text}
        </span>
      ))}
    </span>
  );
}

type RowLinksProps = { id: number; rights: { history: boolean; exceptions: boolean } };

/** The carrier's history in a window of its own, and its open exceptions. */
export function RowLinks({ id, rights }: RowLinksProps) {
  const t = useTranslations("monitoring.action");
  const locale = useLocale();
  const { name, openExceptions } = usePoint(id);
  const icon = buttonVariants({ variant: "ghost", size: "icon-sm" });
  return (
    <>
      {rights.exceptions && openExceptions && (
        <Link
          href={`/abnormal/dataex?carrierId=${id}&state=open`}
          prefetch={false}
          aria-label={t("exceptionsOf", { name, count: openExceptions.count })}
          title={t("exceptions", { count: openExceptions.count })}
          className={cn(icon, "relative text-critical")}
        >
          <Siren aria-hidden="true" />
          <span
            aria-hidden="true"
            className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-destructive px-1 font-semibold text-destructive-foreground text-xs leading-none tabular-nums"
          >
            {openExceptions.count}
          </span>
        </Link>
      )}
      {rights.history && (
        // A window of its own loads everything anyway: a plain link costs the list less.
        <a
          href={`/${locale}/historyData?carrierIds=${id}`}
          target="_blank"
          rel="noopener"
          aria-label={t("historyOf", { name })}
          title={t("history")}
          className={icon}
        >
          <ChartLine aria-hidden="true" />
        </a>
      )}
    </>
  );
}
