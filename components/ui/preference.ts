/** Preferences that the server needs to render the first paint as the user left it; each is a cookie. */
export const PREFERENCES = {
  theme: ["system", "light", "dark"],
  density: ["comfortable", "compact"],
  sidebar: ["open", "collapsed"],
  wall: ["dark", "light"],
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
