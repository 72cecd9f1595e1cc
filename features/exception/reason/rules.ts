import { conflict } from "@/lib/errors";

/** Longest name of a reason, in characters. */
export const REASON_LENGTH = 50;

/** How many reasons there are: a customer's own, and those that ship and are offered to every customer. */
export type Stock = { own: number; shipped: number };

/**
 * Refuses to delete a reason that was given for an exception, and the last one: nobody could handle an exception without
 * any (specification, section 5, "Deletion"). Of shipped ones one stays, for a new customer has none of his own.
 */
export function assertRemovable(reason: { isShipped: boolean; uses: number }, { own, shipped }: Stock): void {
  if (reason.uses > 0) throw conflict("id", "inUse", `the reason was given for ${reason.uses} exceptions`);
  const left = reason.isShipped ? shipped - 1 : own + shipped - 1;
  if (left < 1) throw conflict("id", "lastReason", "the last exception reason cannot be deleted");
}

/** A reason stays with the customer whose exceptions it was given for. */
export const movedError = () => conflict("customerId", "fixedCustomer", "a reason stays with its customer");
