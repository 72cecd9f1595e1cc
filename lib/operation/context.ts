import type { Db } from "@/db/client";
import type { ApiKeyActor } from "@/lib/auth/api-key";
import type { Permission } from "@/lib/auth/permissions";
import type { Principal } from "@/lib/auth/principal";
import type { Scope } from "@/lib/auth/scope";
import { notFound } from "@/lib/errors";

export type { Db };

/**
 * Owner of an ingest token: a gateway, for all devices of its customer; one device (`deviceId`), for itself only; or,
 * with neither, a customer.
 */
export type DeviceActor = {
  type: "device";
  customerId: number;
  gatewayId: number | null;
  deviceId?: number;
  name: string;
};

/** Who acts: an account, another system by its key, a device by its ingest token, the system itself, or anonymous. */
export type Actor =
  | { type: "user"; principal: Principal }
  | ApiKeyActor
  | DeviceActor
  | { type: "system"; job: string }
  | { type: "anonymous" };

/** Context of every operation. `now` is the clock: rules take it as an argument. */
export type OperationContext = {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly db: Db;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** Token of a browser that has logged in here before; it does not identify an account. */
  readonly deviceToken?: string | undefined;
  readonly locale: string;
  readonly now: Date;
  /** Aborted when the caller disconnects: long work checks it between its parts (`throwIfAborted`). */
  readonly signal?: AbortSignal;
};

/** Whether the actor has the permission; the system has all, devices and anonymous callers none. */
export function holds({ actor }: OperationContext, permission: Permission): boolean {
  if (actor.type === "user") return actor.principal.permissions.has(permission);
  return actor.type === "system" || (actor.type === "key" && actor.permissions.has(permission));
}

/** The only device that the actor may report for, if its token is a device's; null if it may for all of a customer. */
export const soleDevice = ({ actor }: Pick<OperationContext, "actor">): number | null =>
  actor.type === "device" ? (actor.deviceId ?? null) : null;

/** The customer whose data the actor works on: the proxy customer for an agent; undefined for system and anonymous. */
export function workingCustomer({ actor }: OperationContext): number | undefined {
  if (actor.type === "user") return actor.principal.customer.id;
  return actor.type === "key" || actor.type === "device" ? actor.customerId : undefined;
}

/** The customer for which records are imported: the one named, or else the actor's. Throws NOT_FOUND outside the scope. */
export function customerFor(ctx: OperationContext, wanted: number | undefined): number {
  const customerId = wanted ?? workingCustomer(ctx);
  const { customerIds } = ctx.scope;
  if (customerId === undefined || (customerIds !== "all" && !customerIds.includes(customerId)))
    throw notFound("customer", customerId ?? "");
  return customerId;
}
