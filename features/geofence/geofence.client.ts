import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { GeofenceChoiceDto, GeofenceDto, GeofenceInput } from "./geofence.schema";

export const GEOFENCE_PATH = "/service/geofence";

/** Creates a geofence, or updates the one with this id. */
export const saveGeofence = (id: number | null, values: GeofenceInput): Promise<GeofenceDto> =>
  saveRecord(GEOFENCE_PATH, id, values);

/** Nodes and carriers of one customer that a geofence may watch, searched by name. */
export const choicesQuery = (q: string, customerId: number | undefined) => {
  const query = new URLSearchParams();
  if (q !== "") query.set("q", q);
  if (customerId !== undefined) query.set("customerId", String(customerId));
  return queryOptions<GeofenceChoiceDto[], ServiceError>({
    queryKey: ["geofence", "choice", query.toString()],
    queryFn: ({ signal }) => callService(`${GEOFENCE_PATH}/choice?${query}`, { signal }),
    staleTime: 30_000,
  });
};
