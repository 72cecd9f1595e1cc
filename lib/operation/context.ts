import type { Db } from "@/db/client";
import type { Permission } from "@/lib/auth/permissions";
import type { Principal } from "@/lib/auth/principal";
import type { Scope } from "@/lib/auth/scope";

export type { Db };

/** Who acts: a signed-in account, a device by its ingest token, the system itself, or nobody yet. */
export type Actor =
  | { type: "user"; principal: Principal }
  | { type: "device"; customerId: number; gatewayId: number | null; name: string }
  | { type: "system"; job: string }
  | { type: "anonymous" };

/** What every operation gets. `now` is the clock: rules take it as an argument. */
export type OperationContext = {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly db: Db;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly locale: string;
  readonly now: Date;
};

/** Permissions of the actor; the system holds every one, others but accounts none. */
export function holds({ actor }: OperationContext, permission: Permission): boolean {
  return actor.type === "system" || (actor.type === "user" && actor.principal.permissions.has(permission));
}
