import { type AccountFacts, broken } from "./grant.rules";

/** An account in a batch, with the input's field that names it. */
export type Target = {
  path: string;
  account: AccountFacts & { customerId: number; isDefault: boolean; isRoleActive: boolean; isCustomerActive: boolean };
};

/** Throws unless all belong to one customer (specification, section 5: "Same-customer selection is required"). */
export function assertOneCustomer(targets: readonly Target[]): void {
  const [first] = targets;
  const stranger = targets.find(({ account }) => account.customerId !== first?.account.customerId);
  if (stranger) throw broken(stranger.path, "sameCustomer", "choose accounts of one customer");
}
