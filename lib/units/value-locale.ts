import type { TemperatureUnit } from "@/db/enums";
import { CELSIUS } from "./temperature";

/**
 * A locale in which values are formatted: language and formats of the reader, unit of the customer that the record
 * belongs to. The unit is the key `mu` of the locale (Unicode LDML, part 1, "Measurement Unit Preference Override"), so
 * it cannot be lost between the record and the formatter; `Intl` accepts the locale.
 */
export type ValueLocale = string;

const FAHRENHEIT_SUFFIX = "-u-mu-fahrenhe";

/** The locale without the unit. */
export const languageOf = (locale: ValueLocale): string => locale.replace(FAHRENHEIT_SUFFIX, "");

/** The locale with the unit of temperature; °C needs no key. Replaces the unit of a locale that has one. */
export const valueLocale = (locale: string, unit: TemperatureUnit): ValueLocale =>
  unit === CELSIUS ? languageOf(locale) : `${languageOf(locale)}${FAHRENHEIT_SUFFIX}`;

/** The unit in which temperatures are formatted in this locale; °C without a key. */
export const temperatureUnitIn = (locale: ValueLocale): TemperatureUnit =>
  locale.endsWith(FAHRENHEIT_SUFFIX) ? "fahrenheit" : CELSIUS;
