/** Fields with names of a tile's features, by the language of the interface; what a sign says comes last. */
const FIELDS = {
  zh: ["name:zh-Hans", "name:zh", "name:zh-Hant", "name"],
  ja: ["name:ja", "name"],
  es: ["name:es", "name:en", "name"],
  en: ["name:en", "name"],
} as const;

/** The fields to read a name from in this language, best first; those of English for other languages. */
export function nameFields(locale: string): readonly string[] {
  const language = (["zh", "ja", "es"] as const).find((known) => locale.startsWith(known)) ?? "en";
  return FIELDS[language];
}
