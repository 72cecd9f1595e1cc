import "server-only";
import { cookies } from "next/headers";
import { type Preference, type PreferenceName, parsePreference, preferenceCookie } from "./preference";

/** The preference stored in the cookies of the current request. */
export async function readPreference<Name extends PreferenceName>(name: Name): Promise<Preference<Name>> {
  return parsePreference(name, (await cookies()).get(preferenceCookie(name))?.value);
}
