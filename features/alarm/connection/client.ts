import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { ConnectionWatchDto, ConnectionWatchInput } from "./schema";

const PATH = "/service/connectionWatch";

/** The connection watch of a customer; reloaded whenever the form is opened. */
export const connectionWatchQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["connectionWatch", customerId],
    queryFn: ({ signal }) => callService<ConnectionWatchDto>(`${PATH}?customerId=${customerId}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const saveConnectionWatch = (values: ConnectionWatchInput) =>
  callService<ConnectionWatchDto>(PATH, { method: "PUT", body: values });
