import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { RunPreviewDto } from "./schema";

const pathOf = (id: number) => `/service/invalidRule/${id}`;

/** How many stored readings since an instant (epoch ms) a rule would take. */
export const previewQuery = (id: number, from: number) =>
  queryOptions({
    queryKey: ["invalidRule", id, "preview", from],
    queryFn: ({ signal }) => callService<RunPreviewDto>(`${pathOf(id)}/preview?from=${from}`, { signal }),
  });

export const applyInvalidRule = (id: number, from: number) =>
  callService(`${pathOf(id)}/apply`, { method: "POST", body: { from } });
