"use client";

import { StateBadge } from "@/components/value/state-badge";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { useNow } from "@/components/value/use-now";
import { ValueCell } from "@/components/value/value-cell";
import type { Measure } from "@/db/enums";
import { Link } from "@/lib/i18n/navigation";
import { carrierHref } from "@/lib/page/carrier-page";
import { direction } from "@/lib/units/trend";
import { usePoint } from "../monitoring.client";
import { isStopped, pointStatus, valueState } from "../monitoring.rules";
import type { MonitoringPointDto, MonitoringProbeDto } from "../monitoring.schema";
import { type Labels, type Reason, useLabels } from "./labels";
import { ExceptionLink } from "./links";
import { RowIcon } from "./row-icon";
import { toneOfPoint, toneOfValue } from "./tones";

/** Icon, name and parent nodes; the name leads to the carrier, `mayOpen` to its page. */
export function PlaceCell({ point, mayOpen }: { point: MonitoringPointDto; mayOpen: boolean }) {
  const labels = useLabels();
  const type = labels.type(point.type);
  const path = [point.customerName, ...point.scenePath].filter(Boolean).join(" / ");
  // The lowest nodes identify the location; the upper ones are the same across the list.
  const place = [point.customerName, ...point.scenePath.slice(-2)].filter(Boolean).join(" / ");
  return (
    <span className="flex min-w-0 items-center gap-2.5 sm:min-w-28">
      <span title={type} className="shrink-0 text-muted-foreground">
        <RowIcon name={point.type} />
        <span className="sr-only">{type}</span>
      </span>
      <span className="min-w-0">
        <Link
          href={carrierHref(point.id, mayOpen)}
          prefetch={false}
          title={point.name}
          className="line-clamp-2 break-words font-medium hover:text-primary"
        >
          {point.name}
        </Link>
        <span title={path} className="line-clamp-1 break-all font-normal text-faint-foreground text-xs">
          {place}
        </span>
      </span>
    </span>
  );
}

type PointProps = { id: number; now: number };

/** The reasons why a point needs attention, one per line; its state if there is none. */
export function StatusCell({ id, now, links }: PointProps & { links: boolean }) {
  const point = usePoint(id);
  const current = useNow(now);
  const labels = useLabels().of(point.customerId);
  const { carrierStatus } = point;
  const tone = toneOfPoint(point, current);
  const status = labels.status(pointStatus(point, current));
  const [first, ...others] = isStopped(carrierStatus) ? [] : labels.reasons(point, current);
  return (
    <span data-tone={tone} className="flex min-w-0 flex-col items-start gap-0.5 sm:min-w-28">
      <StateBadge tone={tone} plain className="items-start whitespace-normal">
        {first ? (
          <>
            <span className="sr-only">{status}</span>
            <ReasonText reason={first} links={links} />
          </>
        ) : (
          status
        )}
      </StateBadge>
      {carrierStatus !== "running" && (
        <span className="pl-5 text-muted-foreground text-xs">{labels.carrierStatus(carrierStatus)}</span>
      )}
      {[...others, ...labels.remarks(point, current)].map((reason) => (
        <span key={reason.key} className={`pl-5 text-xs ${TONE_TEXT[reason.tone]}`}>
          <ReasonText reason={reason} links={links} />
        </span>
      ))}
    </span>
  );
}

function ReasonText({ reason: { text, exceptionId }, links }: { reason: Reason; links: boolean }) {
  if (!exceptionId || !links) return <>{text}</>;
  return (
    <ExceptionLink query={`id=${exceptionId}`} className="underline-offset-2 hover:underline">
      {text}
    </ExceptionLink>
  );
}

type ValuesProps = PointProps & {
  measure: Measure;
  size?: "md" | "lg";
  named?: boolean;
  /** The measure beside it that shows the age of values measured together. */
  ageBeside?: Measure;
};

