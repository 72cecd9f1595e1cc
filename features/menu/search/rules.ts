import type { ScreenHit } from "./schema";

/** The most results of a kind; further letters narrow them. */
export const MOST_HITS = 8;

/** Normalises a text for comparison: case, accents and character width are ignored. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();

/** Ranks a match: 0 at the start, 1 at the start of a word, 2 anywhere; undefined if there is none. */
function fit(text: string, wanted: string): number | undefined {
  const at = text.indexOf(wanted);
  if (at < 0) return undefined;
  if (at === 0) return 0;
  return text.includes(` ${wanted}`) ? 1 : 2;
}

/** The pages whose title in the interface language or in English matches a text, the best first. */
export function findScreens(screens: readonly ScreenHit[], q: string, most = MOST_HITS): ScreenHit[] {
  const words = plain(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const [first = ""] = words;
  return screens
    .flatMap((screen, index) => {
      const titles = [screen.title, screen.english, screen.section].map(plain);
      if (!words.every((word) => titles.some((title) => title.includes(word)))) return [];
      // A match of the section alone ranks last.
      const [own = 3, english = 3] = titles.map((title) => fit(title, first));
      return [{ screen, index, rank: Math.min(own, english) }];
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, most)
    .map(({ screen }) => screen);
}

/** Adds the opened result as the newest, without duplicates and up to the limit. */
export const withRecent = <T extends { key: string }>(recent: readonly T[], opened: T, most = MOST_HITS): T[] =>
  [opened, ...recent.filter(({ key }) => key !== opened.key)].slice(0, most);
