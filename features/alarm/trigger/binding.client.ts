import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { BindableDto } from "./binding.schema";

/** The most carriers that one look shows: of more the search tells. */
const SHOWN = 100;

export type Wanted = { q: string; type: string };

const path = (triggerId: number) => `/service/alarmTrigger/${triggerId}`;

export const bindingKey = (triggerId: number) => ["alarmTrigger", triggerId, "binding"] as const;

/** The carriers that a trigger watches. */
export const boundQuery = (triggerId: number) =>
  queryOptions({
    queryKey: [...bindingKey(triggerId), "bound"],
    queryFn: ({ signal }) =>
      callService<Page<BindableDto>>(`${path(triggerId)}/carrier?iDisplayLength=${SHOWN}`, { signal }),
  });

/** The carriers that it can be bound to, narrowed by what is not empty. */
export function bindableQuery(triggerId: number, wanted: Wanted) {
  const search = new URLSearchParams({ iDisplayLength: String(SHOWN) });
  for (const [name, value] of Object.entries(wanted)) if (value !== "") search.set(name, value);
  return queryOptions({
    queryKey: [...bindingKey(triggerId), "bindable", search.toString()],
    queryFn: ({ signal }) => callService<Page<BindableDto>>(`${path(triggerId)}/candidate?${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Gives carriers this trigger, or none, all or none of them: the carriers' own call. */
export const bindCarriers = (ids: readonly number[], alarmTriggerId: number | null) =>
  callService<{ ids: number[] }>("/service/carrier/batch/alarmTrigger", {
    method: "PUT",
    body: { ids, alarmTriggerId },
  });
