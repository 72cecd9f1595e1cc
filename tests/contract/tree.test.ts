import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "@/app/service/routes";
import { db } from "@/db/client";
import { seedReference } from "@/db/seed/reference";
import { PERMISSION_GROUPS, PERMISSIONS, type Subject } from "@/lib/auth/permission-catalogue";
import { ALL_PERMISSIONS, PERMISSION_ENTRIES } from "@/lib/auth/permissions";
import { LOCALES } from "@/lib/i18n/routing";
import type { Operation } from "@/lib/operation/define-operation";
import { GROUP_ICONS } from "@/lib/page/menu";
import { MENU_GROUPS, SCREENS, type Screen } from "@/lib/page/screens";
import { JOBS } from "@/worker/registry";
import { routeList } from "../../scripts/routes";
import { exportsOf, isJob, operationsIn, pathsLike, textOf } from "../support/tree";

const SCREEN_LIST: readonly Screen[] = SCREENS;

type Handler = ((request: Request) => Promise<Response>) & { operation?: Operation };
type Endpoint = { method: string; path: string; operation: Operation | undefined };

/** Calls that the list of all calls cannot hold. */
const OUTSIDE_THE_LIST: Record<string, string> = {
  "GET /service/openapi.json": "is made from the list",
  ...Object.fromEntries(
    ["GET", "POST", "PUT", "DELETE"].map((method) => [
      `${method} /service/[[...legacy]]`,
      "takes every path that is not in the list, for an older API that may know it",
    ]),
  ),
};

/** Exported operations that no call reaches, and why. */
const WITHOUT_ROUTE: Record<string, string> = {
  "role.createDefault": "is a step of opening a customer",
  "deviceCommand.send": "is a step of the worker's clock",
  "deviceCommand.expire": "is a step of the worker's clock",
  "telemetry.ingestThingsBoardGateway": "comes in by MQTT, as ThingsBoard's gateway API does",
  "session.loginByProvider": "comes by next-auth's route, which has checked the provider's answer",
  "deviceCommand.answer": "comes in by MQTT, where the command went out",
};

/** Routes below app/api that are no list of operations, and why. */
const OTHER_ROUTES: Record<string, string> = {
  "app/api/auth/[...nextauth]/route.ts": "is next-auth's: its handler has the operations of a login behind it",
};

/** Pages that are no screen of the registry, and why. */
const NO_SCREENS: Record<string, string> = {
  "app/[locale]/page.tsx": "leads to the home page",
  "app/[locale]/[...rest]/page.tsx": "leads every unknown address to /404",
  "app/[locale]/(public)/gallery/page.tsx": "shows every interface part to developers",
};

/** Windows whose title names no record, and why. */
const NAMELESS: Record<string, string> = {
  "/atinstruction": "explains the fields of any trigger",
  "/datadevice": "lists the devices of any history",
  "/guide": "is the help",
  "/homepageset": "is the reader's own setting",
  "/sysAlarm": "is the list of triggers",
};

let endpoints: Endpoint[] = [];
let operations: [name: string, operation: Operation][] = [];
const routeFiles = pathsLike(/^app\/(?:service\/.*|api\/v1\/.*|api\/home\/login|write|query|ping)\/route\.ts$/);

beforeAll(async () => {
  for (const file of routeFiles) {
    const path = file.replace(/^app/, "").replace(/\/route\.ts$/, "");
    for (const [method, value] of Object.entries(await exportsOf(file)))
      if ((value as Handler).operation) endpoints.push({ method, path, operation: (value as Handler).operation });
  }
  endpoints = endpoints.filter(({ method, path }) => !(`${method} ${path}` in OUTSIDE_THE_LIST));
  for (const file of pathsLike(/^features\/.*[./]operations\.ts$/)) operations.push(...(await operationsIn(file)));
  operations = [
    ...operations,
    ...endpoints.flatMap(({ operation }) => (operation ? [[operation.name, operation] as const] : [])),
  ].map(([name, operation]) => [name, operation]);
}, 60_000);
afterAll(() => db().$client.end({ timeout: 5 }));

