import type { Finding } from "../report";
import { type Arguments, parseArguments } from "./icu";

/** `messages/<locale>/<namespace>.json`, parsed. */
export type Catalogue = { locale: string; namespace: string; content: unknown };

const fileOf = (locale: string, namespace: string) => `messages/${locale}/${namespace}.json`;

const error = (path: string, rule: string, message: string): Finding => ({ path, rule, message, severity: "error" });

/** All texts by their full key (`namespace.group.key`). */
export function flatten(namespace: string, content: unknown): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  const visit = (value: unknown, key: string) => {
    if (typeof value !== "object" || value === null) flat.set(key, value);
    else for (const [name, child] of Object.entries(value)) visit(child, `${key}.${name}`);
  };
  visit(content, namespace);
  return flat;
}

/** Differences between the languages in namespaces, keys and arguments, and texts that are empty or malformed. */
export function compareCatalogues(catalogues: Catalogue[], locales: readonly string[]): Finding[] {
  const namespaces = [...new Set(catalogues.map(({ namespace }) => namespace))].sort();
  const foreign = catalogues.filter(({ locale }) => !locales.includes(locale));
  return [
    ...foreign.map(({ locale, namespace }) =>
      error(fileOf(locale, namespace), "locale", `${locale} is not a language`),
    ),
    ...namespaces.flatMap((namespace) => compareNamespace(namespace, catalogues, locales)),
  ];
}

function compareNamespace(namespace: string, catalogues: Catalogue[], locales: readonly string[]): Finding[] {
  const present = catalogues.filter((entry) => entry.namespace === namespace);
  const missing = locales.filter((locale) => !present.some((entry) => entry.locale === locale));
  const texts = new Map(present.map(({ locale, content }) => [locale, flatten(namespace, content)]));
  const keys = [...new Set([...texts.values()].flatMap((flat) => [...flat.keys()]))];
  return [
    ...missing.map((locale) =>
      error(fileOf(locale, namespace), "missing namespace", `other languages have ${namespace}`),
    ),
    ...keys.flatMap((key) => compareKey(namespace, key, texts)),
  ];
}

function compareKey(namespace: string, key: string, texts: Map<string, Map<string, unknown>>): Finding[] {
  const findings: Finding[] = [];
  let reference: { locale: string; parsed: Arguments } | undefined;
  for (const [locale, flat] of texts) {
    const complain = (rule: string, message: string) =>
      findings.push(error(fileOf(locale, namespace), rule, `${key} ${message}`));
    const text = flat.get(key);
    if (!flat.has(key)) complain("missing key", "exists in another language");
    else if (typeof text !== "string") complain("not a text", "is not a text");
    else if (text.trim() === "") complain("empty text", "is empty");
    else {
      try {
        const parsed = parseArguments(text);
        reference ??= { locale, parsed };
        const difference = differenceBetween(parsed, reference.parsed);
        if (difference) complain("arguments", `${difference}, unlike ${reference.locale}`);
      } catch (reason) {
        complain("malformed text", `has ${(reason as Error).message}`);
      }
    }
  }
  return findings;
}

function differenceBetween(own: Arguments, reference: Arguments): string | undefined {
  for (const [name, kind] of reference) {
    if (!own.has(name)) return `lacks {${name}}`;
    if (own.get(name) !== kind) return `has {${name}} as ${own.get(name)} instead of ${kind}`;
  }
  const extra = [...own.keys()].find((name) => !reference.has(name));
  return extra && `has {${extra}}`;
}
