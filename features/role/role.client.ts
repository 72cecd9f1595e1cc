import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { GroupDto, HoldersDto, RoleChoiceDto } from "./catalogue.schema";
import type { LifecycleDto, RoleUsersDto } from "./lifecycle.schema";
import type { RoleDetailDto, RoleInput } from "./role.schema";

export const roleKeys = {
  all: ["role"],
  detail: (id: number) => ["role", "detail", id],
  users: (id: number) => ["role", "users", id],
  choice: (customerId: number | null) => ["role", "choice", customerId],
  holders: (code: string, q: string, start: number) => ["role", "holders", code, q, start],
} as const;

export const roleQuery = (id: number) =>
  queryOptions({
    queryKey: roleKeys.detail(id),
    queryFn: ({ signal }) => callService<RoleDetailDto>(`/service/role/${id}`, { signal }),
    // The editor starts from the stored values, not from cached ones.
    gcTime: 0,
  });

export const catalogueQuery = () =>
  queryOptions({
    queryKey: ["roleCatalogue"],
    queryFn: ({ signal }) => callService<GroupDto[]>("/service/role/catalogue", { signal }),
    staleTime: 300_000,
  });

/** The customers, and the places of one of them. */
export const choiceQuery = (customerId: number | null) =>
  queryOptions({
    queryKey: roleKeys.choice(customerId),
    queryFn: ({ signal }) =>
      callService<RoleChoiceDto>(`/service/role/choice${customerId === null ? "" : `?customerId=${customerId}`}`, {
        signal,
      }),
    staleTime: 60_000,
  });

export const roleUsersQuery = (id: number) =>
  queryOptions({
    queryKey: roleKeys.users(id),
    queryFn: ({ signal }) => callService<RoleUsersDto>(`/service/role/${id}/users`, { signal }),
  });

/** The page size of the dialog of holders. */
export const HOLDERS_AT_ONCE = 20;

export const holdersQuery = (code: string, q: string, start: number) =>
  queryOptions({
    queryKey: roleKeys.holders(code, q, start),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        code,
        iDisplayStart: String(start),
        iDisplayLength: String(HOLDERS_AT_ONCE),
        ...(q && { q }),
      });
      return callService<HoldersDto>(`/service/role/holders?${query}`, { signal });
    },
    placeholderData: keepPreviousData,
  });

/** Creates a role (`id` null) or updates one. */
export const saveRole = (id: number | null, values: RoleInput): Promise<RoleDetailDto> =>
  saveRecord("/service/role", id, values);

export type Verb = "cancel" | "activate" | "remove";

/** Cancels, activates or deletes roles with their users, as confirmed in the dialog. */
export const useLifecycle = (verb: Verb) =>
  useServiceMutation(
    ({ ids }: { ids: number[] }): Promise<LifecycleDto> =>
      verb === "remove"
        ? callService("/service/role", { method: "DELETE", body: { ids, confirm: true } })
        : callService(`/service/role/${verb}`, { method: "POST", body: { ids } }),
  );
