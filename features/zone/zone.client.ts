import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { Page } from "@/lib/resource/list-query";
import type { BoundCarrierDto, ZoneDto, ZoneInput } from "./zone.schema";

export const ZONE_PATH = "/service/zone";

/** Creates a range, or updates the one with this id. */
export const saveZone = (id: number | null, values: ZoneInput): Promise<ZoneDto> => saveRecord(ZONE_PATH, id, values);

export const removeZones = (ids: readonly number[]) =>
  callService(`${ZONE_PATH}/remove`, { method: "POST", body: { ids } });

/** One page of the carriers monitored by a range. */
export const boundCarriersQuery = (id: number) =>
  queryOptions({
    queryKey: ["zone", id, "carriers"],
    queryFn: ({ signal }) =>
      callService<Page<BoundCarrierDto>>(`${ZONE_PATH}/${id}/carrier?iDisplayLength=100`, { signal }),
  });
