"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useAddressState } from "@/components/dialog/use-address-state";

const ReplaceDeviceDialog = dynamic(
  () => import("./replace-device-dialog").then((module) => module.ReplaceDeviceDialog),
  {
    ssr: false,
  },
);

/** Format of the address parameter `replace`: `<carrier>-<device>`. */
const ADDRESS = /^([1-9]\d{0,14})-([1-9]\d{0,14})$/;

type ReplaceDeviceProps = { now: number; timeZone: string; onClosed?: () => void };

/** Opens the replacement dialog for the address parameter `replace`, which other parts of the page set. */
export function ReplaceDevice({ now, timeZone, onClosed }: ReplaceDeviceProps) {
  const address = useAddressState("replace");
  const client = useQueryClient();
  const [, carrierId, deviceId] = ADDRESS.exec(address.value ?? "") ?? [];
  if (!carrierId || !deviceId) return null;
  return (
    <ReplaceDeviceDialog
      key={address.value}
      carrierId={Number(carrierId)}
      deviceId={Number(deviceId)}
      now={now}
      timeZone={timeZone}
      onClose={() =>
        address.close(() => {
          void client.invalidateQueries();
          onClosed?.();
        })
      }
    />
  );
}
