import type { Permission } from "@/lib/auth/permissions";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { mayOpen, SCREENS, type Screen } from "@/lib/page/screens";

/** More would be no help any more; all of them are read when somebody searches. */
export const MAXIMUM_ITEMS = 500;
export const MAXIMUM_GROUPS = 50;

/** The screens that a topic can explain: those that somebody signed in can be on. */
export const EXPLAINABLE: readonly Screen[] = SCREENS.filter(
  ({ kind, path }) => (kind === "console" || kind === "window") && path !== "/guide",
);

const screenAt = (path: string): Screen | undefined => EXPLAINABLE.find((screen) => screen.path === path);

export const isExplainable = (path: string): boolean => screenAt(path) !== undefined;

/** By language, as `en-US`; one that nobody has written is not there. */
export type ByLanguage<T> = Partial<Record<Locale, T>>;

/** A topic in one language; the content is Markdown. */
export type GuideText = { name: string; content: string };

/** The languages in the order in which a reader gets them: the own one, then Chinese, English, and the others. */
const preferred = (locale: Locale): readonly Locale[] => [...new Set([locale, ...LOCALES])];

/**
 * What is there for a reader of this language, and the language that it is in. Throws where there is nothing in any,
 * which no input lets happen.
 */
export function inLanguage<T>(texts: ByLanguage<T>, locale: Locale): { language: Locale; value: T } {
  for (const language of preferred(locale)) {
    const value = texts[language];
    if (value !== undefined) return { language, value };
  }
  throw new Error("a text in no language");
}

/** The texts with one of them changed: `name` and `content` are those of the language `locale`. */
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

/** Whether two texts differ, or the names of two chapters, in any language. */
export const differ = (one: ByLanguage<unknown>, other: ByLanguage<unknown>): boolean =>
  LOCALES.some((locale) => JSON.stringify(spelled(one[locale])) !== JSON.stringify(spelled(other[locale])));

/** In one order of the fields: the database has one of its own. */
const spelled = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).toSorted() : value;

/** Whether a reader needs a topic: what explains only screens that he may not open is left out. */
export function concerns(routes: readonly string[], permissions: ReadonlySet<Permission>): boolean {
  if (routes.length === 0) return true;
  return routes.some((path) => {
    const screen = screenAt(path);
    return screen !== undefined && mayOpen(screen, permissions);
  });
}

/** The topic that explains the screen of `path`, else one of a screen in the same group of the menu; null where none. */
export function fittingTopic<Topic extends { routes: readonly string[] }>(
  topics: readonly Topic[],
  path: string,
): Topic | null {
  const exact = topics.find(({ routes }) => routes.includes(path));
  const group = screenAt(path)?.group ?? null;
  if (exact || group === null) return exact ?? null;
  return topics.find(({ routes }) => routes.some((route) => screenAt(route)?.group === group)) ?? null;
}

/** The ids in a new order; those that `ids` leaves out stay behind, in theirs. */
export const reordered = (before: readonly number[], ids: readonly number[]): number[] => [
  ...ids,
  ...before.filter((id) => !ids.includes(id)),
];
