"use client";

import { DoorOpen, History, MapPin, PlugZap, Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Instant } from "@/components/value/instant";
import type { ExceptionDetailDto } from "../exception.schema";
import { positionValues } from "../phrase.rules";

type ContextListProps = { detail: ExceptionDetailDto; timeZone: string; now: number };

/** Door and power state at the start, the devices that are silent with it, and how it was detected. */
export function ContextList({ detail, timeZone, now }: ContextListProps) {
  const t = useTranslations("exception.context");
  const { doorOpenSince, powerLostSince, affected, retainedReadings } = detail.context;
  const since = (at: string) => () => <Instant at={Date.parse(at)} now={now} timeZone={timeZone} />;
  const lines: { key: string; icon: ReactNode; text: ReactNode }[] = [];
  const { crossing } = detail;
  if (crossing)
    lines.push({
      key: "crossing",
      icon: <MapPin />,
      text: t(`crossing.${crossing.kind}`, { geofence: crossing.geofence, ...positionValues(crossing) }),
    });
  if (doorOpenSince)
    lines.push({ key: "door", icon: <DoorOpen />, text: t.rich("door", { time: since(doorOpenSince) }) });
  if (powerLostSince)
    lines.push({ key: "power", icon: <PlugZap />, text: t.rich("power", { time: since(powerLostSince) }) });
  if (affected.length > 0)
    lines.push({
      key: "affected",
      icon: <Unplug />,
      text: (
        <>
          {t("affected", { count: affected.length })}
          <span className="block break-words text-muted-foreground">
            {affected
              .map(({ name, serialNumber }) => (name === serialNumber ? name : `${name} (${serialNumber})`))
              .join(", ")}
          </span>
        </>
      ),
    });
  if (retainedReadings !== null)
    lines.push({ key: "retained", icon: <History />, text: t("retained", { count: retainedReadings }) });
  else if (detail.isDetectedLate) lines.push({ key: "late", icon: <History />, text: t("late") });
  if (lines.length === 0) return null;
  return (
    <section aria-label={t("title")}>
      <ul className="flex flex-col gap-2 rounded-lg border p-3 text-sm">
        {lines.map(({ key, icon, text }) => (
          <li
            key={key}
            className="flex items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
          >
            {icon}
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
