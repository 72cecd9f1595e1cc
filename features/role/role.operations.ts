import "server-only";
import { assertVersion } from "@/lib/audit/assert-version";
import { conflict, fieldError, notFound } from "@/lib/errors";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readAddress } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { referredAll } from "@/lib/resource/referred";
import { findChoices } from "./catalogue.data";
import { grantorOf } from "./grantor.service";
import { activateAll, auditUsers, cancelAll, usersOf } from "./lifecycle.operations";
import { narrowUsers } from "./narrowing.data";
import {
  findPlaces,
  findRoles,
  getRole,
  hasDefaultRole,
  insertRole,
  type LockedRole,
  lockCustomer,
  lockRoles,
  saveRole,
} from "./role.data";
import {
  assertManages,
  assertNone,
  codesAfter,
  giveableTypes,
  grantableCodes,
  grantIssues,
  ownRoleIssues,
  placeIssues,
  type RoleGrantor,
} from "./role.rules";
import {
  DefaultRoleInput,
  type RoleDetailDto,
  type RoleDto,
  RoleInput,
  RoleListQuery,
  RoleUpdate,
} from "./role.schema";

export const listRoles = defineOperation({
  name: "role.list",
  kind: "query",
  permission: "viewRole",
  input: RoleListQuery,
  run: (ctx, query): Promise<Page<RoleDto>> => findRoles(ctx.db, ctx.scope, grantorOf(ctx), query),
});

export const getRoleDetail = defineOperation({
  name: "role.get",
  kind: "query",
  permission: "viewRole",
  input: ById,
  run: (ctx, { id }): Promise<RoleDetailDto> => getRole(ctx.db, ctx.scope, grantorOf(ctx), id),
});

/** The customer of a new role: the requested one, else the one that the actor works for. */
function destinationOf(ctx: OperationContext, wanted: number | undefined): number {
  const customerId = wanted ?? workingCustomer(ctx);
  if (customerId === undefined) throw fieldError("ROLE_CUSTOMER_MISMATCH", "say for which customer");
  return customerId;
}

const mismatch = () => fieldError("ROLE_CUSTOMER_MISMATCH", "the role must belong to the customer of the current user");

/** The issues of a role: codes, scope type, nodes and customers that the grantor may not grant. */
async function issuesOf(
  ctx: OperationContext,
  grantor: RoleGrantor,
  place: { customerId: number; customerType: LockedRole["customerType"] },
  values: RoleInput,
  before: LockedRole | null,
) {
  const found = await findPlaces(ctx.db, ctx.scope, place.customerId, values);
  const isEverywhere = ctx.scope.customerIds === "all";
  return [
    ...grantIssues(grantor, values, before),
    ...placeIssues({ ...values, customerType: place.customerType }, found, before, isEverywhere),
  ];
}

export const createRole = defineOperation({
  name: "role.create",
  kind: "mutation",
  permission: "newRole",
  input: RoleInput,
  async run(ctx, { customerId: wanted, ...values }): Promise<RoleDetailDto> {
    const grantor = grantorOf(ctx);
    const customerId = destinationOf(ctx, wanted);
    const customer = await lockCustomer(ctx.tx, ctx.scope, customerId);
    if (!customer) throw mismatch();
    assertNone(await issuesOf(ctx, grantor, { customerId, customerType: customer.type }, values, null));
    // A new role of a cancelled customer is cancelled with it, and activated with it later.
    const waits = customer.status === "cancelled" && values.status === "active";
    const { codes, sceneIds, customerIds, ...row } = values;
    const id = await insertRole(
      ctx.tx,
      customerId,
      { ...row, ...(waits && { status: "cancelled" as const, cancelledWith: "customer" as const }) },
      { codes, sceneIds, customerIds },
    );
    const made = await getRole(ctx.tx, ctx.scope, grantor, id);
    ctx.audit({ customerId, new: { ...values, status: made.status } });
    return made;
  },
  audit: { entity: "role", id: ({ id }) => id },
});

/** The role as its update takes it. */
const inputOf = ({ scenes, customers, ...role }: RoleDetailDto) => ({
  ...role,
  ...referredAll("scene", scenes),
  ...referredAll("customer", customers),
});

