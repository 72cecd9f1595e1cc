import "server-only";
import { and, eq, ne } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { TemperatureUnit } from "@/db/enums";
import { customer } from "@/db/schema";
import { CELSIUS } from "@/lib/units/temperature";
import { type ValueLocale, valueLocale } from "@/lib/units/value-locale";
import type { Principal } from "./principal";
import type { Scope } from "./scope";
import { ofCustomers } from "./scope-filter";

/** The unit of one customer's records, °C if it does not exist. The record has passed the scope before. */
export async function unitOfCustomer(db: Db, customerId: number): Promise<TemperatureUnit> {
  const [row] = await db.select({ unit: customer.temperatureUnit }).from(customer).where(eq(customer.id, customerId));
  return row?.unit ?? CELSIUS;
}

/** The locale for values of one customer's records. */
export const customerValueLocale = async (db: Db, customerId: number, locale: string): Promise<ValueLocale> =>
  valueLocale(locale, await unitOfCustomer(db, customerId));

const unitsOtherThan = (db: Db, scope: Scope, unit: TemperatureUnit) =>
  db
    .select({ id: customer.id, unit: customer.temperatureUnit })
    .from(customer)
    .where(and(ne(customer.temperatureUnit, unit), ofCustomers(scope, customer.id)));

/** The locale for values by customer: for lists with records of several customers in the scope. */
export async function customerValueLocales(
  db: Db,
  scope: Scope,
  locale: string,
): Promise<(customerId: number) => ValueLocale> {
  const units = new Map((await unitsOtherThan(db, scope, CELSIUS)).map(({ id, unit }) => [id, unit]));
  return (customerId) => valueLocale(locale, units.get(customerId) ?? CELSIUS);
}

/** What `UnitsProvider` needs on the pages of an account. An account of one customer costs no query. */
export async function unitsFor(db: Db, { customer: own, scope }: Principal) {
  const unit = own.temperatureUnit;
  const isOwnOnly = scope.customerIds !== "all" && scope.customerIds.every((id) => id === own.id);
  const others = isOwnOnly ? [] : await unitsOtherThan(db, scope, unit);
  return { unit, byCustomer: Object.fromEntries(others.map((other) => [other.id, other.unit])) };
}
