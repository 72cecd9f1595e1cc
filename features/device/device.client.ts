import { queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import type { DeviceKind } from "@/db/enums";
import type { LiveReading } from "@/features/telemetry/live/live.schema";
import { withReading } from "@/features/telemetry/live/reading.rules";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { useLive, useWatched } from "@/lib/live/use-live";
import type { UseVerb } from "./activation.rules";
import { NAME_LENGTH, SETTINGS, type SettingName, settingsOf } from "./device.rules";
import type { DeviceDto, QuotaDto } from "./device.schema";

export const deviceKeys = {
  all: ["device"],
  quota: (customerId: number) => ["device", "quota", customerId],
  one: (kind: DeviceKind, id: number) => ["device", kind, id],
} as const;

/** Query: device quota of a customer. */
export const quotaQuery = (customerId: number) =>
  queryOptions({
    queryKey: deviceKeys.quota(customerId),
    queryFn: ({ signal }) => callService<QuotaDto>(`/service/device/quota?customerId=${customerId}`, { signal }),
  });

/** Query: one device, refreshed every half minute because not all changes cause live events. */
export const deviceQuery = (kind: DeviceKind, id: number) =>
  queryOptions({
    queryKey: deviceKeys.one(kind, id),
    queryFn: ({ signal }) => callService<DeviceDto>(`/service/${kind}/${id}`, { signal }),
    refetchInterval: 30_000,
  });

export const saveDevice = (kind: DeviceKind, id: number | null, body: unknown) =>
  callService<DeviceDto>(id === null ? `/service/${kind}` : `/service/${kind}/${id}`, {
    method: id === null ? "POST" : "PUT",
    body,
  });

/** Creates several devices of one kind, all or none. */
export const createDevices = (body: unknown) =>
  callService<{ ids: number[] }>("/service/device/batch", { method: "POST", body });

export const editDevices = (body: { ids: number[]; changes: unknown }) =>
  callService<{ ids: number[] }>("/service/device/batch", { method: "PUT", body });

/** Actions on one or several devices. */
export type Action = UseVerb | "remove" | "configure";

export const useDeviceMutation = () =>
  useServiceMutation(({ action, devices }: { action: Action; devices: readonly DeviceDto[] }) => {
    const ids = devices.map(({ id }) => id);
    if (action === "configure")
      return callService<unknown>("/service/deviceCommand", { method: "POST", body: { deviceIds: ids } });
    const body = { ids };
    return action === "remove"
      ? callService<unknown>("/service/device", { method: "DELETE", body })
      : callService<unknown>(`/service/device/${action}`, { method: "POST", body });
  }, deviceKeys.all);

/** Latest values by probe, updated from the live stream of the carriers on which the device is mounted. */
export function useNewest(device: DeviceDto, now: number): DeviceDto["probes"] {
  const [heard, setHeard] = useState<ReadonlyMap<number, LiveReading>>(new Map());
  const own = new Set(device.probes.map(({ id }) => id));
  useWatched(
    device.carriers.map(({ id }) => id),
    now,
  );
  useLive<LiveReading[]>("reading", (readings) => {
    const mine = readings.filter(({ probeId }) => own.has(probeId));
    if (mine.length > 0) setHeard((before) => new Map([...before, ...mine.map((one) => [one.probeId, one] as const)]));
  });
  return device.probes.map((probe) => {
    const live = heard.get(probe.id);
    return live ? withReading(probe, live) : probe;
  });
}

const text = (form: FormData, name: string) => String(form.get(name) ?? "").trim();
/** Text of a field; undefined if the form does not contain it. */
const shown = (form: FormData, name: string) => (form.has(name) ? text(form, name) : undefined);

/** The parameters in a form, without empty ones. */
export function settingsIn(form: FormData, names: readonly SettingName[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const value = text(form, `settings.${name}`);
      if (value === "") return [];
      const { type } = SETTINGS[name];
      return [[name, type === "integer" || type === "decimal" ? Number(value.replace(",", ".")) : value]];
    }),
  );
}

/** Raw values of the form of a new device: without a name it has its serial number's. */
export function newValuesOf(form: FormData, kind: DeviceKind): Record<string, unknown> {
  const values = valuesOf(form, kind);
  return { ...values, name: values.name || text(form, "serialNumber").slice(0, NAME_LENGTH) };
}

/** Raw values of the form, before validation. */
export function valuesOf(form: FormData, kind: DeviceKind): Record<string, unknown> {
  const typeCode = text(form, "typeCode");
  const gatewayId = shown(form, "gatewayId");
  const sceneId = shown(form, "sceneId");
  return {
    customerId: shown(form, "customerId") || undefined,
    ...(shown(form, "carrierId") && { carrierId: text(form, "carrierId") }),
    name: text(form, "name"),
    serialNumber: text(form, "serialNumber"),
    mac: text(form, "mac"),
    typeCode,
    description: text(form, "description"),
    use: shown(form, "use") || undefined,
    ...(sceneId !== undefined && { sceneId: sceneId === "" ? null : sceneId }),
    ...(gatewayId !== undefined && { gatewayId: gatewayId === "" ? null : gatewayId }),
    reportIntervalSeconds: text(form, "reportIntervalSeconds") || undefined,
    utcOffsetHours: text(form, "utcOffsetHours") || null,
    ...(form.has("calibrationDueOn") && { calibrationDueOn: text(form, "calibrationDueOn") || null }),
    settings: settingsIn(form, settingsOf(kind, typeCode)),
  };
}
