import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { RunPreviewDto } from "./run.schema";

const pathOf = (id: number) => `/service/invalidRule/${id}`;

/** Somebody who sets a date passes others on the way (ms). */
const TYPING_MS = 400;

/** How many stored readings since an instant (epoch ms) a rule would take; asked once the instant stands still. */
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

/** Has what a rule keeps that is off become readings again. */
export const sendGiveBack = (id: number) => callService(`${pathOf(id)}/giveBack`, { method: "POST", body: {} });
