import { type Preference, type PreferenceName, preferenceCookie } from "./preference";

const YEAR_SECONDS = 31_536_000;

/** Keeps a choice in its cookie. Closed networks serve plain http, where the Cookie Store API does not exist. */
export function savePreference<Name extends PreferenceName>(name: Name, value: Preference<Name>): void {
  const cookie = `${preferenceCookie(name)}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  Reflect.set(document, "cookie", cookie);
}
