import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, forwardHead, forwardState, forwardTarget } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { keyedHash, sealSecret } from "@/lib/auth/secret-box";
import { env } from "@/lib/env/env";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { isAllowed } from "@/lib/outbound/address";
import type { Changed, Store, SwitchableStore } from "@/lib/resource/crud";
import type { Page } from "@/lib/resource/list-query";
import { tableStore } from "@/lib/resource/table-store";
import type { SendingTarget } from "./delivery/delivery.schema";
import { assertSecretStays, isElsewhere, isIpv4, ownerStays, privateHost, stillEnabled } from "./forward.rules";
import type { ForwardChoice, ForwardDto, ForwardInput, ForwardListQuery } from "./forward.schema";

type Row = typeof forwardTarget.$inferSelect;
type Columns = Partial<typeof forwardTarget.$inferInsert>;

const text = (at: Date | null) => at?.toISOString() ?? null;

function toDto(row: Row): ForwardDto {
  const { sealedPassword, sealedAppKey, appKeyHash, changedAt, createdAt, passwordSetAt, appKeySetAt, ...shown } = row;
  return {
    ...shown,
    credentialSetAt: text(passwordSetAt),
    appKeySetAt: text(appKeySetAt),
    createdAt: createdAt.toISOString(),
  };
}

const table = tableStore<typeof forwardTarget, ForwardDto, Columns & { customerId?: number }, ForwardListQuery>({
  entity: "forwardSet",
  table: forwardTarget,
  search: [forwardTarget.name, forwardTarget.host, forwardTarget.platformCode, forwardTarget.platformName],
  sort: {
    name: sql`lower(${forwardTarget.name})`,
    type: forwardTarget.type,
    host: sql`lower(${forwardTarget.host})`,
    platformCode: sql`lower(${forwardTarget.platformCode})`,
    createdAt: forwardTarget.createdAt,
  },
  filters: { type: forwardTarget.type, isEnabled: forwardTarget.isEnabled, customerId: forwardTarget.customerId },
  toDto,
});

/** Owner of an encrypted password: copied to another row, the value cannot be decrypted. */
export const passwordOwner = (id: number) => `forward:${id}:password`;
export const appKeyOwner = (id: number) => `forward:${id}:appKey`;

function secretsOf(target: { id: number; customerId: number }, input: ForwardInput, now: Date): Columns {
  const { password, appKey } = input;
  const isKept = (value: string | null | undefined) => value === undefined || value === "";
  return {
    ...(!isKept(password) && {
      sealedPassword: password ? sealSecret(password, passwordOwner(target.id)) : null,
      passwordSetAt: password ? now : null,
    }),
    ...(!isKept(appKey) && {
      sealedAppKey: appKey ? sealSecret(appKey, appKeyOwner(target.id)) : null,
      appKeyHash: appKey ? keyedHash(appKey, `forward:${target.customerId}`) : null,
      appKeySetAt: appKey ? now : null,
    }),
  };
}

/** Platform users may use private addresses; customers may not, unless the installation allows it. */
function isPlatform({ actor }: OperationContext): boolean {
  if (actor.type === "user") return actor.principal.scopeType === 2 || actor.principal.scopeType === 3;
  return actor.type === "system";
}

function assertReachable(host: string, mayReachPrivate: boolean): void {
  // Host names are resolved and checked when sending.
  if (isIpv4(host) && !isAllowed(host, mayReachPrivate || env().FORWARD_PRIVATE)) throw privateHost();
}

const columnsOf = ({ customerId, password, appKey, ...columns }: ForwardInput): Columns => columns;

