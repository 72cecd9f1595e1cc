/** Preferences that the server needs to render the first paint as the user left it; each is a cookie. */
export const PREFERENCES = {
  theme: ["system", "light", "dark"],
  density: ["comfortable", "compact"],
  sidebar: ["open", "collapsed"],
  wall: ["dark", "light"],
  keys: ["on", "off"],
} as const;

export type PreferenceName = keyof typeof PREFERENCES;
export type Preference<Name extends PreferenceName> = (typeof PREFERENCES)[Name][number];
export type Theme = Preference<"theme">;
export type Density = Preference<"density">;

/** The cookie name of a preference. */
export const preferenceCookie = (name: PreferenceName): string => `frostline_${name}`;

/** The stored value, or the first one if it is missing or unknown. */
export function parsePreference<Name extends PreferenceName>(name: Name, stored: string | undefined): Preference<Name> {
  const choices: readonly Preference<Name>[] = PREFERENCES[name];
  return choices.find((choice) => choice === stored) ?? (choices[0] as Preference<Name>);
}

const YEAR_SECONDS = 31_536_000;

/** Stores a preference in its cookie. Closed networks use plain http, where the Cookie Store API is unavailable. */
export function savePreference<Name extends PreferenceName>(name: Name, value: Preference<Name>): void {
  const cookie = `${preferenceCookie(name)}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  Reflect.set(document, "cookie", cookie);
}

/** The key of an entry in the browser's storage; its version makes a new format ignore old entries. */
export const storageKey = (name: string): string => `frostline.1.${name}`;
