"use client";

import { Replace, Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { useNow } from "@/components/value/use-now";
import { ValueCell } from "@/components/value/value-cell";
import { isSwitch } from "@/features/observation/observation.rules";
import { unconfirmedText } from "@/features/telemetry/live/reading.rules";
import { dayKey } from "@/lib/datetime/zone";
import { Link } from "@/lib/i18n/navigation";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { MountedProbeDto, MountingDto } from "../mounting.schema";
import { useProbeName } from "./use-probe-name";

type MountedDeviceProps = {
  mounting: MountingDto;
  now: number;
  timeZone: string;
  /** The device's window, for users who may view it. */
  href: string | undefined;
  onUnmount: (() => void) | undefined;
  onReplace: (() => void) | undefined;
};

/** A mounted device: name, latest values and actions. */
export function MountedDevice({ mounting, now, timeZone, href, onUnmount, onReplace }: MountedDeviceProps) {
  const t = useTranslations("mounting");
  const nameOf = useProbeName();
  const current = useNow(now);
  const unseen = useTranslations("common.unseen");
  const { serialNumber, calibrationDueOn, from, probes } = mounting;
  const name = mounting.deviceName ?? unseen("device");
  const isExpired = calibrationDueOn !== null && calibrationDueOn < dayKey(new Date(current), timeZone);
  return (
    <li className="grid items-center gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {href ? (
            <Link
              href={href}
              target="_blank"
              prefetch={false}
              className="hover:text-primary touch:-my-2.5 touch:py-2.5"
            >
              {name}
            </Link>
          ) : (
            name
          )}
          {isExpired && <StateBadge tone="warning">{t("expired")}</StateBadge>}
        </p>
        <p className="wrap-anywhere text-muted-foreground text-xs">
          {serialNumber && name !== serialNumber && <span className="mr-2 tabular-nums">{serialNumber}</span>}
          {t.rich("since", { from: () => <Instant at={from} now={now} timeZone={timeZone} /> })}
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 sm:col-start-1">
        {probes.map((probe) => (
          <Value key={probe.probeId} probe={probe} name={nameOf(probe, probes)} now={now} />
        ))}
      </dl>
      {(onReplace ?? onUnmount) && (
        <div className="flex gap-1 sm:col-start-2 sm:row-span-2 sm:row-start-1">
          {onReplace && (
            <Button size="sm" aria-label={t("replaceNamed", { name })} onClick={onReplace}>
              <Replace aria-hidden="true" />
              {t("replace")}
            </Button>
          )}
          {onUnmount && (
            <Button size="sm" variant="ghost" aria-label={t("unmountNamed", { name })} onClick={onUnmount}>
              <Unplug aria-hidden="true" />
              {t("unmount")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

type ValueProps = { probe: MountedProbeDto; name: string; now: number };

function Value({ probe, name, now }: ValueProps) {
  const { measure, value, at } = probe;
  const locale = useValueLocale();
  const tState = useTranslations("mounting.state");
  const shown = formatReading(value, measure, locale);
  const word = value !== null && isSwitch(measure) ? tState(`${measure}.${value > 0 ? "on" : "off"}`) : null;
  return (
    <div className="min-w-20">
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd>
        <ValueCell
          value={word ?? shown.number}
          unit={word ? "" : shown.unit}
          now={now}
          unconfirmed={unconfirmedText(probe, locale)}
          {...(at !== null && { at })}
        />
      </dd>
    </div>
  );
}
