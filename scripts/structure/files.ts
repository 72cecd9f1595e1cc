import { posix } from "node:path";
import type { SourceFile, Violation } from "./check";
import { matches } from "./glob";
import { BANNED_NAMES, BARREL, LINE_LIMITS, ROOT_CODE, SERVER_ONLY, TOP_LEVEL_FOLDERS, VOCABULARY } from "./table";

const CODE = /\.(?:tsx?|mjs|js|css)$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Folders there are parts of an address or names of a language. */
const FREE_FOLDERS = ["app", "messages", "public"];

const error = (path: string, rule: string, message: string, line?: number): Violation => ({
  path,
  rule,
  message,
  severity: "error",
  ...(line ? { line } : {}),
});

/** Where a file stands and what it is called. */
export function checkNames(path: string): Violation[] {
  const [top = "", ...rest] = path.split("/");
  if (top.startsWith(".") && rest.length > 0) return [];
  const violations: Violation[] = [];
  if (rest.length > 0 && !TOP_LEVEL_FOLDERS.includes(top)) {
    violations.push(error(path, "top-level folder", `${top}/ is none of ${TOP_LEVEL_FOLDERS.join(", ")}`));
  }
  if (rest.length === 0 && CODE.test(path) && !matches(path, ROOT_CODE)) {
    violations.push(error(path, "root file", `code in the root is ${ROOT_CODE.join(", ")}`));
  }
  const place = VOCABULARY.find(({ files }) => matches(path, files));
  if (place && !matches(path, place.allowed)) violations.push(error(path, "vocabulary", place.message));
  return CODE.test(path) ? [...violations, ...checkSpelling(path)] : violations;
}

function checkSpelling(path: string): Violation[] {
  if (path.startsWith("public/")) return [];
  const folders = path.split("/").slice(0, -1);
  const [stem = "", ...suffixes] = posix.basename(path).split(".");
  const violations: Violation[] = [];
  const spelled = [stem, ...suffixes, ...(FREE_FOLDERS.includes(folders[0] ?? "") ? [] : folders)];
  if (!spelled.every((part) => KEBAB.test(part))) {
    violations.push(error(path, "kebab-case", "files and folders are named in kebab-case"));
  }
  if (BANNED_NAMES.includes(stem)) {
    violations.push(error(path, "banned name", `${stem} says nothing: name the file after what it holds`));
  }
  if (stem === "index" && path !== BARREL) violations.push(error(path, "barrel", `only ${BARREL} may be an index`));
  return violations;
}

/** Server files of a feature must not end up in a browser bundle. */
export function checkServerOnly({ path, text }: SourceFile): Violation[] {
  if (!matches(path, SERVER_ONLY) || /^import "server-only";\r?\n/.test(text)) return [];
  return [error(path, "server-only", 'the first line must be import "server-only";', 1)];
}

/** A file that hands on others' exports hides where things come from. */
export function checkBarrels({ path, text }: SourceFile): Violation[] {
  if (path === BARREL || !/\.(?:tsx?|mjs)$/.test(path)) return [];
  const star = /^export\s+(?:type\s+)?\*/m.exec(text);
  if (star)
    return [
      error(path, "barrel", "export * hides where things come from", text.slice(0, star.index).split("\n").length),
    ];
  const statements = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "")
    .replace(/export\s+(?:type\s+)?\{[^}]*\}\s*from\s*["'][^"']+["'];?/g, "");
  const onlyHandsOn = statements.trim() === "" && /\bexport\b/.test(text);
  return onlyHandsOn ? [error(path, "barrel", "the file only hands on the exports of others")] : [];
}

/** Files stay short enough to read at one sitting. */
export function checkSize({ path, text }: SourceFile): Violation[] {
  const limit = LINE_LIMITS.find(({ files }) => matches(path, files));
  const lines = text.replace(/\n$/, "").split("\n").length;
  if (!limit) return [];
  if (lines > limit.error) return [error(path, "size", `${lines} lines, the limit is ${limit.error}`)];
  if (limit.warning === undefined || lines <= limit.warning) return [];
  return [{ path, rule: "size", message: `${lines} lines, more than ${limit.warning}`, severity: "warning" }];
}
