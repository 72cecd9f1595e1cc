import type { AbstractIntlMessages } from "next-intl";
import { getMessages } from "next-intl/server";

/**
 * The messages of the given namespaces alone, for a client provider: what is not picked does not travel
 * to the browser. Throws on a namespace that has no file.
 */
export async function pickMessages(namespaces: readonly string[]): Promise<AbstractIntlMessages> {
  const all = await getMessages();
  return Object.fromEntries(
    namespaces.map((namespace) => {
      const messages = all[namespace];
      if (messages === undefined) throw new Error(`no messages/${namespace}.json`);
      return [namespace, messages];
    }),
  );
}
