import "server-only";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, LOCALES, type Locale, toLocale } from "@/lib/i18n/routing";

/** The names of seeded records by their key. */
export type Names = Readonly<Record<string, string>>;

/** A group of messages in a namespace, such as `["carrier", "type"]`: the names of one kind of record per locale. */
export type NameGroup = readonly [namespace: string, group: string];

async function namesIn(locale: Locale, [namespace, group]: NameGroup): Promise<Names> {
  const messages = (await loadMessages(locale)) as Record<string, Record<string, Names> | undefined>;
  const names = messages[namespace]?.[group];
  if (!names) throw new Error(`no ${group} in messages/${locale}/${namespace}.json`);
  return names;
}

/** The names of a group in a locale. */
export const seededNames = (locale: string, group: NameGroup): Promise<Names> =>
  namesIn(toLocale(locale) ?? DEFAULT_LOCALE, group);

/** The keys of the records with this name in any locale, whatever its case. */
export async function keysOfName(group: NameGroup, name: string): Promise<ReadonlySet<string>> {
  const languages = await Promise.all(LOCALES.map((locale) => namesIn(locale, group)));
  const wanted = name.toLowerCase();
  return new Set(
    languages.flatMap((names) => Object.keys(names).filter((key) => names[key]?.toLowerCase() === wanted)),
  );
}
