import { parseArgs } from "node:util";
import { LOCALES, type Locale } from "@/lib/i18n/routing";

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Window widths with their heights; the narrow one is a phone. */
export const SIZES = { "1440": { width: 1440, height: 900 }, "390": { width: 390, height: 844 } } as const;
export type Size = keyof typeof SIZES;
const SIZE_NAMES = Object.keys(SIZES) as Size[];

/** The kinds of accounts (`docs/decisions/028-benches-and-crawl.md`); `nobody` has no session. */
export const CALLERS = ["root", "platformAdmin", "platform", "agent", "admin", "user", "nobody"] as const;
export type Caller = (typeof CALLERS)[number];

/** One visit to a screen. */
export type Look = { path: string; address: string; caller: Caller; locale: Locale; theme: Theme; size: Size };

export type Choice = {
  /** Path prefixes; empty for all screens. */
  routes: readonly string[];
  locales: readonly Locale[];
  callers: readonly Caller[];
  themes: readonly Theme[];
  sizes: readonly Size[];
  workers: number;
  folder: string;
};

const listed = { type: "string", multiple: true } as const;

/** Parses the command line; throws on a value that an option does not accept. */
export function readChoice(words: readonly string[], cores: number): Choice {
  const { values } = parseArgs({
    args: [...words],
    options: {
      route: listed,
      locale: listed,
      account: listed,
      theme: listed,
      size: listed,
      workers: { type: "string" },
      out: { type: "string" },
    },
  });
  const workers = Number(values.workers ?? cores);
  if (!Number.isInteger(workers) || workers < 1) throw new Error("--workers: a whole number from 1");
  return {
    routes: splitUp(values.route),
    locales: among("--locale", values.locale, LOCALES),
    callers: among("--account", values.account, CALLERS),
    themes: among("--theme", values.theme, THEMES),
    sizes: among("--size", values.size, SIZE_NAMES),
    workers,
    folder: values.out ?? "screenshots",
  };
}

const splitUp = (words: readonly string[] = []): string[] => words.flatMap((word) => word.split(",")).filter(Boolean);

function among<T extends string>(
  option: string,
  words: readonly string[] | undefined,
  all: readonly T[],
): readonly T[] {
  const named = splitUp(words);
  const stranger = named.find((word) => !all.includes(word as T));
  if (stranger) throw new Error(`${option}: ${stranger} is none of ${all.join(", ")}`);
  return named.length > 0 ? all.filter((word) => named.includes(word)) : all;
}

/** Whether a path equals one of the routes or lies below one; true without routes. */
export const isAsked = (path: string, routes: readonly string[]): boolean =>
  routes.length === 0 || routes.some((route) => path === route || path.startsWith(`${route}/`));

/**
 * Visits each screen once. The language changes with every screen, and theme, size and caller rotate, so that together
 * the visits cover every value. The order is the same in every run.
 */
export function takeTurns(screens: readonly { path: string; openTo: readonly Caller[] }[]): Omit<Look, "address">[] {
  const turns = new Map<string, number>();
  return screens.map(({ path, openTo }, index) => {
    // Screens open to the same accounts rotate among themselves; otherwise some accounts would get none.
    const group = openTo.join();
    const turn = turns.get(group) ?? 0;
    turns.set(group, turn + 1);
    return {
      path,
      caller: at(openTo, turn),
      locale: at(LOCALES, index),
      theme: at(THEMES, index + Math.floor(index / LOCALES.length)),
      size: at(SIZE_NAMES, index + Math.floor(index / LOCALES.length / THEMES.length)),
    };
  });
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error("nobody may open this screen");
  return one;
}
