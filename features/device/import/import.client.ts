import { queryOptions } from "@tanstack/react-query";
import type { DeviceKind } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import { isEnded } from "./import.rules";
import type { ImportDetailDto, ImportDto } from "./import.schema";

const IMPORT_PATHS: Record<DeviceKind, string> = {
  sensor: "/service/sensor/importSensor",
  gateway: "/service/gateway/import",
  display: "/service/display/import",
  relay: "/service/relay/import",
  base: "/service/base/import",
  gas: "/service/gas/import",
  magnetism: "/service/magnetism/import",
};

export const templateUrl = (kind: DeviceKind, locale: string) => `/service/${kind}/importTemplate?locale=${locale}`;
export const reportUrl = (id: number, locale: string) => `/service/deviceImport/${id}/report?locale=${locale}`;

/** Poll interval of an import in progress. */
const POLL_MS = 1000;

/** Query: an import, polled until it has ended. */
export const importQuery = (id: number | null) =>
  queryOptions({
    queryKey: ["device-import", id],
    queryFn: ({ signal }) => callService<ImportDetailDto>(`/service/deviceImport/${id}`, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isEnded(state.data.status) ? false : POLL_MS),
    staleTime: 0,
  });

/** Time-out for the largest file on a slow connection. */
const UPLOAD_MS = 300_000;

/** Uploads a file of devices. Throws ServiceError. */
export function sendImport(kind: DeviceKind, file: File, customerId: number | null): Promise<ImportDto> {
  const query = new URLSearchParams({ fileName: file.name.slice(-255) });
  if (customerId !== null) query.set("customerId", String(customerId));
  const body = new Blob([file], { type: "application/octet-stream" });
  return callService(`${IMPORT_PATHS[kind]}?${query}`, { method: "POST", body, timeoutMs: UPLOAD_MS });
}
