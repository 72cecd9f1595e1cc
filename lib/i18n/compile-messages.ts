import compile from "icu-minify/compile";
import type { AbstractIntlMessages } from "next-intl";

const compiled = new Map<string, unknown>();

/** Parses a message into plain data, which the browser formats without a parser. */
export function compileMessage(message: string): unknown {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  // Through JSON, because the compiler's objects have no prototype and React does not serialise such objects.
  const result: unknown = JSON.parse(JSON.stringify(compile(message)));
  compiled.set(message, result);
  return result;
}

/** The same tree with every message parsed. Throws on an invalid ICU pattern. */
export function compileMessages(messages: AbstractIntlMessages): AbstractIntlMessages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === "string" ? (compileMessage(value) as string) : compileMessages(value),
    ]),
  );
}
