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

/** Whose secret a sealed value is: copied to another row it opens nothing. */
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

/** The platform's own people know its network; customers are kept out of it unless the installation says otherwise. */
function isPlatform({ actor }: OperationContext): boolean {
  if (actor.type === "user") return actor.principal.scopeType === 2 || actor.principal.scopeType === 3;
  return actor.type === "system";
}

function assertReachable(host: string, mayReachPrivate: boolean): void {
  // What a name leads to is decided at the moment of sending.
  if (isIpv4(host) && !isAllowed(host, mayReachPrivate || env().FORWARD_PRIVATE)) throw privateHost();
}

const columnsOf = ({ customerId, password, appKey, ...columns }: ForwardInput): Columns => columns;

/** A page of targets and each of them by itself; secrets go in and never come out. */
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
    // From here on: what was stored before goes out only if somebody asks for it.
    const position = sql`coalesce((select ${forwardHead.position} from ${forwardHead}), 0)`;
    await ctx.db.insert(forwardState).values({ targetId: made.id, cursor: position as unknown as number });
    const secrets = secretsOf(made, input, ctx.now);
    return Object.keys(secrets).length === 0 ? made : (await table.update(ctx, made.id, secrets)).new;
  },
  async update(ctx, id, input) {
    const old = await table.get(ctx, id);
    if (input.customerId !== undefined && input.customerId !== old.customerId) throw ownerStays();
    const isMoved = isElsewhere(old, input);
    // The leave is for one door: neither for others of that host, nor for an address that a customer gave.
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
    // While it was off nothing was kept for it.
    if (isEnabled && !changed.old.isEnabled) await skipToHead(ctx.db, id);
    return changed;
  },
  async remove(ctx, id) {
    const { isEnabled } = await table.get(ctx, id);
    if (isEnabled) throw stillEnabled("id");
    return table.remove(ctx, id);
  },
};

/** With other settings the same message may be another, and it is worth a try at once. */
const beginAnew = (db: Db, targetId: number) =>
  db
    .update(forwardState)
    .set({ sendingTo: null, sentParts: 0, replayTo: null, replayParts: 0, failures: 0, nextTryAt: sql`now()` })
    .where(eq(forwardState.targetId, targetId));

/** Leaves out whatever waits for the target. */
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

/** A target with its sealed secrets, for a sender that works for the caller. Throws NOT_FOUND. */
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

/** The names of the customers of these targets. */
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

/** The targets of the scope by name, as other screens name them. */
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

/** The customers for whom a target can be made, by name. */
export const findCustomers = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(asc(sql`lower(${customer.name})`))
    .limit(CHOICES);
