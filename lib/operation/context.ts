import type { Db } from "@/db/client";
import type { ApiKeyActor } from "@/lib/auth/api-key";
import type { Permission } from "@/lib/auth/permissions";
import type { Principal } from "@/lib/auth/principal";
import type { Scope } from "@/lib/auth/scope";

export type { Db };

/**
 * Who an ingest token stands for: a gateway, with all devices of its customer; one device, `deviceId`, with nothing but
 * itself; or, with neither, a customer.
 */
export type DeviceActor = {
  type: "device";
  customerId: number;
  gatewayId: number | null;
  deviceId?: number;
  name: string;
};

/** Who acts: a signed-in account, another system by its key, a device by its ingest token, the system itself, or nobody yet. */
export type Actor =
  | { type: "user"; principal: Principal }
  | ApiKeyActor
  | DeviceActor
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
  /** The token of the browser that has logged in here before; it tells nothing of who it is. */
  readonly deviceToken?: string | undefined;
  readonly locale: string;
  readonly now: Date;
  /** Aborted when the caller is gone: long work asks between its parts (`throwIfAborted`). */
  readonly signal?: AbortSignal;
};

/** Permissions of the actor; the system holds every one, devices and strangers none. */
export function holds({ actor }: OperationContext, permission: Permission): boolean {
  if (actor.type === "user") return actor.principal.permissions.has(permission);
  return actor.type === "system" || (actor.type === "key" && actor.permissions.has(permission));
}

/** The one device that the actor may report for, where its token is a device's own; null where it may for all of a customer. */
export const soleDevice = ({ actor }: Pick<OperationContext, "actor">): number | null =>
  actor.type === "device" ? (actor.deviceId ?? null) : null;

/** The customer whose data the actor works on: the proxy customer for an agent; none for the system and strangers. */
export function workingCustomer({ actor }: OperationContext): number | undefined {
  if (actor.type === "user") return actor.principal.customer.id;
  return actor.type === "key" || actor.type === "device" ? actor.customerId : undefined;
}
