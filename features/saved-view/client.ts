import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { SavedViewListDto } from "./schema";

export const VIEW_PATH = "/service/mine/view";

/** The views of a list. */
export const viewsQuery = (path: string) =>
  queryOptions({
    queryKey: ["savedView", path],
    queryFn: ({ signal }) => callService<SavedViewListDto>(`${VIEW_PATH}?${new URLSearchParams({ path })}`, { signal }),
    staleTime: 60_000,
  });
