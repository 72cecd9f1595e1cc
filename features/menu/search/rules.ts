import type { ScreenHit } from "./schema";

/** The most results of a kind; further letters narrow them. */
export const MOST_HITS = 8;

/** Normalises a text for comparison: case, accents and character width are ignored. */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();

/** The words of a search, normalised; a result has all of them, in any order. */
export const wordsOf = (q: string): string[] => plain(q).split(/\s+/).filter(Boolean);

/** Ranks a match: 0 at the start, 1 at the start of a word, 2 anywhere; undefined if there is none. */
function fit(text: string, wanted: string): number | undefined {
  const at = text.indexOf(wanted);
  if (at < 0) return undefined;
  if (at === 0) return 0;
  return text.includes(` ${wanted}`) ? 1 : 2;
}

/** Ranks after every title. */
const BY_TERMS = 3;
const BY_SECTION = 4;

/**
 * The pages or actions that match a text by their name in the interface language or in English, by synonyms or Pinyin, or
 * by their section, the best first.
 */
export function findScreens<Screen extends Pick<ScreenHit, "title" | "english" | "terms" | "section">>(
  screens: readonly Screen[],
  q: string,
  most = MOST_HITS,
): Screen[] {
  const words = wordsOf(q);
  const [first] = words;
  if (first === undefined) return [];
  return screens
    .flatMap((screen, index) => {
      const titles = [screen.title, screen.english].map(plain);
      const terms = plain(screen.terms);
      const texts = [...titles, terms, plain(screen.section)];
      if (!words.every((word) => texts.some((text) => text.includes(word)))) return [];
      const found = titles.map((title) => fit(title, first)).filter((rank) => rank !== undefined);
      const rank = Math.min(...found, terms.includes(first) ? BY_TERMS : BY_SECTION);
      return [{ screen, index, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, most)
    .map(({ screen }) => screen);
}

/** Adds the opened result as the newest, without duplicates and up to the limit. */
export const withRecent = <T extends { key: string }>(recent: readonly T[], opened: T, most = MOST_HITS): T[] =>
  [opened, ...recent.filter(({ key }) => key !== opened.key)].slice(0, most);