export const updateRole = defineOperation({
  name: "role.update",
  kind: "mutation",
  permission: "editRole",
  input: RoleUpdate,
  async run(ctx, { id, version, customerId, ...values }): Promise<RoleDetailDto> {
    const grantor = grantorOf(ctx);
    const [before] = await lockRoles(ctx.tx, ctx.scope, [id]);
    if (!before) throw notFound("role", id);
    assertManages(grantor, before);
    await usersOf(ctx, grantor, [{ path: "id", role: before }]);
    await assertVersion(ctx, { entity: "role", id, version }, async () =>
      inputOf(await getRole(ctx.tx, ctx.scope, grantor, id)),
    );
    if (customerId !== undefined && customerId !== before.customerId) throw mismatch();
    if (grantor.roleId === id) assertNone(ownRoleIssues(before, values));
    assertNone(await issuesOf(ctx, grantor, before, values, before));
    const { status, codes: _, ...row } = values;
    const lists = { ...row, codes: codesAfter(grantor, before.codes, values.codes).sort() };
    await saveRole(ctx.tx, id, { name: row.name, scopeType: row.scopeType, isDelegable: row.isDelegable }, lists);
    const narrowed = hasMoved(before, values) ? await narrowUsers(ctx.tx, id, row.scopeType, lists) : [];
    if (status !== before.status) {
      const all = status === "cancelled" ? cancelAll : activateAll;
      await auditUsers(ctx, "role.update", await all(ctx, [{ path: "status", role: before }]));
    }
    ctx.audit({
      customerId: before.customerId,
      old: valuesOf(before),
      new: { ...valuesOf({ ...before, ...lists, status }), ...(narrowed.length > 0 && { narrowedUserIds: narrowed }) },
    });
    return getRole(ctx.tx, ctx.scope, grantor, id);
  },
  audit: { entity: "role", id: ({ id }) => id },
});

const hasMoved = (before: LockedRole, after: Pick<LockedRole, "scopeType" | "sceneIds" | "customerIds">): boolean =>
  before.scopeType !== after.scopeType ||
  before.sceneIds.join() !== after.sceneIds.join() ||
  before.customerIds.join() !== after.customerIds.join();

const valuesOf = ({ name, scopeType, codes, sceneIds, customerIds, isDelegable, status }: LockedRole) => ({
  name,
  scopeType,
  codes,
  sceneIds,
  customerIds,
  isDelegable,
  status,
});

/** Creates the default role of a new customer. It manages the customer, with all codes that the caller may grant. */
export const createDefaultRole = defineOperation({
  name: "role.createDefault",
  kind: "mutation",
  permission: "newRole",
  input: DefaultRoleInput,
  async run(ctx, { customerId, name }): Promise<RoleDto> {
    const grantor = grantorOf(ctx);
    const customer = await lockCustomer(ctx.tx, ctx.scope, customerId);
    if (!customer) throw mismatch();
    if (await hasDefaultRole(ctx.tx, customerId))
      throw conflict("customerId", "isDefault", "the customer has its default role");
    const codes = grantableCodes(grantor, 1);
    if (codes.length === 0) throw fieldError("ROLE_RESOURCES_EMPTY", "there is nothing that you may give");
    const values = { name, scopeType: 1, isDelegable: false, isDefault: true, status: customer.status } as const;
    const cancelledWith = customer.status === "cancelled" ? "customer" : null;
    assertNone(grantIssues(grantor, { ...values, codes }, null));
    const id = await insertRole(
      ctx.tx,
      customerId,
      { ...values, cancelledWith },
      { codes, sceneIds: [], customerIds: [] },
    );
    ctx.audit({ customerId, new: { ...values, codes } });
    return getRole(ctx.tx, ctx.scope, grantor, id);
  },
  audit: { entity: "role", id: ({ id }) => id },
});

/** Loads the page: valid filters, rows, and the user's rights. */
export async function loadRoleScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, RoleListQuery);
  const { customerIds } = ctx.scope;
  const { permissions, customer, scopeType } = ctx.principal;
  // A user who governs a single customer does not belong to it.
  const isWide = customerIds === "all" || customerIds.some((id) => id !== customer.id);
  const [page, choices] = await Promise.all([
    listRoles.call(ctx, query),
    isWide ? findChoices(ctx.db, ctx.scope, undefined) : undefined,
  ]);
  return {
    page,
    ...address,
    rights: {
      create: permissions.has("newRole"),
      edit: permissions.has("editRole"),
      remove: permissions.has("removeRole"),
    },
    /** The customers to choose from; null for users who manage only one. */
    customers: choices?.customers ?? null,
    own: { id: customer.id, name: customer.name },
    types: giveableTypes(scopeType),
  };
}
