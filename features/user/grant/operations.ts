import "server-only";
import { levelOf } from "@/lib/auth/permission-catalogue";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { Giver } from "./rules";

/** Who acts, as far as it decides what he may give: an account, another system with a key, the system itself. */
export function giverOf({ actor, scope }: OperationContext): Giver {
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
