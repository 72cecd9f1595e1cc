import { createTranslator } from "use-intl/core";
import { loadMessages } from "./load-messages";
import { DEFAULT_LOCALE, toLocale } from "./routing";

/** The codes of a closed set with their names in a language, from the messages below `namespace`; for lookups. */
export async function namedChoices<C extends string>(
  codes: readonly C[],
  namespace: string,
  language: string,
): Promise<{ code: C; name: string }[]> {
  const locale = toLocale(language) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: namespace as never }) as unknown as (key: string) => string;
  return codes.map((code) => ({ code, name: t(code) }));
}
