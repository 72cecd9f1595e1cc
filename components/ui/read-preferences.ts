import "server-only";
import { cookies } from "next/headers";
import { type Preference, type PreferenceName, parsePreference, preferenceCookie } from "./preference";

/** A stored choice of whoever asks for this page. */
export async function readPreference<Name extends PreferenceName>(name: Name): Promise<Preference<Name>> {
  return parsePreference(name, (await cookies()).get(preferenceCookie(name))?.value);
}
