import type { ActivationStatus, CustomerType, ScopeType } from "@/db/enums";
import { type Grantor, type Holdings, holdsAll, type OwnPlaces } from "@/features/user/grant.rules";
import { AppError, conflict, type Issue } from "@/lib/errors";

/** The customer that represents the platform itself. */
const PLATFORM_ID = 1;

/** Letters and digits, 1 to 20 of them (specification, section 5, the wider of the two readings). */
export const isCustomerCode = (code: string): boolean => /^[A-Za-z0-9]{1,20}$/.test(code);

/** Whether the text is an IANA time zone name; an offset such as `+08:00` is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The actor on customers; null is the system itself. */
export type Deputy = { scopeType: ScopeType; ownCustomerId: number } | null;

/** The fields of a customer that decide which actions are allowed. */
export type CustomerFacts = { id: number; name: string; type: CustomerType; status: ActivationStatus };

export type Action = "edit" | "cancel" | "activate" | "remove";

/** Why an action is refused; keys of the rule texts. */
export type Bar = "platformCustomer" | "ownCustomer" | "cancelledAlready" | "activeAlready";

const BAR_TEXT: Record<Bar, string> = {
  platformCustomer: "the platform's own customer stays active, keeps its type and cannot be removed",
  ownCustomer: "nobody cancels or removes the customer that he belongs to",
  cancelledAlready: "is cancelled already",
  activeAlready: "is active already",
};

/** The reason that forbids the action, or null. */
export function barOf(action: Action, customer: CustomerFacts, deputy: Deputy): Bar | null {
  if (action === "cancel" || action === "remove") {
    if (customer.id === PLATFORM_ID) return "platformCustomer";
    if (customer.id === deputy?.ownCustomerId) return "ownCustomer";
  }
  if (action === "cancel" && customer.status === "cancelled") return "cancelledAlready";
  if (action === "activate" && customer.status === "active") return "activeAlready";
  return null;
}

/** Only platform management may change a customer of the platform type, which is above all other scope types. */
export const mayChange = (customer: Pick<CustomerFacts, "type">, deputy: Deputy): boolean =>
  customer.type !== "platform" || deputy === null || deputy.scopeType === 3;

/** A customer with the input's field that names it in a refusal. */
export type Target = { path: string; customer: CustomerFacts };

/** Throws FORBIDDEN for customers above the actor, else CONFLICT naming every customer that forbids the action. */
export function assertMay(action: Action, targets: readonly Target[], deputy: Deputy): void {
  for (const { customer } of targets)
    if (!mayChange(customer, deputy))
      throw new AppError("FORBIDDEN", `${customer.name} belongs to the platform: only its management may ${action} it`);
  const refused = targets.flatMap(({ path, customer }): Issue[] => {
    const rule = barOf(action, customer, deputy);
    return rule === null ? [] : [{ path, rule, message: `${customer.name}: ${BAR_TEXT[rule]}` }];
  });
  if (refused.length === 0) return;
  const message = refused.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
  throw new AppError("CONFLICT", message, { issues: refused });
}

/** The codes and places of accounts of a customer, once for all accounts of a role with the same own places. */
export type People = { customerId: number; isRoot: boolean; role: Holdings; own: OwnPlaces };

/**
 * Throws FORBIDDEN, naming the customers, unless the grantor has all codes and places of their accounts. A user who may
 * not change an account must not cancel, activate or delete it through its customer either.
 */
export function assertHoldsPeople(
  action: Action,
  targets: readonly Target[],
  people: readonly People[],
  grantor: Grantor,
): void {
  const refused = targets.flatMap(({ path, customer }): Issue[] => {
    const above = people.some(
      ({ customerId, isRoot, role, own }) => customerId === customer.id && (isRoot || !holdsAll(grantor, role, own)),
    );
    const message = `${customer.name} has accounts that hold more than the own account: it may not ${action} them`;
    return above ? [{ path, rule: "higherPeople", message }] : [];
  });
  if (refused.length > 0)
    throw new AppError("FORBIDDEN", refused.map(({ message }) => message).join("; "), { issues: refused });
}

/** Throws unless the change of type and status is allowed (`assertMay`). The platform's own customer keeps its type. */
export function assertMayEdit(
  customer: CustomerFacts,
  next: { type: CustomerType; status: ActivationStatus },
  deputy: Deputy,
): void {
  assertMay("edit", [{ path: "id", customer }], deputy);
  assertMayBe(next, deputy);
  if (customer.id === PLATFORM_ID && next.type !== customer.type)
    throw conflict("type", "platformCustomer", BAR_TEXT.platformCustomer);
  if (next.status !== customer.status)
    assertMay(next.status === "cancelled" ? "cancel" : "activate", [{ path: "status", customer }], deputy);
}

/** Throws FORBIDDEN if anybody but platform management would create a customer of the platform type. */
export function assertMayBe(next: { type: CustomerType }, deputy: Deputy): void {
  if (!mayChange(next, deputy))
    throw new AppError("FORBIDDEN", "type: only platform management may make a customer of the platform");
}

/** The user's rights on customers, by their codes. */
export type Rights = { create: boolean; edit: boolean; remove: boolean; token: boolean; unit: boolean };

/** The actions allowed on this customer: by the rights, and by its state. */
export function actionsFor(customer: CustomerFacts, rights: Rights, deputy: Deputy): Record<Action | "token", boolean> {
  const may = (action: Action) => mayChange(customer, deputy) && barOf(action, customer, deputy) === null;
  return {
    edit: rights.edit && may("edit"),
    cancel: rights.edit && may("cancel"),
    activate: rights.edit && may("activate"),
    remove: rights.remove && may("remove"),
    token: rights.token && mayChange(customer, deputy),
  };
}
