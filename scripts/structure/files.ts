import { posix } from "node:path";
import type { Finding } from "../report";
import { matches } from "./glob";

export type SourceFile = { path: string; text: string };

const TOP_LEVEL_FOLDERS = [
  "app",
  "components",
  "db",
  "docs",
  "features",
  "lib",
  "messages",
  "public",
  "scripts",
  "tests",
  "worker",
];

const ROOT_CODE = ["*.config.ts", "*.config.mjs", "instrumentation-client.ts", "middleware.ts", "next-env.d.ts"];

const KIND = "schema|rules|data|service|operations|jobs|print|client";
/** A file name consists of its subject and its kind; in a folder with one subject the kind is enough. */
const FEATURE_FILE = new RegExp(
  `^features/[^/]+/(?!components/[^/]*\\.ts$)(?:[^/]+/)?(?:(?:[^/.]+\\.)?(?:${KIND})\\.ts|[^/]+\\.test\\.ts|components/[^/]+\\.tsx)$`,
);

/** Folders with a closed set of files: anything not listed is an error. */
const VOCABULARY = [
  {
    files: ["app/**"],
    allowed: [
      "app/globals.css",
      "app/**/{page,layout,loading,error,not-found,global-error,default,template}.tsx",
      "app/**/route.ts",
      // The list of all calls, generated from the route files.
      "app/service/routes.ts",
      "app/{icon,apple-icon,favicon}.{ico,png,svg}",
    ],
    message: "app holds routing files only",
  },
  { files: ["messages/**"], allowed: ["messages/*/*.json"], message: "texts are messages/<locale>/<namespace>.json" },
];

/** Files that must not reach a browser bundle. */
const SERVER_ONLY = /^features\/(?:.+[/.])(?:data|service|operations|jobs|print)\.ts$/;

const BANNED_NAMES = ["utils", "util", "helpers", "helper", "types", "type", "hooks", "hook", "common", "misc"];

/** The only file that may re-export others. */
const BARREL = "db/schema/index.ts";

const NO_LIMIT = ["db/migrations/**", "db/seed/**", "next-env.d.ts", "app/service/routes.ts"];

const LINE_LIMITS: { files: string[]; error: number; warning?: number }[] = [
  { files: NO_LIMIT, error: Number.POSITIVE_INFINITY },
  { files: ["app/**/page.tsx"], error: 15 },
  { files: ["tests/**", "**/*.test.ts", "**/*.test.tsx"], error: 600 },
  { files: ["**"], error: 400, warning: 250 },
];

const CODE = /\.(?:tsx?|mjs|js|css)$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Folder names there are parts of an address or names of a language. */
const FREE_FOLDERS = ["app", "messages", "public"];

const error = (path: string, rule: string, message: string, line?: number): Finding => ({
  path,
  rule,
  message,
  severity: "error",
  ...(line ? { line } : {}),
});

/** Checks the location and name of a file. */
function checkNames(path: string): Finding[] {
  const [top = "", ...rest] = path.split("/");
  if (top.startsWith(".") && rest.length > 0) return [];
  const violations: Finding[] = [];
  if (rest.length > 0 && !TOP_LEVEL_FOLDERS.includes(top)) {
    violations.push(error(path, "top-level folder", `${top}/ is none of ${TOP_LEVEL_FOLDERS.join(", ")}`));
  }
  if (rest.length === 0 && CODE.test(path) && !matches(path, ROOT_CODE)) {
    violations.push(error(path, "root file", `code in the root is ${ROOT_CODE.join(", ")}`));
  }
  const place = VOCABULARY.find(({ files }) => matches(path, files));
  if (place && !matches(path, place.allowed)) violations.push(error(path, "vocabulary", place.message));
  if (top === "features" && !FEATURE_FILE.test(path)) {
    const message = `a feature holds [<topic>.]<kind>.ts of the kinds ${KIND.split("|").join(", ")}, their tests, and components/`;
    violations.push(error(path, "vocabulary", message));
  }
  return CODE.test(path) ? [...violations, ...checkSpelling(path)] : violations;
}

function checkSpelling(path: string): Finding[] {
  if (path.startsWith("public/")) return [];
  const folders = path.split("/").slice(0, -1);
  const [stem = "", ...suffixes] = posix.basename(path).split(".");
  const violations: Finding[] = [];
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

/** Checks that server files of a feature do not reach a browser bundle. */
function checkServerOnly({ path, text }: SourceFile): Finding[] {
  if (!SERVER_ONLY.test(path) || /^import "server-only";\r?\n/.test(text)) return [];
  return [error(path, "server-only", 'the first line must be import "server-only";', 1)];
}

/** Refuses files that re-export others: they hide where a name comes from. */
function checkBarrels({ path, text }: SourceFile): Finding[] {
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

/** Checks that a file is short enough to read in one go. */
function checkSize({ path, text }: SourceFile): Finding[] {
  const limit = LINE_LIMITS.find(({ files }) => matches(path, files));
  const lines = text.replace(/\n$/, "").split("\n").length;
  if (!limit) return [];
  if (lines > limit.error) return [error(path, "size", `${lines} lines, the limit is ${limit.error}`)];
  if (limit.warning === undefined || lines <= limit.warning) return [];
  return [{ path, rule: "size", message: `${lines} lines, more than ${limit.warning}`, severity: "warning" }];
}

/** All violations of the file rules, for files given as paths relative to the checkout with their contents. */
export function checkFiles(files: readonly SourceFile[]): Finding[] {
  const code = files.filter(({ path }) => CODE.test(path));
  const contents = code.flatMap((file) => [...checkServerOnly(file), ...checkBarrels(file), ...checkSize(file)]);
  return [...files.flatMap(({ path }) => checkNames(path)), ...contents];
}
