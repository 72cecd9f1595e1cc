import { type Preference, type PreferenceName, preferenceCookie } from "./preference";

const YEAR_SECONDS = 31_536_000;

/** Stores a preference in its cookie. Closed networks use plain http, where the Cookie Store API is unavailable. */
export function savePreference<Name extends PreferenceName>(name: Name, value: Preference<Name>): void {
  const cookie = `${preferenceCookie(name)}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  Reflect.set(document, "cookie", cookie);
}
