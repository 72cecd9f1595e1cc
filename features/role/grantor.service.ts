import "server-only";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { RoleGrantor } from "./role.rules";

/** The grantor for an actor: an account, another system with an API key, or the system itself. */
export function grantorOf({ actor, scope }: OperationContext): RoleGrantor {
  switch (actor.type) {
    case "user": {
      const { isRoot, scopeType, roleId, permissions } = actor.principal;
      return { isRoot, scopeType, roleId, held: permissions, scope };
    }
    case "key":
      return { isRoot: false, scopeType: 1, roleId: null, held: actor.permissions, scope };
    case "system":
      return { isRoot: true, scopeType: 3, roleId: null, held: new Set(ALL_PERMISSIONS), scope };
    default:
      throw new AppError("UNAUTHENTICATED", "sign in first");
  }
}
