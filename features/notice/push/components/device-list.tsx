"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/value/instant";
import { useReason } from "../../log/components/use-reason";
import type { ContactDeviceDto } from "../push.schema";

type DeviceListProps<D extends ContactDeviceDto> = {
  devices: readonly D[];
  /** Whether a device is the browser that shows the list. */
  isHere?: (device: D) => boolean;
  pending: boolean;
  clock: { timeZone: string; now: number };
  /** The label of the device action, and the devices that have it. */
  action: string;
  onAction: (device: D) => void;
  mayAct?: (device: D) => boolean;
};

/** Devices with push notifications: last delivery, last error, or why the subscription ended. */
export function DeviceList<D extends ContactDeviceDto>(props: DeviceListProps<D>) {
  const { devices, isHere = () => false, pending, clock, action, onAction, mayAct = () => true } = props;
  const t = useTranslations("push");
  if (devices.length === 0) return null;
  return (
    <ul aria-label={t("devices")} className="divide-y border-t">
      {devices.map((device) => (
        <li key={device.id} className="flex items-center gap-3 px-4 py-2.5">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium text-sm">{device.label}</span>
            <DeviceState device={device} isHere={isHere(device)} clock={clock} />
          </span>
          {mayAct(device) && (
            <Button
              size="icon-sm"
              variant="ghost"
              disabled={pending}
              aria-label={`${action}: ${device.label}`}
              title={action}
              onClick={() => onAction(device)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

type DeviceStateProps = {
  device: ContactDeviceDto;
  isHere: boolean;
  clock: DeviceListProps<ContactDeviceDto>["clock"];
};

function DeviceState({ device, isHere, clock }: DeviceStateProps) {
  const t = useTranslations("push");
  const reasonOf = useReason();
  const { createdAt, lastSentAt, lastError, endedAt, endReason } = device;
  const at = (instant: string) => <Instant at={Date.parse(instant)} {...clock} />;
  return (
    <span className="block text-muted-foreground text-xs">
      {isHere && <span className="block">{t("thisDevice")}</span>}
      <span className="block">{t.rich("since", { time: () => at(createdAt) })}</span>
      <span className="block">{lastSentAt ? t.rich("lastSent", { time: () => at(lastSentAt) }) : t("neverSent")}</span>
      {lastError && endedAt === null && (
        <span className="wrap-anywhere block text-warning">{t("lastError", { reason: reasonOf(lastError) })}</span>
      )}
      {endedAt && (
        <span className="block text-pretty text-warning">
          {t.rich("ended", { time: () => at(endedAt) })} {endReason && t(`endReason.${endReason}`)}
        </span>
      )}
    </span>
  );
}
