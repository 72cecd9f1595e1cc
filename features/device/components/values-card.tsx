"use client";

import { useTranslations } from "next-intl";
import { Part } from "@/components/layout/part";
import { StateBadge } from "@/components/value/state-badge";
import { useNewest } from "../device.client";
import { HEALTH_MEASURES } from "../device.rules";
import type { DeviceDto } from "../device.schema";
import { Nothing } from "./cards";
import { ProbeValue } from "./cells";
import { CALIBRATION_TONE, useLabels } from "./labels";

type ValuesCardProps = { device: DeviceDto; now: number };

const isHealth = (measure: string) => (HEALTH_MEASURES as readonly string[]).includes(measure);

/** Latest values: measured values large, the health of the device below. */
export function ValuesCard({ device, now }: ValuesCardProps) {
  const t = useTranslations("device.detail");
  const labels = useLabels();
  const probes = useNewest(device, now);
  const line = (size: "md" | "lg", isOf: (measure: string) => boolean) => {
    const shown = probes.filter(({ measure }) => isOf(measure));
    if (shown.length === 0) return null;
    return (
      <dl className={size === "lg" ? "flex flex-wrap gap-x-8 gap-y-4" : "flex flex-wrap gap-x-8 gap-y-3 border-t pt-3"}>
        {shown.map((probe) => (
          <div key={probe.id} className="min-w-0">
            <dt className="text-muted-foreground text-xs">{labels.probe(probe, probes)}</dt>
            <dd>
              <ProbeValue probe={probe} staleAfterSeconds={device.staleAfterSeconds} now={now} size={size} />
            </dd>
          </div>
        ))}
      </dl>
    );
  };
  return (
    <Part
      title={t("values")}
      aside={
        device.calibrationState === "expired" && (
          <StateBadge tone={CALIBRATION_TONE.expired}>{t("calibrationExpired")}</StateBadge>
        )
      }
    >
      {probes.length === 0 ? (
        <Nothing text="noValues" />
      ) : (
        <div className="flex flex-col gap-3 [&>*:first-child]:border-t-0 [&>*:first-child]:pt-0">
          {line("lg", (measure) => !isHealth(measure))}
          {line("md", isHealth)}
        </div>
      )}
    </Part>
  );
}
