import { conflict } from "@/lib/errors";

/** Longest name of a reason, in characters. */
export const REASON_LENGTH = 50;

/** The numbers of reasons: a customer's own, and shipped ones, which are available to every customer. */
export type Stock = { own: number; shipped: number };

/**
 * Throws for a reason in use, and for the last one, because no exception could be handled without any (specification,
 * section 5, "Deletion"). At least one shipped reason remains, because a new customer has none of its own.
 */
export function assertRemovable(reason: { isShipped: boolean; uses: number }, { own, shipped }: Stock): void {
  if (reason.uses > 0) throw conflict("id", "inUse", `the reason was given for ${reason.uses} exceptions`);
  const left = reason.isShipped ? shipped - 1 : own + shipped - 1;
  if (left < 1) throw conflict("id", "lastReason", "the last exception reason cannot be deleted");
}

/** The customer of a reason cannot be changed, because its exceptions use it. */
export const movedError = () => conflict("customerId", "fixedCustomer", "a reason stays with its customer");
