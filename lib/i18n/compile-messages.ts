import compile from "icu-minify/compile";
import type { AbstractIntlMessages } from "next-intl";

const compiled = new Map<string, unknown>();

/** A message parsed once for all: plain data, which the browser formats without a parser. */
export function compileMessage(message: string): unknown {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  // Through JSON: the compiler's objects have no prototype, and React passes none of those to the browser.
  const result: unknown = JSON.parse(JSON.stringify(compile(message)));
  compiled.set(message, result);
  return result;
}

/** The same tree with every message parsed. Throws on a message that is no valid ICU pattern. */
export function compileMessages(messages: AbstractIntlMessages): AbstractIntlMessages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === "string" ? (compileMessage(value) as string) : compileMessages(value),
    ]),
  );
}
