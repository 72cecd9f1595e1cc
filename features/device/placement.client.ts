import { isMountedKind } from "@/features/carrier/mounting/mounting.rules";
import { callService } from "@/lib/http/call-service";
import type { DeviceDto } from "./device.schema";
import type { PutInput } from "./placement.schema";

type Device = Pick<DeviceDto, "id" | "kind">;

const BASES = "/service/plinthBinding";

/** Mounts a device on a carrier, by its probes or as a whole; without `at`, from now on. */
export function putAt({ id, kind }: Device, { carrierId, sensorId, at }: PutInput): Promise<unknown> {
  if (kind === "base") return callService(BASES, { method: "POST", body: { deviceId: id, carrierId, sensorId } });
  if (!isMountedKind(kind)) return callService(`/service/device/${id}/bind`, { method: "POST", body: { carrierId } });
  const body = { deviceId: id, ...(at && { at }) };
  return callService(`/service/carrier/${carrierId}/mount`, { method: "POST", body });
}

export const unmountDevice = ({ id }: Device, carrierId: number, reason: string) =>
  callService<unknown>(`/service/carrier/${carrierId}/unmount`, { method: "POST", body: { deviceId: id, reason } });

/** Ends the binding of a device that is bound as a whole. */
export const unbind = ({ id, kind }: Device, bindingId: number, reason: string) =>
  kind === "base"
    ? callService<unknown>(`${BASES}/${bindingId}`, { method: "DELETE", body: { reason } })
    : callService<unknown>(`/service/device/${id}/unbind`, { method: "POST", body: { reason } });

export const changeBase = ({ id, ...body }: { id: number; action: "embed" | "fallOff" } & Record<string, unknown>) =>
  callService<unknown>(`${BASES}/${id}`, { method: "PUT", body });
