import { queryOptions, useMutation } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { Page } from "@/lib/resource/list-query";
import type { ContactDto, ContactInput, ContactSyncDto } from "./contact.schema";
import type { ContactGroupDto, ContactGroupInput } from "./group.schema";

const CONTACTS = "/service/contact";
const GROUPS = "/service/contactGroup";

/** Creates a contact (`id` null) or updates one. */
export const saveContact = (id: number | null, body: ContactInput): Promise<ContactDto> =>
  id === null
    ? callService(CONTACTS, { method: "POST", body })
    : callService(`${CONTACTS}/${id}`, { method: "PUT", body });

export const saveGroup = (id: number | null, body: ContactGroupInput): Promise<ContactGroupDto> =>
  id === null ? callService(GROUPS, { method: "POST", body }) : callService(`${GROUPS}/${id}`, { method: "PUT", body });

export const useGroupRemoval = () =>
  useMutation<unknown, ServiceError, number>({
    mutationFn: (id) => callService(`${GROUPS}/${id}`, { method: "DELETE" }),
  });

/** Deletes one contact by its own call, several as a batch that is all or nothing. */
export const useRemoval = () =>
  useMutation<unknown, ServiceError, readonly number[]>({
    mutationFn: (ids) =>
      ids.length === 1
        ? callService(`${CONTACTS}/${ids[0]}`, { method: "DELETE" })
        : callService(`${CONTACTS}/remove`, { method: "POST", body: { ids } }),
  });

type Move = { ids: readonly number[]; groupId?: number; level?: number };

export const useMove = () =>
  useMutation<unknown, ServiceError, Move>({
    mutationFn: (body) => callService(`${CONTACTS}/move`, { method: "POST", body }),
  });

type Sync = { userIds: readonly number[]; groupId: number; level: number };

export const useSync = () =>
  useMutation<ContactSyncDto, ServiceError, Sync>({
    mutationFn: (body) => callService(`${CONTACTS}/sync`, { method: "POST", body }),
  });

/** The fields of an account that the picker shows. */
export type UserChoice = { id: number; name: string; username: string; mobile: string | null; email: string | null };

/** The first twenty accounts of a customer that match the search text. */
export const usersQuery = (customerId: number, q: string) =>
  queryOptions<Page<UserChoice>, ServiceError>({
    queryKey: ["contact", "users", customerId, q],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ customerId: String(customerId), iDisplayLength: "20" });
      if (q) query.set("q", q);
      return callService(`/service/user?${query}`, { signal });
    },
    staleTime: 10_000,
    retry: false,
  });
