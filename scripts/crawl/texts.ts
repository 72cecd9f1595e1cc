import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "@/lib/i18n/routing";
import { ROOT } from "../product/paths.mjs";

type Texts = { namespaces: string[]; titles: Record<string, string> };
const read = new Map<Locale, Texts>();

/** The message namespaces of a locale and its screen titles. */
export function textsOf(locale: Locale): Texts {
  const known = read.get(locale);
  if (known) return known;
  const folder = join(ROOT, "messages", locale);
  const namespaces = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
  const shell = JSON.parse(readFileSync(join(folder, "shell.json"), "utf8")) as { menu: Record<string, string> };
  const texts = { namespaces, titles: shell.menu };
  read.set(locale, texts);
  return texts;
}
