import "server-only";
import { levelOf } from "@/lib/auth/permission-catalogue";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { findActiveRoles, findCustomers } from "./grant.data";
import { type Grantor, mayGive } from "./grant.rules";
import { CustomerChoiceQuery, type RoleChoiceDto, RoleChoiceQuery } from "./grant.schema";
import type { NamedPlace } from "./user.schema";

/** The grantor for an actor: an account, another system with an API key, or the system itself. */
export function accountGrantorOf({ actor, scope }: OperationContext): Grantor {
  switch (actor.type) {
    case "user": {
      const { user, roleId, isRoot, scopeType, permissions } = actor.principal;
      return { userId: user.id, roleId, isRoot, level: levelOf(scopeType, isRoot), permissions, scope };
    }
    case "key":
      return {
        userId: null,
        roleId: null,
        isRoot: false,
        level: levelOf(1, false),
        permissions: actor.permissions,
        scope,
      };
    case "system":
      return { userId: null, roleId: null, isRoot: false, level: levelOf(3, true), permissions: "all", scope };
    default:
      throw new AppError("UNAUTHENTICATED", "sign in first");
  }
}

/** The roles of a customer that the caller may grant, for the form. */
export const listRoleChoices = defineOperation({
  name: "user.roleChoices",
  kind: "query",
  permission: "viewUser",
  input: RoleChoiceQuery,
  async run(ctx, { customerId }): Promise<RoleChoiceDto[]> {
    const grantor = accountGrantorOf(ctx);
    const roles = await findActiveRoles(ctx.db, ctx.scope, customerId);
    return roles
      .filter((role) => mayGive(grantor, role))
      .map(({ id, name, scopeType, customerIds, sceneIds }) => ({ id, name, scopeType, customerIds, sceneIds }));
  },
});

/** The customers for which the caller may create accounts, and which they may assign as proxy or governed customers. */
export const listCustomerChoices = defineOperation({
  name: "user.customerChoices",
  kind: "query",
  permission: "viewUser",
  input: CustomerChoiceQuery,
  run: ({ db, scope }, query): Promise<NamedPlace[]> => findCustomers(db, scope, query),
});
