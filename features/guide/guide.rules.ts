import type { Permission } from "@/lib/auth/permissions";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { mayOpen, SCREENS, type Screen } from "@/lib/page/screens";

/** Maximum number of topics; a search reads all of them. */
export const MAXIMUM_ITEMS = 500;
export const MAXIMUM_GROUPS = 50;

/** Screens that a topic can explain: those for logged-in users. */
export const EXPLAINABLE: readonly Screen[] = SCREENS.filter(
  ({ kind, path }) => (kind === "console" || kind === "window") && path !== "/guide",
);

const screenAt = (path: string): Screen | undefined => EXPLAINABLE.find((screen) => screen.path === path);

export const isExplainable = (path: string): boolean => screenAt(path) !== undefined;

/** Values by language, as `en-US`; languages without a text are absent. */
export type ByLanguage<T> = Partial<Record<Locale, T>>;

/** A topic in one language; the content is Markdown. */
export type GuideText = { name: string; content: string };

/** Languages in order of preference: the reader's own, then Chinese, English, and the others. */
const preferred = (locale: Locale): readonly Locale[] => [...new Set([locale, ...LOCALES])];

/**
 * The value for a reader of this language, and the language that it is in. Throws if there is no value in any language,
 * which the input schemas prevent.
 */
export function inLanguage<T>(texts: ByLanguage<T>, locale: Locale): { language: Locale; value: T } {
  for (const language of preferred(locale)) {
    const value = texts[language];
    if (value !== undefined) return { language, value };
  }
  throw new Error("a text in no language");
}

/** The texts with one of them changed: `name` and `content` are of the language `locale`. */
export function withText(
  texts: ByLanguage<GuideText>,
  locale: Locale,
  { name, content }: { name?: string | undefined; content?: string | undefined },
): ByLanguage<GuideText> {
  if (name === undefined && content === undefined) return texts;
  const old = texts[locale];
  return {
    ...texts,
    [locale]: {
      name: name ?? old?.name ?? inLanguage(texts, locale).value.name,
      content: content ?? old?.content ?? "",
    },
  };
}

/** Whether two sets of texts or chapter names differ in any language. */
export const differ = (one: ByLanguage<unknown>, other: ByLanguage<unknown>): boolean =>
  LOCALES.some((locale) => JSON.stringify(spelled(one[locale])) !== JSON.stringify(spelled(other[locale])));

/** Normalises the order of keys, as jsonb does not preserve it. */
const spelled = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).toSorted() : value;

/** Whether a topic concerns a reader. A topic that only explains screens without permission does not. */
export function concerns(routes: readonly string[], permissions: ReadonlySet<Permission>): boolean {
  if (routes.length === 0) return true;
  return routes.some((path) => {
    const screen = screenAt(path);
    return screen !== undefined && mayOpen(screen, permissions);
  });
}

/** The topic that explains the screen of `path`, else one of a screen in the same menu group; null if there is none. */
export function fittingTopic<Topic extends { routes: readonly string[] }>(
  topics: readonly Topic[],
  path: string,
): Topic | null {
  const exact = topics.find(({ routes }) => routes.includes(path));
  const group = screenAt(path)?.group ?? null;
  if (exact || group === null) return exact ?? null;
  return topics.find(({ routes }) => routes.some((route) => screenAt(route)?.group === group)) ?? null;
}

/** The ids in a new order; ids that are not named follow in their present order. */
export const reordered = (before: readonly number[], ids: readonly number[]): number[] => [
  ...ids,
  ...before.filter((id) => !ids.includes(id)),
];
