import { z } from "zod";
import { recordId, recordIds } from "@/lib/validation/fields";

const ids = recordIds(100).pipe(z.array(z.number()).min(1));
/** Query parameters are text. */
const confirm = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]).default(false);

export const RoleIds = z.strictObject({ ids });

/** `confirm` accepts that the users of the role are deleted with it. */
export const RemoveRole = z.strictObject({ id: recordId(), confirm });
export const RemoveRoles = z.strictObject({ ids, confirm });

/** The most users that are named before a role is deleted or cancelled; the rest is counted. */
export const NAMED_USERS = 20;

export type RoleUsersDto = { total: number; users: { id: number; username: string; name: string }[] };

/** The number of accounts changed with the roles. */
export type LifecycleDto = { ids: number[]; users: number };
