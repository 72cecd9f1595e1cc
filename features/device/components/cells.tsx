"use client";

import { useLocale, useTranslations } from "next-intl";
import { Age } from "@/components/value/age";
import { StateBadge } from "@/components/value/state-badge";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { ValueCell } from "@/components/value/value-cell";
import { formatDate, formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import { isLow } from "../board/rules";
import { HEALTH_MEASURES } from "../device.rules";
import type { DeviceDto, DeviceProbeDto } from "../device.schema";
import { CustodyNote } from "./custody-note";
import { CALIBRATION_TONE, CONFIG_TONE, ONLINE_TONE, useLabels } from "./labels";

export const NONE = <span className="text-faint-foreground">–</span>;

type RowProps = { row: DeviceDto };

/** Name and serial number, and who has a seconded one; the name links to the device. */
export function NameCell({ row, ...clock }: RowProps & { now: number; timeZone: string }) {
  return (
    <span className="block min-w-0 max-sm:pr-4 sm:min-w-32 sm:max-w-56">
      <Link
        href={windowOf(row.kind, row.id)}
        target="_blank"
        prefetch={false}
        className="line-clamp-2 break-words font-medium hover:text-primary"
      >
        {row.name}
      </Link>
      <span className="line-clamp-1 break-all font-normal text-faint-foreground text-xs" title={row.serialNumber}>
        {row.serialNumber}
      </span>
      <CustodyNote device={row} {...clock} />
    </span>
  );
}

/** Online status and problems. */
export function StateCell({ row, now }: RowProps & { now: number }) {
  const t = useTranslations("device");
  const labels = useLabels();
  const locale = useLocale();
  const { onlineStatus, lastSeenAt, openExceptions, slowPaceSeconds, use, kind } = row;
  const word = labels.online(row);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <StateBadge tone={ONLINE_TONE[onlineStatus]} plain>
        {word}
      </StateBadge>
      {openExceptions > 0 && (
        <StateBadge tone="warning" plain>
          {t("exceptions", { count: openExceptions })}
        </StateBadge>
      )}
      {slowPaceSeconds !== null && (
        <span className="pl-5 text-warning text-xs">
          {t("slow", {
            pace: formatDuration(slowPaceSeconds * 1000, locale),
            agreed: formatDuration(row.reportIntervalSeconds * 1000, locale),
          })}
        </span>
      )}
      {onlineStatus === "offline" && lastSeenAt !== null && (
        <Age at={lastSeenAt} now={now} className="whitespace-nowrap pl-5 text-faint-foreground text-xs" />
      )}
      {use === "unactivated" && onlineStatus !== "stopped" && (
        <span className="whitespace-nowrap pl-5 text-faint-foreground text-xs">{labels.use(kind, use)}</span>
      )}
    </span>
  );
}

const isOwn = ({ measure }: DeviceProbeDto) => !(HEALTH_MEASURES as readonly string[]).includes(measure);

/** An open door and a power failure need attention. */
const toneOf = ({ measure, value }: DeviceProbeDto): Tone | undefined =>
  (measure === "door" && value === 1) || (measure === "power" && value === 0) ? "warning" : undefined;

/** The latest report was a fault and not a value. */
const isFaulty = ({ at, faultAt }: DeviceProbeDto) => faultAt !== null && (at === null || faultAt > at);

type ValueProps = {
  probe: DeviceProbeDto;
  /** The customer of the device, in a list of several. */
  customerId?: number;
  staleAfterSeconds: number;
  now: number;
  size?: "md" | "lg";
};

/** A latest value with its age; stale once the next report is overdue. */
export function ProbeValue({ probe, customerId, staleAfterSeconds, now, size = "md" }: ValueProps) {
  const labels = useLabels(customerId);
  const { number, unit } = labels.reading(probe.value, probe.measure);
  const tone = toneOf(probe);
  if (isFaulty(probe)) return <StateBadge tone="warning">{labels.probeFault}</StateBadge>;
  return (
    <ValueCell
      value={number}
      unit={unit}
      now={now}
      size={size}
      staleAfterMs={staleAfterSeconds * 1000}
      unconfirmed={labels.unconfirmed(probe)}
      {...(tone && { tone, toneLabel: labels.measure(probe.measure) })}
      {...(probe.at !== null && { at: probe.at })}
    />
  );
}

