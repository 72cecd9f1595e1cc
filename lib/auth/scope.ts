import "server-only";
import type { ScopeType } from "@/db/enums";

declare const proven: unique symbol;

/**
 * The rows that an actor may read and write: created only here, required by every `data.ts` function. `sceneIds`
 * restricts a customer user to sub-trees of the organisation tree (all their nodes, already expanded).
 */
export type Scope = {
  readonly customerIds: readonly number[] | "all";
  readonly sceneIds: readonly number[] | "all";
  readonly [proven]: true;
};

const mint = (customerIds: Scope["customerIds"], sceneIds: Scope["sceneIds"] = "all") =>
  ({ customerIds, sceneIds }) as unknown as Scope;

/** A scope without any rows. */
export const noScope = (): Scope => mint([], []);

/** For the worker acting as the system. */
export const systemScope = (): Scope => mint("all");

/** For a device or key of one customer. */
export const customerScope = (customerId: number): Scope => mint([customerId]);

/** For an account, by its scope type (decisions, section 1). */
export function accountScope(account: {
  scopeType: ScopeType;
  customerId: number;
  proxyCustomerId: number | null;
  governedCustomerIds: readonly number[];
  sceneIds: readonly number[];
}): Scope {
  switch (account.scopeType) {
    case 3:
      return mint("all");
    case 2:
      return account.governedCustomerIds.length > 0 ? mint(account.governedCustomerIds) : mint("all");
    case 1:
      return mint([account.customerId]);
    case 0:
      return mint([account.customerId], account.sceneIds);
    case -1: {
      const proxy = account.proxyCustomerId;
      return proxy !== null && account.governedCustomerIds.includes(proxy) ? mint([proxy]) : noScope();
    }
  }
}

/** The part of a scope that is one customer's; null if the customer is not in it. */
export const narrowedTo = ({ customerIds, sceneIds }: Scope, customerId: number): Scope | null =>
  customerIds === "all" || customerIds.includes(customerId) ? mint([customerId], sceneIds) : null;

/** Whether a row of this customer (and node, if it has one) is in scope. */
export function covers(scope: Scope, row: { customerId: number; sceneId?: number | null }): boolean {
  if (scope.customerIds !== "all" && !scope.customerIds.includes(row.customerId)) return false;
  if (scope.sceneIds === "all") return true;
  return row.sceneId != null && scope.sceneIds.includes(row.sceneId);
}
