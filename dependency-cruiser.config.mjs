// The import direction `app → features → components → lib → db/enums`, by kind of file (docs/decisions, 'Structure').
// Tests, scripts and configuration belong to no layer and may import anything; no layer imports app.

/** Files of a feature of the given kinds: `<topic>.<kind>.ts`, or `<kind>.ts` where a folder has one subject. */
const kinds = (...names) => `^features/.+[./](?:${names.join("|")})\\.ts$`;
const SCREENS = "^features/.+/components/";
const ENUMS = "^db/[a-z-]*enums\\.ts$";
/** The parts of lib that need tables: sessions, audit rows, the queue, transactions, LISTEN, health, files. */
const LIB_WITH_DATABASE = "^lib/(?:auth|audit|queue|operation|live|health|storage|stored-file)/";
const TEST = "\\.test\\.tsx?$";

const SHARED = [kinds("schema", "rules")];
const CALLS = [...SHARED, kinds("service", "operations")];

/** The project files that the files of a layer may import. */
const layer = (name, files, mayImport, comment, filesNot = []) => ({
  name,
  comment,
  severity: "error",
  from: { path: files, pathNot: [TEST, ...filesNot] },
  to: { dependencyTypesNot: ["core", "npm", "npm-dev", "npm-peer"], pathNot: ["^node_modules/", ...mayImport] },
});
/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    layer(
      "app",
      ["^app/"],
      [...CALLS, kinds("client"), SCREENS, "^components/", "^lib/", "^worker/cron\\.ts$", ENUMS, "^app/"],
      "app routes: it takes operations and screens from features, never their data or jobs",
    ),
    layer(
      "schema-and-rules",
      [kinds("schema", "rules")],
      [...SHARED, "^lib/", ENUMS],
      "schema and rules run in the browser and on the server: only their like, lib and db/enums",
    ),
    layer(
      "data",
      [kinds("data")],
      [...SHARED, kinds("data"), "^lib/", "^db/"],
      "data is SQL: it does not know who calls it",
    ),
    layer(
      "operations",
      [kinds("service", "operations")],
      [...CALLS, kinds("data"), "^lib/", ENUMS],
      "operations and services reach tables through a data file of their feature",
    ),
    layer(
      "jobs",
      [kinds("jobs")],
      [...CALLS, kinds("data", "jobs", "print"), "^lib/", "^db/"],
      "jobs reach other features through their calls",
    ),
    layer(
      "print",
      [kinds("print")],
      [...SHARED, kinds("print"), "^components/chart/", "^lib/", ENUMS],
      "documents are drawn from what they are given, with the charts of the screens: no calls, no tables",
    ),
    layer(
      "screens",
      [kinds("client"), SCREENS],
      [...SHARED, kinds("client"), SCREENS, "^components/", "^lib/", ENUMS],
      "client files reach the server through /service, and other features through schema, rules and components",
    ),
    {
      name: "another-feature",
      comment: "of another feature: schema, rules, service and operations, and of screens its components",
      severity: "error",
      from: { path: "^features/([^/]+)/", pathNot: [TEST] },
      to: { path: [kinds("data", "jobs", "client")], pathNot: ["^features/$1/"] },
    },
    {
      name: "relative-within-a-feature",
      comment: "inside a feature imports are relative",
      severity: "error",
      from: { path: "^features/([^/]+)/" },
      to: { path: "^features/$1/", dependencyTypes: ["aliased"] },
    },
    {
      name: "alias-between-units",
      comment: "another feature or top-level folder is imported as @/…",
      severity: "error",
      from: { path: ["^(features/[^/]+)/", "^(app|components|db|lib|worker)/"], pathNot: [TEST] },
      to: { pathNot: ["^$1/", "^node_modules/"], dependencyTypes: ["local"], dependencyTypesNot: ["aliased"] },
    },
    layer("components", ["^components/"], ["^components/", "^lib/", ENUMS], "components could ship in another product"),
    layer("lib-with-database", [LIB_WITH_DATABASE], ["^lib/", "^db/"], "lib is infrastructure and knows no feature"),
    layer("lib", ["^lib/"], ["^lib/", "^messages/", ENUMS], "lib knows no feature, and tables only where it must", [
      LIB_WITH_DATABASE,
    ]),
    layer(
      "seed",
      ["^db/seed/"],
      [...SHARED, kinds("service"), "^lib/", "^db/"],
      "seeds are made by the same rules and services as the product's own rows",
    ),
    layer("db", ["^db/"], ["^db/", "^lib/(?:env|log)/"], "of lib, only the connection's settings and the log", [
      "^db/seed/",
    ]),
    layer(
      "worker",
      ["^worker/"],
      ["^worker/", kinds("jobs", "operations", "service"), "^lib/", "^db/"],
      "the worker runs jobs and calls operations as the system",
    ),
    layer(
      "root",
      ["^(?:middleware|instrumentation-client)\\.ts$"],
      ["^lib/", ENUMS],
      "middleware is never the authority",
    ),
    {
      name: "no-circular",
      // Tables reference each other as in PostgreSQL; Drizzle accepts a function for a cyclic reference.
      comment: "no circles, of types included",
      severity: "error",
      from: { pathNot: ["^db/schema/"] },
      to: { circular: true },
    },
    { name: "resolvable", severity: "error", from: { pathNot: [TEST] }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: ["^node_modules/"] },
    tsConfig: { fileName: "tsconfig.json" },
    exclude: { path: ["^\\.next/", "\\.(?:json|css)$"] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["react-server", "import", "node", "default"],
    },
  },
};
