import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AbstractIntlMessages } from "next-intl";
import type { Locale } from "./routing";

const loaded = new Map<Locale, Promise<AbstractIntlMessages>>();

async function read(locale: Locale): Promise<AbstractIntlMessages> {
  const folder = join(process.cwd(), "messages", locale);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json"));
  const namespaces = await Promise.all(
    files.map(async (file) => [file.slice(0, -5), JSON.parse(await readFile(join(folder, file), "utf8"))] as const),
  );
  return Object.fromEntries(namespaces);
}

/**
 * Loads all messages of a locale, one namespace per file of `messages/<locale>`, for pages, mails and jobs. Cached per
 * process; `fresh` reads them again, so that texts edited during development show at once.
 */
export function loadMessages(locale: Locale, fresh = false): Promise<AbstractIntlMessages> {
  const known = loaded.get(locale);
  if (known && !fresh) return known;
  const reading = read(locale);
  loaded.set(locale, reading);
  return reading;
}