/** The values of one measure with their limits, which are shown once if all probes share them. */
export function ValuesCell({ id, now, measure, size, named = false, ageBeside }: ValuesProps) {
  const point = usePoint(id);
  const labels = useLabels().of(point.customerId);
  const probes = point.probes.filter((probe) => probe.measure === measure);
  const beside = point.probes.filter((probe) => probe.measure === ageBeside);
  const hasAge = ({ at }: MonitoringProbeDto) => !beside.some((other) => other.at === at);
  const ranges = new Set(probes.map(labels.limits));
  const [shared] = ranges.size === 1 ? ranges : [];
  if (probes.length === 0) return <span className="text-faint-foreground">–</span>;
  return (
    <span className="flex flex-col">
      {named && <span className="text-faint-foreground text-xs">{labels.measure(measure)}</span>}
      <span className={size === "lg" ? "flex flex-wrap gap-x-5" : "flex flex-col"}>
        {probes.map((probe) => (
          <ProbeValue
            key={probe.id}
            probe={probe}
            labels={labels}
            now={now}
            size={size}
            limited={shared === undefined}
            hasAge={hasAge(probe)}
          />
        ))}
      </span>
      {shared && <Limits text={shared} />}
    </span>
  );
}

/** Marks a value whose device's calibration has expired; the value still counts. */
export const Expired = ({ text }: { text: string }) => (
  <StateBadge plain tone="warning" className="items-start whitespace-normal font-normal">
    {text}
  </StateBadge>
);

const Limits = ({ text }: { text: string }) => (
  <span className="text-faint-foreground text-xs tabular-nums">{text}</span>
);

type ProbeValueProps = {
  probe: MonitoringProbeDto;
  /** In the unit of the carrier's customer. */
  labels: Labels;
  now: number;
  size?: "md" | "lg";
  limited: boolean;
  hasAge: boolean;
};

function ProbeValue({ probe, labels, now, size, limited, hasAge }: ProbeValueProps) {
  const current = useNow(now);
  const { number, unit } = labels.reading(probe.value, probe.measure);
  const tone = toneOfValue(probe, current);
  // Only a direction worth noting is drawn: many neutral arrows would hide the relevant one.
  const trend = direction(probe.trend, probe.measure);
  const value = (
    <ValueCell
      value={number}
      unit={unit}
      tone={tone}
      toneLabel={tone && labels.state(tone)}
      trend={trend === "steady" ? undefined : trend}
      at={probe.at ?? undefined}
      now={now}
      staleAfterMs={probe.staleAfterSeconds * 1000}
      size={size}
      hasAge={hasAge}
      unconfirmed={labels.unconfirmed(probe)}
    />
  );
  const expired = labels.expired(probe, current);
  if (!limited && !expired) return value;
  return (
    <span className="flex flex-col">
      {value}
      {expired && <Expired text={expired} />}
      {limited && <Limits text={labels.limits(probe)} />}
    </span>
  );
}

const GASES = ["co2", "gas"] as const;
/** An open door (1) and lost power (0) need attention. */
const ALERT = { door: 1, power: 0 } as const;

/** Whether the cell of other measures has content: gases always, door and power once they were reported. */
export const hasOther = (probes: readonly MonitoringProbeDto[]): boolean =>
  probes.some(
    ({ measure, value }) =>
      GASES.some((gas) => gas === measure) || ((measure === "door" || measure === "power") && value !== null),
  );

/** Gases by value; door and power as a word. */
export function OtherCell({ id, now }: PointProps) {
  const { probes } = usePoint(id);
  const current = useNow(now);
  const labels = useLabels();
  const gases = GASES.filter((gas) => probes.some(({ measure }) => measure === gas));
  const words = probes.flatMap((probe) => {
    const { measure, value } = probe;
    if ((measure !== "door" && measure !== "power") || value === null) return [];
    const isStale = valueState(probe, current) === "stale";
    return [{ probe, isStale, isAlert: !isStale && value === ALERT[measure], text: labels[measure](value === 1) }];
  });
  if (gases.length + words.length === 0) return <span className="text-faint-foreground">–</span>;
  return (
    <span className="flex flex-col gap-1">
      {gases.map((gas) => (
        <ValuesCell key={gas} id={id} now={now} measure={gas} named />
      ))}
      {words.map(({ probe, isStale, isAlert, text }) => (
        <span
          key={probe.id}
          className={`live-word inline-flex items-center gap-1 whitespace-nowrap ${
            isStale ? "text-faint-foreground" : isAlert ? "font-medium text-warning" : "text-muted-foreground"
          }`}
        >
          {isAlert && <ToneIcon tone="warning" className="size-3.5" />}
          {text}
        </span>
      ))}
    </span>
  );
}
