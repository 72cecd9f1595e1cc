import "server-only";
import { createTranslator } from "use-intl/core";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { SUGGESTIONS } from "./rules";

async function sentencesIn(locale: Locale): Promise<string[]> {
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "acknowledge" as never }) as unknown as (
    key: string,
  ) => string;
  return SUGGESTIONS.map((name) => t(`suggestion.${name}`));
}

/**
 * Words comments for a document in this language: one that consists of a common comment, in whatever language it was
 * tapped, is given in that of the document; what a person wrote stays as it is.
 */
export async function commentsIn(locale: Locale): Promise<(comment: string | null) => string | null> {
  const own = await sentencesIn(locale);
  const known = new Map<string, string>();
  for (const sentences of await Promise.all(LOCALES.map(sentencesIn)))
    for (const [index, sentence] of sentences.entries()) known.set(sentence, own[index] as string);
  return (comment) => (comment === null ? null : (known.get(comment) ?? comment));
}
