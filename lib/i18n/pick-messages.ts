import type { AbstractIntlMessages } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import { compileMessages } from "./compile-messages";

/** Cache of picked messages of a locale, by the names of the namespaces. */
const picked = new WeakMap<AbstractIntlMessages, Map<string, string>>();

function textsOf(all: AbstractIntlMessages, namespaces: readonly string[]): string {
  const known = picked.get(all) ?? new Map<string, string>();
  picked.set(all, known);
  const key = namespaces.join();
  let texts = known.get(key);
  if (texts === undefined) {
    const chosen = namespaces.map((namespace) => {
      const messages = all[namespace];
      if (messages === undefined) throw new Error(`no messages/${namespace}.json`);
      return [namespace, messages] as const;
    });
    texts = JSON.stringify(compileMessages(Object.fromEntries(chosen)));
    known.set(key, texts);
  }
  return texts;
}

/**
 * The parsed messages of the given namespaces as properties of a MessagesProvider; other messages are not sent to the
 * browser. Throws on a namespace that has no file.
 */
export async function pickMessages(namespaces: readonly string[]): Promise<{ locale: string; texts: string }> {
  const [locale, all] = await Promise.all([getLocale(), getMessages()]);
  return { locale, texts: textsOf(all, namespaces) };
}
