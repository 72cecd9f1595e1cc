import "server-only";
import { z } from "zod";
import type { Principal } from "@/lib/auth/principal";
import { AppError, notFound } from "@/lib/errors";
import { Reply } from "@/lib/http/reply";
import type { Actor } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { ownPrincipal } from "../password/operations";
import { findIsSingleSignOn, findProxyCustomers, getAccount } from "../session.data";
import { openSessionFor } from "../session.operations";
import { saveProxyCustomer } from "./data";
import { type ProxyCustomersDto, type SwitchDto, SwitchInput } from "./schema";

function agentOf(actor: Actor): Principal {
  const principal = ownPrincipal(actor);
  if (principal.scopeType !== -1) throw new AppError("FORBIDDEN", "only an agent has proxy customers");
  return principal;
}

/** The customer of the session; null before one is selected, or after it was removed from the account. */
const currentOf = ({ scope }: Principal): number | null =>
  scope.customerIds === "all" ? null : (scope.customerIds[0] ?? null);

/** The customers that an agent may work for. */
export const listProxyCustomers = defineOperation({
  name: "proxyCustomer.list",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ actor, db }): Promise<ProxyCustomersDto> {
    const principal = agentOf(actor);
    return { items: await findProxyCustomers(db, principal.user.id), current: currentOf(principal) };
  },
});

/**
 * Switches the agent to another of their customers. A session is bound to one customer, so the current one ends and a
 * new one starts. A page opened for the previous customer can therefore not act for the new one.
 */
export const switchCustomer = defineOperation({
  name: "proxyCustomer.switch",
  kind: "mutation",
  permission: SIGNED_IN,
  input: SwitchInput,
  async run(ctx, { customerId }): Promise<Reply<SwitchDto & { userId: number }>> {
    const principal = agentOf(ctx.actor);
    const userId = principal.user.id;
    const items = await findProxyCustomers(ctx.tx, userId);
    const customer = items.find(({ id }) => id === customerId);
    if (!customer) throw notFound("customer", customerId);
    const current = currentOf(principal);
    ctx.audit({ customerId: principal.ownCustomerId });
    if (current === customerId) return new Reply({ userId, code: 300, customer });
    ctx.audit({ old: { proxyCustomerId: current }, new: { proxyCustomerId: customerId } });
    await saveProxyCustomer(ctx.tx, userId, customerId);
    const account = await getAccount(ctx.tx, userId);
    const isSingleSignOn = await findIsSingleSignOn(ctx.tx, principal.sessionId);
    const opened = await openSessionFor(ctx, account, {
      switchedFrom: principal.sessionId,
      proxyCustomerId: customerId,
      isSingleSignOn,
    });
    return new Reply(
      { userId, code: 200, token: opened.result.token, customer },
      { cookies: opened.options.cookies ?? [] },
    );
  },
  audit: { entity: "user", id: (reply) => reply.result.userId },
});