describe("the calls", () => {
  it.each(routeFiles)("%s holds operations and nothing else", async (file) => {
    const code = textOf(file)
      .replaceAll(/^import .*$/gm, "")
      .trim();
    expect(code).toMatch(/^export const \{ GET, POST, PUT, PATCH, DELETE \} = handle\(\{[\s\w.:,()]+\}\);$/);
    const handlers = Object.values(await exportsOf(file)) as Handler[];
    expect(handlers.some(({ operation }) => operation !== undefined)).toBe(true);
  });

  it("have no other route beside them than those with a stated reason", () => {
    const all = pathsLike(/^app\/api\/.*route\.ts$/);
    expect(all.filter((file) => !routeFiles.includes(file)).sort()).toEqual(Object.keys(OTHER_ROUTES).sort());
  });

  it("are the tree's and the list's alike, with the same operations behind them", () => {
    expect(textOf("app/service/routes.ts"), "npm run routes").toBe(routeList());
    const spell = (method: string, path: string, name: string | undefined) => `${method} ${path} → ${name}`;
    const inTree = endpoints.map(({ method, path, operation }) => spell(method, path, operation?.name)).sort();
    const listed = ROUTES.map(([method, path, { name }]) => spell(method, path, name)).sort();
    expect(listed).toEqual(inTree);
    expect(new Set(listed).size).toBe(listed.length);
    for (const [method, path, operation] of ROUTES) {
      const found = endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
      expect(found?.operation === operation, `${method} ${path}`).toBe(true);
    }
    expect(inTree.length).toBeGreaterThan(20);
  });

  it("that change something are no GET, but for those that the specification names", () => {
    const changing = ROUTES.filter(([method, , { kind }]) => method === "GET" && kind !== "query");
    expect(changing.map(([, path]) => path)).toEqual([
      // Trackers of the OsmAnd protocol send by GET, as its definition has it.
      "/service/ingest/osmand",
      // Both make a code: what is stored of the last one is a hash, which no picture can be drawn of.
      "/service/mine/loginQrcode/get",
      "/service/mine/loginQrcode/refresh",
      "/service/user/logout",
    ]);
  });
});

describe("the operations", () => {
  it("are called <entity>.<verb>, each name once", () => {
    const byName = new Map<string, Set<Operation>>();
    for (const [, operation] of operations)
      byName.set(operation.name, (byName.get(operation.name) ?? new Set()).add(operation));
    expect(byName.size).toBeGreaterThan(20);
    for (const [name, same] of byName) {
      expect(name).toMatch(/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/);
      expect(same.size, `${name} is the name of several operations`).toBe(1);
    }
  });

  it("each have a call or a stated reason", () => {
    const reached = new Set(ROUTES.map(([, , operation]) => operation));
    const unreached = operations.filter(([, operation]) => !reached.has(operation)).map(([, { name }]) => name);
    expect(unreached.sort()).toEqual(Object.keys(WITHOUT_ROUTE).sort());
  });
});