/** Store of forwarding targets; secrets are write-only. */
export const forwardStore: Store<ForwardDto, ForwardInput, ForwardListQuery> & SwitchableStore<ForwardDto> = {
  ...table,
  async insert(ctx, input) {
    const mayReachPrivate = isPlatform(ctx);
    assertReachable(input.host, mayReachPrivate);
    const { customerId } = input;
    const made = await table.insert(ctx, {
      ...columnsOf(input),
      ...(customerId !== undefined && { customerId }),
      mayReachPrivate,
      changedAt: ctx.now,
    });
    // Starts at the present position: earlier data is only sent on request.
    const position = sql`coalesce((select ${forwardHead.position} from ${forwardHead}), 0)`;
    await ctx.db.insert(forwardState).values({ targetId: made.id, cursor: position as unknown as number });
    const secrets = secretsOf(made, input, ctx.now);
    return Object.keys(secrets).length === 0 ? made : (await table.update(ctx, made.id, secrets)).new;
  },
  async update(ctx, id, input) {
    const old = await table.get(ctx, id);
    if (input.customerId !== undefined && input.customerId !== old.customerId) throw ownerStays();
    const isMoved = isElsewhere(old, input);
    // Permission for a private address covers one endpoint: no other port or path of the host, and no address that a
    // customer entered.
    const isOther = isMoved || old.path !== input.path;
    const mayReachPrivate = isOther ? isPlatform(ctx) : old.mayReachPrivate;
    assertReachable(input.host, mayReachPrivate);
    assertSecretStays(old.credentialSetAt !== null, input.password, isMoved);
    const changed = await table.update(ctx, id, {
      ...columnsOf(input),
      ...secretsOf(old, input, ctx.now),
      mayReachPrivate,
      changedAt: ctx.now,
    });
    await beginAnew(ctx.db, id);
    return changed;
  },
  async switch(ctx, id, isEnabled): Promise<Changed<ForwardDto>> {
    const changed = await table.update(ctx, id, { isEnabled, changedAt: ctx.now });
    // While disabled, nothing was stored for it.
    if (isEnabled && !changed.old.isEnabled) await skipToHead(ctx.db, id);
    return changed;
  },
  async remove(ctx, id) {
    const { isEnabled } = await table.get(ctx, id);
    if (isEnabled) throw stillEnabled("id");
    return table.remove(ctx, id);
  },
};

/** With other settings the message may differ, and a retry at once makes sense. */
const beginAnew = (db: Db, targetId: number) =>
  db
    .update(forwardState)
    .set({ sendingTo: null, sentParts: 0, replayTo: null, replayParts: 0, failures: 0, nextTryAt: sql`now()` })
    .where(eq(forwardState.targetId, targetId));

/** Skips everything that waits for the target. */
export const skipToHead = (db: Db, targetId: number) =>
  db
    .update(forwardState)
    .set({
      cursor: sql`(select ${forwardHead.position} from ${forwardHead})`,
      sendingTo: null,
      sentParts: 0,
      failures: 0,
      nextTryAt: sql`now()`,
    })
    .where(eq(forwardState.targetId, targetId));

/** A target with its encrypted secrets, for a sender that acts for the caller. Throws NOT_FOUND. */
export async function getSendingTarget(db: Db, scope: Scope, id: number): Promise<SendingTarget> {
  const [row] = await db
    .select()
    .from(forwardTarget)
    .where(and(eq(forwardTarget.id, id), inScope(scope, { customerId: forwardTarget.customerId })));
  if (!row) throw notFound("forwardSet", id);
  const { qos, changedAt, sendsReadings, sendsExceptions, ...target } = row;
  return {
    ...target,
    qos: qos as SendingTarget["qos"],
    kinds: [...(sendsReadings ? (["readings"] as const) : []), ...(sendsExceptions ? (["exceptions"] as const) : [])],
    changedAt: changedAt.getTime(),
    failures: 0,
  };
}

/** Adds the customer names to these targets. */
export async function withCustomers<T extends { customerId: number }>(
  db: Db,
  { items, total }: Page<T>,
): Promise<Page<T & { customerName: string }>> {
  const ids = [...new Set(items.map(({ customerId }) => customerId))];
  const rows = ids.length
    ? await db.select({ id: customer.id, name: customer.name }).from(customer).where(inArray(customer.id, ids))
    : [];
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return { items: items.map((item) => ({ ...item, customerName: names.get(item.customerId) ?? "" })), total };
}

const CHOICES = 500;

/** The targets of the scope by name, for selection on other screens. */
export const findChoices = (db: Db, scope: Scope): Promise<ForwardChoice[]> =>
  db
    .select({
      id: forwardTarget.id,
      name: forwardTarget.name,
      type: forwardTarget.type,
      platformCode: forwardTarget.platformCode,
      platformName: forwardTarget.platformName,
      isEnabled: forwardTarget.isEnabled,
    })
    .from(forwardTarget)
    .where(inScope(scope, { customerId: forwardTarget.customerId }))
    .orderBy(asc(sql`lower(${forwardTarget.name})`))
    .limit(CHOICES);

/** The customers for which the account can create a target, by name. */
export const findCustomers = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(asc(sql`lower(${customer.name})`))
    .limit(CHOICES);
