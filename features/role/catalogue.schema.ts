import { z } from "zod";
import type { ActivationStatus, CustomerType, RoleType, ScopeType } from "@/db/enums";
import type { AccessLevel, Action, PermissionGroup } from "@/lib/auth/permission-catalogue";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { listQuery, type Page } from "@/lib/resource/list-query";
import { recordId, verbatimText } from "@/lib/validation/fields";
import type { Named } from "./role.schema";

/** The customer whose places the editor offers, beside the list of customers. */
export const RoleChoiceQuery = z.strictObject({ customerId: recordId().optional() });
export type RoleChoiceDto = {
  customers: (Named & { type: CustomerType; status: ActivationStatus })[];
  scenes: (Named & { parentId: number | null })[];
};

/** A code in the role editor; its name consists of subject and action from the `permission` messages. */
export type CodeDto = {
  code: Permission;
  action: Action;
  level: AccessLevel;
  /** Implied by other codes of the subject. */
  isImplied: boolean;
  /** The codes that it implies. */
  implies: Permission[];
  /** Whether the caller may grant it to a role whose scope type includes it. */
  isGrantable: boolean;
};
export type SubjectDto = { subject: string; label: string; codes: CodeDto[] };
export type GroupDto = { group: PermissionGroup; subjects: SubjectDto[] };

export const CatalogueQuery = z.strictObject({});

/** Who has this code; `q` searches users and their roles. */
export const HoldersQuery = listQuery({ sort: ["name"], filters: { code: z.enum(ALL_PERMISSIONS) } });
export type HoldersQuery = z.output<typeof HoldersQuery>;

type HoldingRole = Named & { status: ActivationStatus; scopeType: ScopeType; customerName: string; userCount: number };
type HoldingUser = Named & { username: string; status: ActivationStatus; roleName: string; customerName: string };
export type HoldersDto = { code: Permission; roles: Page<HoldingRole>; users: Page<HoldingUser> };

/** The code of a language in the spelling of the older API or of this one. */
export const LookupQuery = z.strictObject({ locale: verbatimText(20).optional() });

export type RoleTypeDto = { scopeType: ScopeType; type: RoleType; name: string };
export type ScopeTypeDto = { type: ScopeType; name: string };
