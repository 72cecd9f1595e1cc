import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { RunPreviewDto } from "./run.schema";

const pathOf = (id: number) => `/service/invalidRule/${id}`;

/** Debounce (ms): setting a date passes through intermediate ones. */
const TYPING_MS = 400;

/**
 * Number of stored readings since an instant (epoch ms) that a rule would match; queried once the instant is stable.
 */
export const previewQuery = (id: number, from: number) =>
  queryOptions({
    queryKey: ["invalidRule", id, "preview", from],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      signal.throwIfAborted();
      return callService<RunPreviewDto>(`${pathOf(id)}/preview?from=${from}`, { signal });
    },
  });

export const applyInvalidRule = (id: number, from: number) =>
  callService(`${pathOf(id)}/apply`, { method: "POST", body: { from } });

/** Restores the readings that a disabled rule has invalidated. */
export const sendGiveBack = (id: number) => callService(`${pathOf(id)}/giveBack`, { method: "POST", body: {} });
