import type { AbstractIntlMessages } from "next-intl";
import { getMessages } from "next-intl/server";
import { compileMessages } from "./compile-messages";

/**
 * The messages of the given namespaces alone, parsed, for a client provider: what is not picked does not travel to
 * the browser. Throws on a namespace that has no file.
 */
export async function pickMessages(namespaces: readonly string[]): Promise<AbstractIntlMessages> {
  const all = await getMessages();
  const picked = namespaces.map((namespace) => {
    const messages = all[namespace];
    if (messages === undefined) throw new Error(`no messages/${namespace}.json`);
    return [namespace, messages] as const;
  });
  return compileMessages(Object.fromEntries(picked));
}
