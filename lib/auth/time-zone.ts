import "server-only";
import { and, eq } from "drizzle-orm";
import { customer } from "@/db/schema";
import type { OperationContext } from "@/lib/operation/context";
import { ofCustomers } from "./scope-filter";

/** The zone of an account's working customer or of a key's customer; UTC for all other actors. */
export async function timeZoneOf({ actor, db, scope }: OperationContext): Promise<string> {
  if (actor.type === "user") return actor.principal.customer.timeZone;
  if (actor.type !== "key") return "Etc/UTC";
  const [row] = await db
    .select({ timeZone: customer.timeZone })
    .from(customer)
    .where(and(eq(customer.id, actor.customerId), ofCustomers(scope, customer.id)));
  return row?.timeZone ?? "Etc/UTC";
}
