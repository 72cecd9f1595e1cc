"use client";

import { useTranslations } from "next-intl";
import { Part } from "@/components/layout/part";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import type { DeviceDto } from "../device.schema";
import { Nothing } from "./cards";
import { StateCell } from "./cells";

type BehindCardProps = { gatewayId: number; behind: { items: readonly DeviceDto[]; total: number }; now: number };

/** Devices that forward through a gateway. */
export function BehindCard({ gatewayId, behind, now }: BehindCardProps) {
  const t = useTranslations("device");
  const { items, total } = behind;
  return (
    <Part
      title={
        <>
          {t("detail.behind")} <span className="font-normal text-muted-foreground tabular-nums">{total}</span>
        </>
      }
      aside={
        total > items.length && (
          <Link href={`/device/sensor?gatewayId=${gatewayId}`} className="text-primary text-sm hover:underline">
            {t("detail.behindMore", { count: total })}
          </Link>
        )
      }
    >
      {items.length === 0 ? (
        <Nothing text="noBehind" />
      ) : (
        <ul className="-my-2 max-h-104 overflow-y-auto">
          {items.map((device) => (
            <li
              key={device.id}
              className="flex items-center justify-between gap-4 border-b py-2 text-sm last:border-b-0"
            >
              <span className="min-w-0">
                <Link
                  href={windowOf(device.kind, device.id)}
                  target="_blank"
                  prefetch={false}
                  className="break-words font-medium hover:text-primary"
                >
                  {device.name}
                </Link>
                <span className="block text-faint-foreground text-xs">
                  {`${t(`kind.${device.kind}`)} · ${device.serialNumber}`}
                </span>
              </span>
              <span className="w-36 shrink-0">
                <StateCell row={device} now={now} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
