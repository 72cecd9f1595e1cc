import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { Page } from "@/lib/resource/list-query";
import type { RoleChoiceDto } from "./grant.schema";
import type { BatchResetDto, PasswordDto, ResetDto } from "./lifecycle.schema";
import type { CreatedUserDto, NamedPlace, UpdatedUserDto, UserDetailDto, UserDto, UserInput } from "./user.schema";

export const userKeys = {
  all: ["user"],
  detail: (id: number) => ["user", "detail", id],
  roles: (customerId: number) => ["user", "roles", customerId],
  customers: (q: string) => ["user", "customers", q],
  groups: (customerId: number) => ["contactGroup", "of", customerId],
} as const;

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: userKeys.detail(id),
    queryFn: ({ signal }) => callService<UserDetailDto>(`/service/user/${id}`, { signal }),
  });

/** The roles of a customer that the user may grant. */
export const roleChoicesQuery = (customerId: number) =>
  queryOptions({
    queryKey: userKeys.roles(customerId),
    queryFn: ({ signal }) => callService<RoleChoiceDto[]>(`/service/user/role?customerId=${customerId}`, { signal }),
  });

/** Visible customers whose name contains the text. */
export const customerChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: userKeys.customers(q),
    queryFn: ({ signal }) =>
      callService<NamedPlace[]>(`/service/user/customer?${new URLSearchParams(q ? { q } : {})}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The contact groups to which an account can be added. */
export const groupsQuery = (customerId: number) =>
  queryOptions({
    queryKey: userKeys.groups(customerId),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ customerId: String(customerId), iDisplayLength: "100" });
      return (await callService<Page<NamedPlace>>(`/service/contactGroup?${query}`, { signal })).items;
    },
  });

export const createUser = (body: unknown) => callService<CreatedUserDto>("/service/user", { method: "POST", body });

export const updateUser = (id: number, body: unknown) =>
  callService<UpdatedUserDto>(`/service/user/${id}`, { method: "PUT", body });

/** An action on one or several accounts. */
export type Action = "cancel" | "activate" | "resetPassword" | "remove";

const pathOf = (action: Action, [first, ...more]: readonly UserDto[]): string => {
  const place = more.length === 0 ? `/service/user/${first?.id}` : "/service/user";
  return action === "remove" ? place : `${place}/${action}`;
};

/** Performs the action; resolves with the generated one-time passwords. */
async function perform(action: Action, users: readonly UserDto[]): Promise<PasswordDto[]> {
  const isBatch = users.length > 1;
  const result = await callService<unknown>(pathOf(action, users), {
    method: action === "remove" ? "DELETE" : "POST",
    body: isBatch ? { ids: users.map(({ id }) => id) } : {},
  });
  if (action !== "resetPassword") return [];
  if (isBatch) return (result as BatchResetDto).items;
  const [{ id, username, name }] = users as [UserDto];
  return [{ id, username, name, password: (result as ResetDto).password }];
}

export const useAccountMutation = () =>
  useServiceMutation(
    ({ action, users }: { action: Action; users: readonly UserDto[] }) => perform(action, users),
    userKeys.all,
  );

const text = (form: FormData, name: string) => String(form.get(name) ?? "");
const ids = (form: FormData, name: string) => form.getAll(name).map(Number);

/** The form values of an account, before validation by the schema. */
export function valuesOf(form: FormData): Record<keyof z.input<typeof UserInput>, unknown> {
  const gender = text(form, "gender");
  const groupId = text(form, "groupId");
  return {
    customerId: text(form, "customerId") || undefined,
    roleId: text(form, "roleId"),
    username: text(form, "username"),
    name: text(form, "name"),
    gender: gender === "" ? null : Number(gender),
    mobile: text(form, "mobile"),
    email: text(form, "email"),
    remarks: text(form, "remarks"),
    status: text(form, "status"),
    sceneIds: ids(form, "sceneIds"),
    customerIds: ids(form, "customerIds"),
    contact: groupId === "" ? undefined : { groupId, level: text(form, "level") },
  };
}
