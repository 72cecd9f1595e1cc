import type { ScreenHit } from "./schema";

/** Hits of a kind that are shown: who sees no fitting one among these writes another letter. */
export const MOST_HITS = 8;

/** A text as it is compared: no case, no accents, one width of letters. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();

/** How well a text fits: 0 it begins so, 1 a word of it does, 2 it stands somewhere in it; undefined not at all. */
function fit(text: string, wanted: string): number | undefined {
  const at = text.indexOf(wanted);
  if (at < 0) return undefined;
  if (at === 0) return 0;
  return text.includes(` ${wanted}`) ? 1 : 2;
}

/** The pages that a text finds by their titles in the language of the interface or in English, the best first. */
export function findScreens(screens: readonly ScreenHit[], q: string, most = MOST_HITS): ScreenHit[] {
  const words = plain(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const [first = ""] = words;
  return screens
    .flatMap((screen, index) => {
      const titles = [screen.title, screen.english, screen.section].map(plain);
      if (!words.every((word) => titles.some((title) => title.includes(word)))) return [];
      // A hit in the section alone comes last.
      const [own = 3, english = 3] = titles.map((title) => fit(title, first));
      return [{ screen, index, rank: Math.min(own, english) }];
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, most)
    .map(({ screen }) => screen);
}

/** What was opened with the newest first: each once, and no more than there is room for. */
export const withRecent = <T extends { key: string }>(recent: readonly T[], opened: T, most = MOST_HITS): T[] =>
  [opened, ...recent.filter(({ key }) => key !== opened.key)].slice(0, most);
