import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { BindableDto } from "./binding.schema";

/** Maximum number of carriers shown; the search narrows them. */
const SHOWN = 100;

export type Wanted = { q: string; type: string };

const path = (triggerId: number) => `/service/alarmTrigger/${triggerId}`;

export const bindingKey = (triggerId: number) => ["alarmTrigger", triggerId, "binding"] as const;

/** The carriers bound to a trigger. */
export const boundQuery = (triggerId: number) =>
  queryOptions({
    queryKey: [...bindingKey(triggerId), "bound"],
    queryFn: ({ signal }) =>
      callService<Page<BindableDto>>(`${path(triggerId)}/carrier?iDisplayLength=${SHOWN}`, { signal }),
  });

/** The carriers that can be bound to it, narrowed by the non-empty criteria. */
export function bindableQuery(triggerId: number, wanted: Wanted) {
  const search = new URLSearchParams({ iDisplayLength: String(SHOWN) });
  for (const [name, value] of Object.entries(wanted)) if (value !== "") search.set(name, value);
  return queryOptions({
    queryKey: [...bindingKey(triggerId), "bindable", search.toString()],
    queryFn: ({ signal }) => callService<Page<BindableDto>>(`${path(triggerId)}/candidate?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Binds carriers to this trigger, or to none if null, all or nothing. Uses the batch operation of carriers. */
export const bindCarriers = (ids: readonly number[], alarmTriggerId: number | null) =>
  callService<{ ids: number[] }>("/service/carrier/batch/alarmTrigger", {
    method: "PUT",
    body: { ids, alarmTriggerId },
  });
