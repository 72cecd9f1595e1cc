"use client";

import { useLocale } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useMemo } from "react";
import type { TemperatureUnit } from "@/db/enums";
import { CELSIUS } from "./temperature";
import { type ValueLocale, valueLocale } from "./value-locale";

/** The unit of the record that is shown, of the account's customer, and of the customers that differ from it, by id. */
type Units = { unit: TemperatureUnit; own: TemperatureUnit; byCustomer: Readonly<Record<number, TemperatureUnit>> };

const UnitsContext = createContext<Units>({ unit: CELSIUS, own: CELSIUS, byCustomer: {} });

type UnitsProviderProps = {
  /** The unit of the customer that the account works for. */
  unit: TemperatureUnit;
  /** The units of the visible customers that differ from it. */
  byCustomer?: Readonly<Record<number, TemperatureUnit>>;
  children: ReactNode;
};

/** Provides the units of what is shown below: a page's, or of a page without a session, its record's. */
export function UnitsProvider({ unit, byCustomer, children }: UnitsProviderProps) {
  const units = useMemo(() => ({ unit, own: unit, byCustomer: byCustomer ?? {} }), [unit, byCustomer]);
  return <UnitsContext value={units}>{children}</UnitsContext>;
}

/** Shows what is below in the unit of this customer, which owns the record; of none, in the page's. */
export function CustomerUnit({ customerId, children }: { customerId: number | undefined; children: ReactNode }) {
  const { unit: around, own, byCustomer } = useContext(UnitsContext);
  const unit = customerId === undefined ? around : (byCustomer[customerId] ?? own);
  const units = useMemo(() => ({ unit, own, byCustomer }), [unit, own, byCustomer]);
  return <UnitsContext value={units}>{children}</UnitsContext>;
}

/** The locale for values of the record that is shown: see `ValueLocale`. */
export function useValueLocale(): ValueLocale {
  return valueLocale(useLocale(), useContext(UnitsContext).unit);
}

/** The same by customer, for lists with records of several; undefined is the page's. */
export function useValueLocales(): (customerId?: number) => ValueLocale {
  const locale = useLocale();
  const { unit, own, byCustomer } = useContext(UnitsContext);
  return useCallback(
    (customerId) => valueLocale(locale, customerId === undefined ? unit : (byCustomer[customerId] ?? own)),
    [locale, unit, own, byCustomer],
  );
}

/** Shows what is below in the unit of the customer of all these records, of several customers in the page's. */
export function RecordsUnit({ customerIds, children }: { customerIds: readonly number[]; children: ReactNode }) {
  const [first, ...others] = customerIds;
  const isOne = others.every((id) => id === first);
  return <CustomerUnit customerId={isOne ? first : undefined}>{children}</CustomerUnit>;
}
