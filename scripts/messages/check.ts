import type { Finding } from "../report";
import { type Catalogue, compareCatalogues, flatten } from "./catalogue";
import { scanUsage, type Usage } from "./usage";

type Input = { catalogues: Catalogue[]; locales: readonly string[]; sources: { path: string; text: string }[] };

/** All violations: differences between languages, keys that the code uses but no catalogue has, unused keys. */
export function checkMessages({ catalogues, locales, sources }: Input): Finding[] {
  const usage = scanUsage(sources);
  const keys = [...new Set(catalogues.flatMap(({ namespace, content }) => [...flatten(namespace, content).keys()]))];
  return [
    ...compareCatalogues(catalogues, locales),
    ...findMissing(keys, usage),
    ...findUnused(keys, usage, sources, locales[0] ?? ""),
  ];
}

function findMissing(keys: string[], usage: Usage): Finding[] {
  const known = new Set(keys);
  const isGroup = (key: string) => keys.some((candidate) => candidate.startsWith(`${key}.`));
  const isTail = (tail: string) =>
    keys.some((key) => key === tail || key.endsWith(`.${tail}`) || key.includes(`.${tail}.`));
  const complain = (place: { path: string; line: number }, rule: string, message: string): Finding => ({
    path: place.path,
    line: place.line,
    rule,
    message,
    severity: "error",
  });
  const bases = new Map(usage.bases.map(({ base }) => [base, isGroup(base)]));
  return [
    ...usage.bases.filter(({ base }) => !bases.get(base)).map((use) => complain(use, "unknown namespace", use.base)),
    ...usage.literal
      .filter(({ key }) => !known.has(key) && !isGroup(key))
      .map((use) => complain(use, "unknown key", use.key)),
    ...usage.floating
      .filter(({ key }) => !isTail(key))
      .map((use) => complain(use, "unknown key", `${use.key} in any namespace`)),
  ];
}

// Reports only certain cases: a key that a computed call could produce counts as used.
function findUnused(keys: string[], usage: Usage, sources: { text: string }[], locale: string): Finding[] {
  const used = new Set(usage.literal.map(({ key }) => key));
  const bases = usage.bases.map(({ base }) => base);
  const floating = new Set(usage.floating.map(({ key }) => key));
  const isReachable = (key: string) => {
    if (used.has(key) || usage.patterns.some((pattern) => pattern.test(key))) return true;
    const own = bases.filter((base) => key.startsWith(`${base}.`));
    if (own.some((base) => usage.computed.has(base))) return true;
    const escapes = own.length === 0 || own.some((base) => usage.escaping.has(base));
    if (own.length === 0 && !isMentioned(key.split(".")[0] ?? "", sources)) return false;
    if (!escapes) return false;
    const tails = key.split(".").map((_, index, parts) => parts.slice(index).join("."));
    return (
      usage.hasFloatingComputed ||
      own.length === 0 ||
      tails.some((tail) => floating.has(tail)) ||
      usage.floatingPatterns.some((pattern) => pattern.test(key))
    );
  };
  return keys
    .filter((key) => !isReachable(key))
    .map((key) => ({
      path: `messages/${locale}/${key.split(".")[0]}.json`,
      rule: "unused key",
      message: `nothing asks for ${key}`,
      severity: "error" as const,
    }));
}

function isMentioned(namespace: string, sources: { text: string }[]): boolean {
  return sources.some(({ text }) => text.includes(`"${namespace}"`) || text.includes(`"${namespace}.`));
}
