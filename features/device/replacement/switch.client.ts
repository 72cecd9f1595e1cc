import { queryOptions } from "@tanstack/react-query";
import type { DeviceKind, OldDeviceDisposition } from "@/db/enums";
import type { MountingDto } from "@/features/carrier/mounting/mounting.schema";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import { canonicalMac } from "../device.rules";
import type { DeviceDto } from "../device.schema";
import type { DeviceSwitchDetailDto, DeviceSwitchDto } from "./switch.schema";

const PATH = "/service/deviceSwitch";
/** Poll interval; the worker checks every 15 s. */
const WATCH_MS = 5000;

/** Query: the device at its carrier, and its open switch; null if it is not mounted there. */
export const replacementQuery = (carrierId: number, deviceId: number) =>
  queryOptions({
    queryKey: ["device-switch", "start", carrierId, deviceId],
    queryFn: async ({ signal }) => {
      const at = `/service/carrier/${carrierId}/mounting?isCurrent=true&iDisplayLength=100`;
      const [mounted, open] = await Promise.all([
        callService<Page<MountingDto>>(at, { signal }),
        callService<Page<DeviceSwitchDto>>(`${PATH}?carrierId=${carrierId}&deviceId=${deviceId}&isOpen=true`, {
          signal,
        }),
      ]);
      return {
        mounting: mounted.items.find((one) => one.deviceId === deviceId) ?? null,
        openId: open.items.find(({ oldDevice }) => oldDevice.id === deviceId)?.id ?? null,
      };
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Query: a switch with its conditions, polled while it waits. */
export const switchQuery = (id: number) =>
  queryOptions({
    queryKey: ["device-switch", id],
    queryFn: ({ signal }) => callService<DeviceSwitchDetailDto>(`${PATH}/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.standing === "waiting" || !state.data ? WATCH_MS : false),
  });

const SHOWN = 20;

/** Query: the switches of a device, newest first. */
export const switchesQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ["device-switch", "of", deviceId],
    queryFn: ({ signal }) =>
      callService<Page<DeviceSwitchDto>>(`${PATH}?deviceId=${deviceId}&iDisplayLength=${SHOWN}`, { signal }),
    staleTime: 0,
  });

export const DEVICES_PATH = "/service/device";
export type Offered = Pick<DeviceDto, "id" | "name" | "serialNumber" | "mac">;

/** The device of this kind with this serial number or MAC; null if there is none. */
export async function findByCode(kind: DeviceKind, code: string): Promise<Offered | null> {
  // MACs are written with or without colons.
  for (const q of new Set([code, canonicalMac(code)])) {
    const page = await callService<Page<Offered>>(`${DEVICES_PATH}?${new URLSearchParams({ kind, q })}`);
    const found = page.items.find(({ serialNumber, mac }) =>
      [serialNumber, mac].some((one) => canonicalMac(one) === canonicalMac(code)),
    );
    if (found) return found;
  }
  return null;
}

export const beginSwitch = (body: unknown) => callService<DeviceSwitchDetailDto>(PATH, { method: "POST", body });

export const carryOutSwitch = (id: number, body: { ignoreConditions: boolean; oldDevice: OldDeviceDisposition }) =>
  callService<DeviceSwitchDetailDto>(`${PATH}/${id}/confirm`, { method: "POST", body });

export const callOffSwitch = (id: number) =>
  callService<DeviceSwitchDetailDto>(`${PATH}/${id}/cancel`, { method: "POST", body: {} });
