import "server-only";
import { newApiKey } from "@/lib/auth/api-key";
import type { Permission } from "@/lib/auth/permissions";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readAddress } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { findApiKeys, findCustomerNames, getApiKey, insertApiKey, lockCustomerStatus, revokeApiKey } from "./data";
import { assertActive, assertMayMake, assertMayRevoke, givenToKeys } from "./rules";
import { type ApiKeyDto, ApiKeyInput, ApiKeyListQuery, type CreatedApiKeyDto } from "./schema";

export const listApiKeys = defineOperation({
  name: "apiKey.list",
  kind: "query",
  permission: "viewApiKey",
  input: ApiKeyListQuery,
  run: ({ db, scope, now }, query): Promise<Page<ApiKeyDto>> => findApiKeys(db, scope, query, now),
});

type Maker = { userId: number | null; customerId: number | null; held: ReadonlySet<Permission> | "all" };

/** The actor as creator or revoker of a key: the default customer, and the codes that they may grant. */
function makerOf({ actor }: OperationContext): Maker {
  switch (actor.type) {
    case "user": {
      const { user, customer, permissions } = actor.principal;
      return { userId: user.id, customerId: customer.id, held: permissions };
    }
    case "key":
      return { userId: null, customerId: actor.customerId, held: actor.permissions };
    case "system":
      return { userId: null, customerId: null, held: "all" };
    default:
      throw new AppError("UNAUTHENTICATED", "sign in first");
  }
}

/** Creates a key. The response is the only time that it is shown. */
export const createApiKey = defineOperation({
  name: "apiKey.create",
  kind: "mutation",
  permission: "newApiKey",
  input: ApiKeyInput,
  async run(ctx, { customerId: wanted, name, codes, expiresAt: end }): Promise<CreatedApiKeyDto> {
    const { tx, scope, now } = ctx;
    const maker = makerOf(ctx);
    const customerId = wanted ?? maker.customerId ?? 0;
    assertActive(await lockCustomerStatus(tx, scope, customerId));
    const expiresAt = end === null ? null : new Date(end);
    assertMayMake({ codes, expiresAt }, maker.held, now);
    const { key, ...kept } = newApiKey();
    const id = await insertApiKey(
      tx,
      { customerId, name, expiresAt, createdBy: maker.userId, createdAt: now, ...kept },
      codes,
    );
    const made = await getApiKey(tx, scope, id, now);
    ctx.audit({ customerId, new: { name, prefix: made.prefix, codes: made.codes, expiresAt: made.expiresAt } });
    return { ...made, key };
  },
  audit: { entity: "apiKey", id: ({ id }) => id },
});

/** Revokes a key permanently; it remains in the list. */
export const removeApiKey = defineOperation({
  name: "apiKey.revoke",
  kind: "mutation",
  permission: "removeApiKey",
  input: ById,
  async run(ctx, { id }): Promise<ApiKeyDto> {
    const { tx, scope, now, audit } = ctx;
    const before = await getApiKey(tx, scope, id, now);
    assertMayRevoke(before, makerOf(ctx).held);
    await revokeApiKey(tx, scope, id, now);
    const after = await getApiKey(tx, scope, id, now);
    audit({
      customerId: after.customerId,
      old: { state: before.state, revokedAt: before.revokedAt },
      new: { state: after.state, revokedAt: after.revokedAt },
    });
    return after;
  },
  audit: { entity: "apiKey", id: ({ id }) => id },
});

/** Loads the page: valid filters, rows, and the user's rights. */
export async function loadApiKeyScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, ApiKeyListQuery);
  const { customerIds } = ctx.scope;
  const { permissions, customer } = ctx.principal;
  // A user who governs a single customer does not belong to it.
  const isWide = customerIds === "all" || customerIds.some((id) => id !== customer.id);
  const [page, customers] = await Promise.all([
    listApiKeys.call(ctx, query),
    isWide ? findCustomerNames(ctx.db, ctx.scope) : null,
  ]);
  return {
    page,
    ...address,
    rights: { create: permissions.has("newApiKey"), revoke: permissions.has("removeApiKey") },
    /** The codes that the user may grant to keys. */
    codes: givenToKeys(permissions),
    /** The customers to choose from; null for users who manage only one. */
    customers,
    ownId: customer.id,
  };
}