/** Measured values, one per line. */
export function ValuesCell({ row, now }: RowProps & { now: number }) {
  const labels = useLabels();
  const probes = row.probes.filter(isOwn);
  if (probes.every((probe) => probe.value === null && !isFaulty(probe))) return NONE;
  return (
    <span className="flex flex-col">
      {probes.map((probe) => (
        <span key={probe.id} title={labels.probe(probe, row.probes)} className="whitespace-nowrap">
          <span className="sr-only">{labels.probe(probe, row.probes)}</span>
          <ProbeValue probe={probe} customerId={row.customerId} staleAfterSeconds={row.staleAfterSeconds} now={now} />
        </span>
      ))}
    </span>
  );
}

/** Signal, and battery or voltage; low values are marked. */
export function HealthCell({ row }: RowProps) {
  const labels = useLabels();
  const probes = HEALTH_MEASURES.flatMap((measure) =>
    row.probes.filter((probe) => probe.measure === measure && probe.value !== null),
  );
  if (probes.length === 0) return NONE;
  return (
    <span className="flex flex-col">
      {probes.map(({ id, measure, value }) => {
        const { number, unit } = labels.reading(value, measure);
        const isDue = isLow(measure, value);
        return (
          <span
            key={id}
            title={labels.measure(measure)}
            className={`inline-flex items-center gap-1 whitespace-nowrap ${isDue ? TONE_TEXT.warning : ""}`}
          >
            <span className="sr-only">{labels.measure(measure)}</span>
            {number}
            <span className={`text-xs ${isDue ? "" : "text-muted-foreground"}`}>{unit}</span>
            {isDue && <ToneIcon tone="warning" className="size-3.5" />}
          </span>
        );
      })}
    </span>
  );
}

export function GatewayCell({ row, links }: RowProps & { links: boolean }) {
  const unseen = useTranslations("common.unseen");
  if (!row.gateway) return NONE;
  const { id, name } = row.gateway;
  const className = "line-clamp-2 break-words sm:min-w-20 sm:max-w-40";
  if (name === null) return <span className={`${className} text-muted-foreground`}>{unseen("gateway")}</span>;
  if (!links) return <span className={className}>{name}</span>;
  return (
    <Link href={windowOf("gateway", id)} target="_blank" prefetch={false} className={`${className} hover:text-primary`}>
      {name}
    </Link>
  );
}

/** Carriers on which it is mounted. */
export function CarriersCell({ row }: RowProps) {
  const t = useTranslations("device.mounted");
  const unseen = useTranslations("common.unseen");
  if (row.carriers.length === 0) return <span className="text-faint-foreground">{t("false")}</span>;
  const names = row.carriers.map(({ name }) => name ?? unseen("carrier")).join(" · ");
  return (
    <span title={names} className="line-clamp-2 break-words sm:min-w-24 sm:max-w-48">
      {names}
    </span>
  );
}

export function CalibrationCell({ row, now, timeZone }: RowProps & { now: number; timeZone: string }) {
  const t = useTranslations("device.calibration");
  const locale = useLocale();
  const { calibrationDueOn, calibrationState } = row;
  if (calibrationDueOn === null) return <span className="text-faint-foreground">{t("none")}</span>;
  return (
    <span className="flex flex-col items-start">
      <span className="whitespace-nowrap">{formatDate(calibrationDueOn, new Date(now), { locale, timeZone })}</span>
      {calibrationState !== "valid" && (
        <StateBadge tone={CALIBRATION_TONE[calibrationState]} plain>
          {t(calibrationState)}
        </StateBadge>
      )}
    </span>
  );
}

export function ConfigCell({ row }: RowProps) {
  const t = useTranslations("device.config");
  return (
    <span className="flex">
      <StateBadge tone={CONFIG_TONE[row.configStatus]} plain>
        {t(row.configStatus)}
      </StateBadge>
    </span>
  );
}