describe("the screens", () => {
  const pages = pathsLike(/^app\/\[locale\]\/(?:.*\/)?page\.tsx$/).filter((file) => !(file in NO_SCREENS));
  const placeOf = (file: string) => {
    const [, group, path] = /^app\/\[locale\]\/\((\w+)\)(\/.*)\/page\.tsx$/.exec(file) ?? [];
    return { group, path };
  };

  it("each have a page in the folder of their kind, and each page is a screen", () => {
    const inTree = pages.map((file) => `${placeOf(file).group} ${placeOf(file).path}`);
    const registered = SCREEN_LIST.map(({ kind, path }) => `${kind} ${path}`);
    expect(inTree.sort()).toEqual([...registered].sort());
    expect(new Set(registered).size).toBe(registered.length);
    for (const file of Object.keys(NO_SCREENS)) expect(pathsLike(/page\.tsx$/), file).toContain(file);
  });

  it.each(pages)(
    "%s is short, and made by definePage where it needs a session",
    async (file) => {
      expect(textOf(file).trimEnd().split("\n").length).toBeLessThanOrEqual(15);
      const { group, path } = placeOf(file);
      const screen = SCREEN_LIST.find((candidate) => candidate.path === path);
      type Page = { default?: { screen?: Screen; isNamed?: boolean }; generateMetadata?: unknown };
      const page = (await exportsOf(file)) as Page;
      expect(page.generateMetadata).toBeTypeOf("function");
      // Several windows are open side by side: their tabs are told apart by the record.
      if (group === "window") expect(page.default?.isNamed).toBe(!(path && path in NAMELESS));
      if (group === "console" || group === "window") expect(page.default?.screen).toBe(screen);
      else expect(screen?.permission, "a page that definePage did not make checks nothing").toBe("public");
    },
    60_000,
  );

  it.each(LOCALES)("have a title and their menu groups a name in %s", (locale) => {
    const shell = JSON.parse(textOf(`messages/${locale}/shell.json`));
    for (const { title, path } of SCREEN_LIST) expect(shell.menu[title], path).toMatch(/\S/);
    for (const group of MENU_GROUPS) expect(shell.group[group], group).toMatch(/\S/);
  });

  it("have icons that exist, and so have the groups", async () => {
    const { icons } = await import("lucide-react");
    const known = new Set(Object.keys(icons).map((name) => name.toLowerCase()));
    for (const icon of [...SCREEN_LIST.map((screen) => screen.icon), ...Object.values(GROUP_ICONS)])
      expect(known, icon).toContain(icon.replaceAll("-", "").toLowerCase());
  });
});

describe("the permissions", () => {
  it.each(PERMISSION_ENTRIES)("$code is asked for by an operation or a screen, unless it is reserved", (entry) => {
    const asked = [
      ...ROUTES.map(([, , { permission }]) => permission),
      ...SCREEN_LIST.map((screen) => screen.permission),
    ];
    // A call that serves a family asks for the family's code, and then for the member's.
    const { within }: Subject = PERMISSIONS[entry.subject];
    const isAsked = asked.includes(entry.code) || asked.some((code) => code === `${entry.action}${within}`);
    expect(isAsked).toBe(!entry.isReserved);
  });

  it("are all held by Root after the seed, and nothing else is", async () => {
    await seedReference(db());
    await seedReference(db());
    const rows = await db().$client<{ code: string }[]>`
      select p.code from role_permission p join user_account u on u.role_id = p.role_id where u.id = 1 order by 1`;
    expect(rows.map(({ code }) => code)).toEqual([...ALL_PERMISSIONS].sort());
  });

  it.each(LOCALES)("are named in %s", (locale) => {
    const { subject, action, group } = JSON.parse(textOf(`messages/${locale}/permission.json`));
    const named = (key: "label" | "action") => [...new Set(PERMISSION_ENTRIES.map((entry) => entry[key]))].sort();
    expect(Object.keys(subject).sort()).toEqual(named("label"));
    expect(Object.keys(action).sort()).toEqual(named("action"));
    expect(Object.keys(group).sort()).toEqual([...PERMISSION_GROUPS].sort());
    for (const texts of [subject, action, group]) for (const text of Object.values(texts)) expect(text).toMatch(/\S/);
  });

  it("are named in the language, not in English everywhere", () => {
    const [chinese, english, spanish, japanese] = LOCALES.map((locale) => textOf(`messages/${locale}/permission.json`));
    expect(new Set([chinese, english, spanish, japanese]).size).toBe(4);
    for (const text of [chinese, japanese])
      for (const [, value] of (text as string).matchAll(/: "([^"{]+)"/g))
        expect(value).toMatch(/\p{Script=Han}|\p{Script=Katakana}/u);
  });
});

describe("the jobs", () => {
  it("of the features are those of the worker, each under a name of its own", async () => {
    const defined = [];
    for (const file of pathsLike(/^features\/.*[./]jobs\.ts$/))
      defined.push(...Object.values(await exportsOf(file)).filter(isJob));
    expect(new Set(JOBS)).toEqual(new Set(defined));
    expect(JOBS.length).toBe(defined.length);
    expect(new Set(JOBS.map(({ name }) => name)).size).toBe(JOBS.length);
    for (const { name } of JOBS) expect(name).toMatch(/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/);
  });
});
