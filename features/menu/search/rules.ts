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

/** Shorter words, and those in other scripts, would resemble too many. */
const MISTYPED = /^\p{Script=Latin}{5,}$/u;

/** Whether a word becomes the start of `text` by one letter more, less or other, or by two letters exchanged. */
function startsNearly(text: string, word: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === text[at]) at += 1;
  const startsAfter = (own: number, other: number) => text.startsWith(word.slice(at + own), at + other);
  return (
    at === word.length ||
    startsAfter(1, 1) ||
    startsAfter(1, 0) ||
    startsAfter(0, 1) ||
    (word[at] === text[at + 1] && word[at + 1] === text[at] && startsAfter(2, 2))
  );
}

type Fit = (text: string, wanted: string) => number | undefined;

/** As `fit`, but a word may be mistyped by a letter; ranks as a match anywhere. */
const fitNearly: Fit = (text, wanted) => {
  const exact = fit(text, wanted);
  if (exact !== undefined || !MISTYPED.test(wanted)) return exact;
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => startsNearly(part, wanted)) ? 2 : undefined;
};

/**
 * The pages or actions that match a text by their name in the interface language or in English, by synonyms or Pinyin, or
 * by their section, the best first. If none does, those that would if a letter of a word were mistyped.
 */
export function findScreens<Screen extends Pick<ScreenHit, "title" | "english" | "terms" | "section">>(
  screens: readonly Screen[],
  q: string,
  most = MOST_HITS,
): Screen[] {
  const words = wordsOf(q);
  const exact = ranked(screens, words, fit);
  return (exact.length > 0 ? exact : ranked(screens, words, fitNearly)).slice(0, most);
}

function ranked<Screen extends Pick<ScreenHit, "title" | "english" | "terms" | "section">>(
  screens: readonly Screen[],
  words: readonly string[],
  fits: Fit,
): Screen[] {
  const [first] = words;
  if (first === undefined) return [];
  return screens
    .flatMap((screen, index) => {
      const titles = [screen.title, screen.english].map(plain);
      const terms = plain(screen.terms);
      const texts = [...titles, terms, plain(screen.section)];
      if (!words.every((word) => texts.some((text) => fits(text, word) !== undefined))) return [];
      const found = titles.map((title) => fits(title, first)).filter((rank) => rank !== undefined);
      const rank = Math.min(...found, fits(terms, first) !== undefined ? BY_TERMS : BY_SECTION);
      return [{ screen, index, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ screen }) => screen);
}

/** Adds the opened result as the newest, without duplicates and up to the limit. */
export const withRecent = <T extends { key: string }>(recent: readonly T[], opened: T, most = MOST_HITS): T[] =>
  [opened, ...recent.filter(({ key }) => key !== opened.key)].slice(0, most);
