"use client";

import { useLocale, useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { Part } from "@/components/layout/part";
import { Instant } from "@/components/value/instant";
import { formatDuration } from "@/lib/datetime/format";
import type { DeviceDto } from "../device.schema";
import { GatewayCell } from "./cells";
import { useLabels } from "./labels";

type FactsCardProps = {
  device: DeviceDto;
  slowPaceSeconds: number | null;
  now: number;
  timeZone: string;
  linksGateway: boolean;
};

/** Identity, node and connection of a device. */
export function FactsCard({ device, slowPaceSeconds, now, timeZone, linksGateway }: FactsCardProps) {
  const t = useTranslations("device");
  const locale = useLocale();
  const labels = useLabels();
  const { kind, lastSeenAt, utcOffsetHours } = device;
  const items = [
    { term: t("field.serialNumber"), value: <span className="font-mono">{device.serialNumber}</span> },
    { term: t("field.mac"), value: <span className="break-all font-mono">{device.mac || "–"}</span> },
    { term: t("field.typeCode"), value: `${device.typeName} · ${device.typeCode}` },
    { term: t("field.use"), value: labels.use(kind, device.use) },
    { term: t("field.customerId"), value: device.customerName },
    { term: t("field.sceneId"), value: device.sceneName ?? t("detail.inStore") },
    ...(kind === "gateway"
      ? []
      : [{ term: t("detail.gateway"), value: <GatewayCell row={device} links={linksGateway} /> }]),
    {
      term: t("detail.lastSeen"),
      value: lastSeenAt === null ? t("never") : <Instant at={lastSeenAt} now={now} timeZone={timeZone} />,
    },
    {
      term: t("detail.reportInterval"),
      value: (
        <>
          {formatDuration(device.reportIntervalSeconds * 1000, locale)}
          {slowPaceSeconds !== null && (
            <span className="block text-warning">
              {t("detail.slowPace", { duration: formatDuration(slowPaceSeconds * 1000, locale) })}
            </span>
          )}
        </>
      ),
    },
    ...(utcOffsetHours === null
      ? []
      : [
          {
            term: t("field.utcOffsetHours"),
            value: `UTC${utcOffsetHours < 0 ? "−" : "+"}${Math.abs(utcOffsetHours)}`,
          },
        ]),
    { term: t("column.firmware"), value: device.firmware || "–" },
    { term: t("detail.registered"), value: <Instant at={device.createdAt} now={now} timeZone={timeZone} /> },
    ...(device.description ? [{ term: t("field.description"), value: device.description }] : []),
  ];
  return (
    <Part title={t("detail.state")}>
      <DescriptionList items={items} />
    </Part>
  );
}
