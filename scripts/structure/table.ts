/** One layer of the import arrow: which files it holds and which `@/` modules they may import. */
export type Layer = {
  name: string;
  files: string[];
  /** Globs over specifiers, the last match decides; a leading `!` takes back. Relative imports are free inside the unit … */
  imports: string[];
  /** … except of these files of the own feature. */
  notOwn?: string[];
  why: string;
};

const FEATURE_SHARED = ["@/features/**/schema", "@/features/**/rules"];
const FEATURE_SERVER = [...FEATURE_SHARED, "@/features/**/operations"];
const DATABASE = ["@/db", "@/db/**"];
const SCREEN_FILES = ["client", "components/**"];
const SERVER_FILES = ["data", "operations", "jobs"];
/** Parts of lib that cannot do without tables: sessions, audit rows, the queue, transactions, LISTEN, the health check, files. */
const LIB_WITH_DATABASE = ["auth", "audit", "queue", "operation", "live", "health", "stored-file"];

/**
 * The import arrow `app → features → components → lib → db/enums`, file kind by file kind. The one source: the lint
 * configuration is generated from it and `check-structure` judges by it. Tests, scripts and configuration files
 * belong to no layer and may import anything; nothing imports app.
 */
export const LAYERS: Layer[] = [
  {
    name: "app",
    files: ["app/**"],
    imports: [
      "@/features/**",
      ...SERVER_FILES.filter((file) => file !== "operations").map((file) => `!@/features/**/${file}`),
      "@/components/**",
      "@/lib/**",
      "@/worker/cron",
      "@/db/enums",
    ],
    why: "app routes: it takes operations and screens from features, never their data or jobs",
  },
  {
    name: "feature schema and rules",
    files: ["features/**/schema.ts", "features/**/rules.ts"],
    imports: [...FEATURE_SHARED, "@/lib/**", "@/db/enums"],
    notOwn: [...SERVER_FILES, ...SCREEN_FILES],
    why: "schema and rules run in the browser and on the server: only their like, lib and db/enums",
  },
  {
    name: "feature data",
    files: ["features/**/data.ts"],
    imports: [...FEATURE_SHARED, "@/lib/**", ...DATABASE],
    notOwn: ["operations", "jobs", ...SCREEN_FILES],
    why: "data is SQL: it knows tables, schema and rules, not who calls it",
  },
  {
    name: "feature operations",
    files: ["features/**/operations.ts"],
    imports: [...FEATURE_SERVER, "@/lib/**", "@/db/enums"],
    notOwn: SCREEN_FILES,
    why: "operations reach tables through their data file, and other features through schema, rules and operations",
  },
  {
    name: "feature jobs",
    files: ["features/**/jobs.ts"],
    imports: [...FEATURE_SERVER, "@/lib/**", ...DATABASE],
    notOwn: SCREEN_FILES,
    why: "jobs reach other features through schema, rules and operations",
  },
  {
    name: "feature screens",
    files: ["features/**/client.ts", "features/**/components/**"],
    imports: [...FEATURE_SHARED, "@/components/**", "@/lib/**", "@/db/enums"],
    notOwn: SERVER_FILES,
    why: "client files reach the server through /service, and other features through schema and rules",
  },
  {
    name: "components",
    files: ["components/**"],
    imports: ["@/components/**", "@/lib/**", "@/db/enums"],
    why: "components could ship in another product",
  },
  {
    name: "lib with database",
    files: LIB_WITH_DATABASE.map((module) => `lib/${module}/**`),
    imports: ["@/lib/**", ...DATABASE],
    why: "lib is infrastructure and knows no feature",
  },
  {
    name: "lib",
    files: ["lib/**", ...LIB_WITH_DATABASE.map((module) => `!lib/${module}/**`)],
    imports: ["@/lib/**", "@/messages/**", "@/db/enums"],
    why: `lib knows no feature, and tables only in ${LIB_WITH_DATABASE.map((module) => `lib/${module}`).join(", ")}`,
  },
  {
    name: "db seed",
    files: ["db/seed/**"],
    imports: [...FEATURE_SHARED, "@/lib/**", ...DATABASE],
    why: "seeds are made by the same rules as the product's own rows",
  },
  {
    name: "db",
    files: ["db/**", "!db/seed/**"],
    imports: [...DATABASE, "@/lib/env/**", "@/lib/log/**"],
    why: "tables stand below everything; only the connection's settings and the log come from lib",
  },
  {
    name: "worker",
    files: ["worker/**"],
    imports: ["@/worker/**", "@/features/**/jobs", "@/features/**/operations", "@/lib/**", ...DATABASE],
    why: "the worker runs jobs and calls operations as the system",
  },
  {
    name: "middleware",
    files: ["middleware.ts", "instrumentation-client.ts"],
    imports: ["@/lib/**", "@/db/enums"],
    why: "middleware is locale and redirects, never the authority; the other tells the page what the router does",
  },
];

/** Layers do not hold for tests, which may plant, fake and walk anything. */
export const OUTSIDE_LAYERS = ["**/*.test.ts", "**/*.test.tsx"];

export const TOP_LEVEL_FOLDERS = [
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

export const ROOT_CODE = ["*.config.ts", "*.config.mjs", "instrumentation-client.ts", "middleware.ts", "next-env.d.ts"];

const SLICE = [
  "schema.ts",
  "rules.ts",
  "data.ts",
  "operations.ts",
  "jobs.ts",
  "client.ts",
  "components/*.tsx",
  "*.test.ts",
];

/** Places with a closed vocabulary: what is not listed has no place there. */
export const VOCABULARY = [
  {
    files: ["features/**"],
    allowed: SLICE.flatMap((file) => [`features/*/${file}`, `features/*/*/${file}`]),
    message: `a feature holds ${SLICE.join(", ")}, and concerns as sub-folders with the same files`,
  },
  {
    files: ["app/**"],
    allowed: [
      "app/globals.css",
      "app/**/{page,layout,loading,error,not-found,global-error,default,template}.tsx",
      "app/**/route.ts",
      // The list of all calls and its parts: they name features, so they can stand nowhere below app.
      "app/service/routes.ts",
      "app/service/*-routes.ts",
      "app/{icon,apple-icon,favicon}.{ico,png,svg}",
    ],
    message: "app holds routing files only",
  },
  { files: ["messages/**"], allowed: ["messages/*/*.json"], message: "texts are messages/<locale>/<namespace>.json" },
];

export const SERVER_ONLY = SERVER_FILES.map((file) => `features/**/${file}.ts`);

export const BANNED_NAMES = ["utils", "util", "helpers", "helper", "types", "type", "hooks", "hook", "common", "misc"];

/** The one file that may gather others. */
export const BARREL = "db/schema/index.ts";

const NO_LIMIT = ["db/migrations/**", "db/seed/**", "next-env.d.ts"];

export const LINE_LIMITS: { files: string[]; error: number; warning?: number }[] = [
  { files: NO_LIMIT, error: Number.POSITIVE_INFINITY },
  { files: ["app/**/page.tsx"], error: 15 },
  { files: ["tests/**", ...OUTSIDE_LAYERS], error: 600 },
  { files: ["**"], error: 400, warning: 250 },
];
