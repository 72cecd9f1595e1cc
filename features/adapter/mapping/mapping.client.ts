import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { FieldMapping, MappingDto } from "./mapping.schema";

const pathOf = (deviceId: number) => `/service/decoderMapping/${deviceId}`;

/** Query: how the fields of a device's last messages are read. */
export const mappingQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ["decoder-mapping", deviceId],
    queryFn: ({ signal }) => callService<MappingDto>(pathOf(deviceId), { signal }),
    // Accounts without permission see no mappings.
    retry: false,
  });

type Mapping = { id: number; fields: FieldMapping[] };

/** Returns how the fields would be read by a mapping that is not saved. */
export const tryMapping = ({ id, fields }: Mapping) =>
  callService<MappingDto>(`${pathOf(id)}/try`, { method: "POST", body: { fields } });

export const saveMapping = ({ id, fields }: Mapping) =>
  callService<MappingDto>(pathOf(id), { method: "PUT", body: { fields } });
