import { posix } from "node:path";

export type Import = { specifier: string; line: number };

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
const FROM = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*["']([^"']+)["']/g;
const BARE = /\bimport\s*["']([^"']+)["']/g;
const CALL = /\b(?:import|require|mock)\s*\(\s*["'`]([^"'`$]+)["'`]/g;

/** Every module a file names: imports, type imports, re-exports and dynamic imports, with line numbers from 1. */
export function findImports(text: string): Import[] {
  const code = text.replace(COMMENT_OR_STRING, (found) =>
    found.startsWith("/") ? found.replace(/[^\n]/g, " ") : found,
  );
  const found = [FROM, BARE, CALL].flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => ({ specifier: match[1] as string, end: match.index + match[0].length })),
  );
  return found
    .sort((a, b) => a.end - b.end)
    .map(({ specifier, end }) => ({ specifier, line: code.slice(0, end).split("\n").length }));
}

/** The path below the checkout that a specifier of `file` names, without extension; undefined for a package. */
export function resolveImport(file: string, specifier: string): string | undefined {
  const target = specifier.startsWith("@/")
    ? specifier.slice(2)
    : /^\.{1,2}(\/|$)/.test(specifier)
      ? posix.join(posix.dirname(file), specifier)
      : undefined;
  return target?.replace(/\.(?:tsx?|mjs|js)$/, "");
}

/** The feature a path belongs to, such as `alarm` for `features/alarm/trigger/rules`. */
export function featureOf(path: string): string | undefined {
  const [top, feature, rest] = path.split("/");
  return top === "features" && rest !== undefined ? feature : undefined;
}

/** The unit inside which imports are relative: a feature, else a top-level folder, else the file itself. */
export function unitOf(path: string): string {
  const feature = featureOf(path);
  return feature ? `features/${feature}` : (path.split("/")[0] ?? path);
}
