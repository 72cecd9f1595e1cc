import { z } from "zod";
import {
  ACTIVATION_STATUSES,
  type ActivationStatus,
  type CancelledWith,
  type CustomerType,
  type RoleType,
  SCOPE_TYPES,
  type ScopeType,
} from "@/db/enums";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, recordIds, requiredText } from "@/lib/validation/fields";
import { canBeDelegable, namesCustomers, namesScenes } from "./role.rules";

/** A scope type from text or number. */
export const ScopeTypeValue = z.coerce.number().pipe(z.literal([...SCOPE_TYPES]));

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

const fields = {
  /** For users who manage several customers; default is the user's own. It cannot be changed later. */
  customerId: recordId().optional(),
  name: requiredText(30),
  scopeType: ScopeTypeValue,
  codes: z.array(z.enum(ALL_PERMISSIONS)).transform((codes) => [...new Set(codes)]),
  /** The nodes of a customer-use role. */
  sceneIds: recordIds().default([]),
  /** An agent's proxy customers, or those that a platform user governs. */
  customerIds: recordIds().default([]),
  isDelegable: z.boolean().default(false),
  status: z.enum(ACTIVATION_STATUSES).default("active"),
};

type Fields = z.output<z.ZodObject<typeof fields>>;

/** The rules between fields (specification, section 5, "Cross-field"). */
function crossField({ scopeType, codes, sceneIds, customerIds, isDelegable }: Fields, context: z.RefinementCtx): void {
  const refuse = (path: keyof Fields, rule: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  if (codes.length === 0) refuse("codes", "ROLE_RESOURCES_EMPTY", "choose what the role may do");
  if (namesScenes(scopeType) && sceneIds.length === 0)
    refuse("sceneIds", "sceneRequired", "a role of customer use needs a place");
  if (scopeType === -1 && customerIds.length === 0)
    refuse("customerIds", "ROLE_AGENT_EMPTY", "choose at least one proxy customer");
  if (isDelegable && !canBeDelegable(scopeType))
    refuse("isDelegable", "administratorType", "administrator and system roles are of the normal kind");
}

/** Drops places that the scope type does not have, so that a form can retain a selection when the type changes. */
const placed = <T extends Fields>(values: T): T => ({
  ...values,
  sceneIds: namesScenes(values.scopeType) ? sorted(values.sceneIds) : [],
  customerIds: namesCustomers(values.scopeType) ? sorted(values.customerIds) : [],
});

export const RoleInput = z.strictObject(fields).superRefine(crossField).transform(placed);
export type RoleInput = z.output<typeof RoleInput>;

export const RoleUpdate = z
  .strictObject({ ...fields, ...VersionedId.shape })
  .superRefine(crossField)
  .transform(placed);

/** The default role of a new customer. */
export const DefaultRoleInput = z.strictObject({ customerId: recordId(), name: requiredText(30) });

export const RoleListQuery = listQuery({
  sort: ["createdAt", "name", "customerName", "scopeType", "status", "userCount"],
  dir: "desc",
  filters: {
    status: z.enum(ACTIVATION_STATUSES).optional(),
    scopeType: ScopeTypeValue.optional(),
    customerId: recordId().optional(),
  },
});
export type RoleListQuery = z.output<typeof RoleListQuery>;

export type RoleDto = {
  id: number;
  customerId: number;
  customerName: string;
  customerType: CustomerType;
  name: string;
  type: RoleType;
  scopeType: ScopeType;
  status: ActivationStatus;
  cancelledWith: CancelledWith | null;
  isDefault: boolean;
  isDelegable: boolean;
  userCount: number;
  codeCount: number;
  /** Whether the caller may change the role, and whether it is their own. */
  isManageable: boolean;
  isOwn: boolean;
  createdAt: string;
  version: number;
};

export type Named = { id: number; name: string };

/** A role with its codes and places. Customers outside the scope are omitted. */
export type RoleDetailDto = RoleDto & { codes: Permission[]; scenes: Named[]; customers: Named[] };
