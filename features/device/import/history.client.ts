import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DeviceKind } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import { isEnded } from "./import.rules";
import type { ImportDto } from "./import.schema";

const UNDER_WAY_MS = 3000;

/** Query: imports of a kind, newest first; polled while one is in progress. */
export const pastImportsQuery = (kind: DeviceKind, length: number) =>
  queryOptions({
    queryKey: ["device-import", "past", kind, length],
    queryFn: ({ signal }) =>
      callService<Page<ImportDto>>(`/service/deviceImport?kind=${kind}&iDisplayLength=${length}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => !isEnded(status)) ? UNDER_WAY_MS : false),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
