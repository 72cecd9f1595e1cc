import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "@/app/service/routes";
import { type Db, openDb } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { apiKey, customer } from "@/db/schema";
import { type AccessLevel, levelOf } from "@/lib/auth/permission-catalogue";
import { ALL_PERMISSIONS, entryOf, type Permission, withImplied } from "@/lib/auth/permissions";
import { hashToken } from "@/lib/auth/token";
import { CRON, INGEST_TOKEN, type Operation, PUBLIC, SIGNED_IN } from "@/lib/operation/define-operation";
import { registerWorkers } from "@/lib/queue/presence";
import { makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeGateway } from "../factories/world";
import { isLong } from "../support/long";
import { type Product, startProduct } from "../support/server";
import { prepareCall, type Sent, sendCall } from "./access-call";
import { FIXTURES } from "./access-fixtures";
import { lendBetween, makeWorld, type World } from "./access-world";
import { type Fixture, INSIDE, makeApiKey } from "./fixture";
import { type RowWatch, watchRows } from "./row-watch";

let product: Product;
let db: Db;
/** Shows that there is a worker, as long as it is open. */
let presence: Db;
let own: World;
let other: World;
let watch: RowWatch;

beforeAll(async () => {
  // What a worker does with what a call has left would count as the doing of the next one.
  product = await startProduct({ hasWorker: false });
  db = openDb(product.databaseUrl, 4);
  presence = openDb(product.databaseUrl, 1);
  await registerWorkers(presence.$client, ["matrix"]);
  own = await makeWorld(db);
  other = await makeWorld(db);
  await lendBetween(db, own, other);
  watch = await watchRows(db.$client, own.customer.id);
}, 300_000);
afterAll(async () => {
  await Promise.all([db, presence].map((pool) => pool?.$client.end({ timeout: 5 })));
  await product?.stop();
});

/** How much of the own world a caller sees. */
type Visibility = "all customers" | "customer" | "node" | "member" | "nothing";
type Caller = { name: string; sees: Visibility; level: AccessLevel; token: () => Promise<string | null> };

/** How many calls may have changed something: what they may have ended are sessions, too. */
let changes = 0;

/** An account with every permission unless told otherwise, with a new session after each call that may have ended it. */
function account(
  name: string,
  sees: Visibility,
  options: () => UserOptions & { of?: number; proxyCustomerId?: number },
): Caller {
  let user: Promise<{ id: number }> | undefined;
  let session: { token: string; changes: number } | undefined;
  const token = async () => {
    const { of = own.customer.id, proxyCustomerId, ...values } = options();
    user ??= makeUser(db, of, values);
    if (session?.changes !== changes) {
      const { token } = await openSessionOf(db, await user, proxyCustomerId ? { proxyCustomerId } : {});
      session = { token, changes };
    }
    return session.token;
  };
  // The name begins with the scope type; the options cannot be read before the world is made.
  return { name, sees, level: levelOf(Number.parseInt(name, 10) as ScopeType, false), token };
}

const PLATFORM = 1;
const ACCOUNTS: Caller[] = [
  account("-1 agent for the customer", "customer", () => ({
    of: PLATFORM,
    scopeType: -1,
    customerIds: [own.customer.id, other.customer.id],
    proxyCustomerId: own.customer.id,
  })),
  account("-1 agent before a choice", "nothing", () => ({
    of: PLATFORM,
    scopeType: -1,
    customerIds: [own.customer.id, other.customer.id],
  })),
  account("-1 agent for another customer", "nothing", () => ({
    of: PLATFORM,
    scopeType: -1,
    customerIds: [own.customer.id, other.customer.id],
    proxyCustomerId: other.customer.id,
  })),
  account("-1 agent from whom the customer was taken", "nothing", () => ({
    of: PLATFORM,
    scopeType: -1,
    customerIds: [other.customer.id],
    proxyCustomerId: own.customer.id,
  })),
  account("0 customer user of the node", "node", () => ({ scopeType: 0, sceneIds: [own.customer.sceneId] })),
  account("0 customer user of another node", "member", () => ({ scopeType: 0, sceneIds: [own.elsewhereId] })),
  account("0 customer user of no node", "member", () => ({ scopeType: 0 })),
  account("1 customer administrator", "customer", () => ({ scopeType: 1 })),
  account("1 administrator of another customer", "nothing", () => ({ of: other.customer.id, scopeType: 1 })),
  account("2 platform user", "all customers", () => ({ of: PLATFORM, scopeType: 2 })),
  account("2 platform user for the customer", "customer", () => ({
    of: PLATFORM,
    scopeType: 2,
    customerIds: [own.customer.id],
  })),
  account("2 platform user for another customer", "nothing", () => ({
    of: PLATFORM,
    scopeType: 2,
    customerIds: [other.customer.id],
  })),
  account("3 platform administrator", "all customers", () => ({ of: PLATFORM, scopeType: 3 })),
  { name: "3 Root", sees: "all customers", level: 4, token: async () => (await openSessionOf(db, { id: 1 })).token },
];
const ANONYMOUS: Caller = { name: "anonymous", sees: "nothing", level: 0, token: async () => null };
const FORGED: Caller = {
  name: "a forged token",
  sees: "nothing",
  level: 0,
  token: async () => `x.${randomBytes(40).toString("hex")}`,
};

const lacking = new Map<Permission, Caller>();

/** The customer's administrator with every permission that does not bring the one asked for. */
function without(permission: Permission): Caller {
  const known = lacking.get(permission);
  if (known) return known;
  const made = account(`1 administrator without ${permission}`, "customer", () => ({
    scopeType: 1,
    permissions: ALL_PERMISSIONS.filter((code) => !withImplied([code]).has(permission)),
  }));
  lacking.set(permission, made);
  return made;
}

/** Another system, with one key for all its calls. */
function system(name: string, sees: Visibility, make: () => ReturnType<typeof makeApiKey>): Caller {
  let known: ReturnType<typeof makeApiKey> | undefined;
  const token = async () => {
    known ??= make();
    const { id, key } = await known;
    // Used a minute ago, it would note this use in the customer's row.
    await db.update(apiKey).set({ lastUsedAt: new Date() }).where(eq(apiKey.id, id));
    return key;
  };
  return { name, sees, level: 1, token };
}

/** Other systems, with a key that holds every permission or none. */
const KEYS: Caller[] = [
  system("a key of the customer", "customer", () => makeApiKey(db, own.customer.id)),
  system("a key without permissions", "customer", () => makeApiKey(db, own.customer.id, [])),
  system("a key of another customer", "nothing", () => makeApiKey(db, other.customer.id)),
];

const DEVICES: Caller[] = [
  {
    name: "the customer's token",
    sees: "customer",
    level: 0,
    // Others may have asked for a new one meanwhile.
    token: async () => {
      const { id, token } = own.customer;
      await db
        .update(customer)
        .set({ ingestTokenHash: hashToken(token) })
        .where(eq(customer.id, id));
      return token;
    },
  },
  {
    name: "its gateway's token",
    sees: "customer",
    level: 0,
    token: async () => (await makeGateway(db, own.customer.id)).token,
  },
  { name: "another customer's token", sees: "nothing", level: 0, token: async () => other.customer.token },
  {
    name: "the token of a gateway that is switched off",
    sees: "nothing",
    level: 0,
    token: async () => (await makeGateway(db, own.customer.id, { use: "deactivated" })).token,
  },
];

/**
 * With every change, one caller for each reason to be let in or refused; the others differ in how they come to the same
 * reason and are asked by `npm run test:long`.
 */
const DECISIVE = new Set([
  "-1 agent from whom the customer was taken",
  "0 customer user of the node",
  "0 customer user of another node",
  "1 administrator of another customer",
  "2 platform user for another customer",
  "3 Root",
  "a key of another customer",
]);

const callersOf = ({ permission }: Operation): Caller[] => {
  const needsCode = ![PUBLIC, SIGNED_IN, INGEST_TOKEN, CRON].includes(permission);
  const others = [...ACCOUNTS, ...(permission === INGEST_TOKEN ? [] : KEYS)];
  return [
    ANONYMOUS,
    ...(isLong ? [FORGED] : []),
    ...(needsCode ? [without(permission as Permission)] : []),
    ...(isLong ? others : others.filter(({ name }) => DECISIVE.has(name))),
    ...(permission === INGEST_TOKEN ? DEVICES : []),
  ];
};

const SEES: Record<"node" | "customer" | "member", readonly Visibility[]> = {
  node: ["all customers", "customer", "node"],
  customer: ["all customers", "customer"],
  member: ["all customers", "customer", "node", "member"],
};

type Route = (typeof ROUTES)[number];
type Outcome = "401" | "403" | "not found" | "left out" | "refused" | "bad request" | "done";

function expected(operation: Operation, fixture: Fixture, caller: Caller): Outcome {
  const { permission } = operation;
  const isDevice = DEVICES.includes(caller);
  if (permission === PUBLIC) return "done";
  if (caller === ANONYMOUS || caller === FORGED || permission === CRON) return "401";
  if (permission === INGEST_TOKEN) {
    if (!isDevice || caller.name.includes("switched off")) return "401";
    return caller.sees === "nothing" ? ((fixture.outside as Outcome | undefined) ?? "left out") : "done";
  }
  if (permission === SIGNED_IN && KEYS.includes(caller)) return "401";
  if (permission !== SIGNED_IN) {
    if (KEYS.includes(caller) && entryOf(permission).isPersonal) return "403";
    if (caller.name.includes("without") || caller.level < entryOf(permission).level) return "403";
  }
  if (fixture.seenBy === "oneself") return fixture.oneself?.(caller.name) ?? "done";
  if (fixture.seenBy === "holder") return "done";
  const isInside =
    fixture.seenBy !== "token" && fixture.seenBy !== "everybody" && SEES[fixture.seenBy].includes(caller.sees);
  return isInside ? "done" : (fixture.outside as Outcome);
}

/** Texts of rows that the caller must not see, whatever the call. */
function hidden({ sees }: Caller): string[] {
  const { node, elsewhere, customer, member } = own.markers;
  const ofOther = Object.values(other.markers).flat();
  switch (sees) {
    case "all customers":
      return [];
    case "customer":
      return ofOther;
    case "node":
      return [...ofOther, ...elsewhere, ...customer];
    // The user of the other node sees that one.
    case "member":
      return [...ofOther, ...node, ...customer];
    // The other customer's account sees the other customer.
    case "nothing":
      return [...node, ...elsewhere, ...customer, ...member];
  }
}

const STATUS: Record<Outcome, number> = {
  "401": 401,
  "403": 403,
  "not found": 404,
  "left out": 200,
  refused: 422,
  "bad request": 400,
  done: 200,
};

/** What is wrong with the answer that a caller gets; nothing if it is as it should be. */
async function answerTo(caller: Caller, outcome: Outcome, fixture: Fixture, sent: Sent, token: string | null) {
  const { status, text } = await sendCall(sent, token ? { authorization: `Bearer ${token}` } : {});
  const faults: string[] = [];
  const wanted = STATUS[outcome] === 200 ? (fixture.status ?? 200) : STATUS[outcome];
  if (status !== wanted) faults.push(`answers ${status} instead of ${wanted}: ${text.slice(0, 200)}`);
  const revealed = fixture.reveals?.(own) ?? [];
  for (const marker of hidden(caller))
    if (!revealed.includes(marker) && text.includes(marker)) faults.push(`shows ${marker}`);
  const shown = fixture.shows?.(own);
  if (outcome === "done" && shown && !text.includes(shown)) faults.push(`does not show ${shown}`);
  const count = status === 200 ? fixture.counts?.(text) : undefined;
  if (count !== undefined && (outcome !== "done") === count >= INSIDE) faults.push(`counts ${count}`);
  return faults.map((fault) => `${caller.name}: ${fault}`);
}

/**
 * What is wrong with cells that are refused, or of which none changes anything: all callers call at once, those who get
 * the same by the same call. Of the customer's rows none may have changed by those who are refused.
 */
async function checkTogether([method, path, operation]: Route, fixture: Fixture, callers: readonly Caller[]) {
  const prepared = new Map<Outcome, Sent>();
  const cells: { caller: Caller; outcome: Outcome; token: string | null }[] = [];
  for (const caller of callers) {
    const outcome = expected(operation, fixture, caller);
    if (!prepared.has(outcome))
      prepared.set(outcome, await prepareCall({ db, own, baseUrl: product.baseUrl }, [method, path], fixture, outcome));
    cells.push({ caller, outcome, token: await caller.token() });
  }
  await watch.start();
  const ask = ({ caller, outcome, token }: (typeof cells)[number]) =>
    answerTo(caller, outcome, fixture, prepared.get(outcome) as Sent, token);
  const faults: string[][] = [];
  if (fixture.isOneByOne) for (const cell of cells) faults.push(await ask(cell));
  else faults.push(...(await Promise.all(cells.map(ask))));
  // A file without rows was taken out as well, and the trail says so.
  const trail = cells.some(({ outcome }) => outcome === "left out") ? ["audit", "audit_head"] : [];
  const changed = cells.every(({ outcome }) => outcome !== "done") ? await watch.touched() : [];
  const touched = changed.filter((table) => !trail.includes(table));
  if (touched.length > 0)
    faults.push([
      `${callers.map(({ name }) => name).join(" or ")} changed the customer's rows in ${touched.join(", ")}`,
    ]);
  return faults.flat();
}

/** What is wrong with a cell that changes something: it has to. */
async function checkChange([method, path, operation]: Route, fixture: Fixture, caller: Caller): Promise<string[]> {
  const sent = await prepareCall({ db, own, baseUrl: product.baseUrl }, [method, path], fixture, "done");
  const token = await caller.token();
  await watch.start();
  const faults = await answerTo(caller, "done", fixture, sent, token);
  changes += 1;
  const touched = await watch.touched();
  const isToChange = operation.kind === "mutation" && !["oneself", "everybody", "holder"].includes(fixture.seenBy);
  return isToChange && touched.length === 0 ? [...faults, `${caller.name}: changed nothing`] : faults;
}

describe(`the access matrix of ${ROUTES.length} calls`, () => {
  it("has no hole: every operation has a fixture, and no fixture is left over", () => {
    expect([...new Set(ROUTES.map(([, , { name }]) => name))].sort()).toEqual(Object.keys(FIXTURES).sort());
    for (const [, path, { name, permission }] of ROUTES) {
      const { seenBy, outside } = FIXTURES[name] ?? {};
      const isScoped = seenBy !== undefined && seenBy in SEES;
      const needsCode = ![PUBLIC, SIGNED_IN, INGEST_TOKEN, CRON].includes(permission);
      // What is one's own may ask for a code as well.
      const fits = isScoped || seenBy === "holder" ? needsCode : needsCode ? seenBy === "oneself" : true;
      expect(fits, `${path}: who sees it does not fit its permission`).toBe(true);
      if (seenBy !== "token") expect(outside !== undefined, `${path}: say what a stranger gets`).toBe(isScoped);
    }
  });

  it.each(ROUTES.map((route) => [route[0], route[1], route[2].permission, route] as const))(
    "%s %s (%s)",
    async (_method, _path, _permission, route) => {
      const fixture = FIXTURES[route[2].name] as Fixture;
      const [, , operation] = route;
      const callers = callersOf(operation);
      const isDone = (caller: Caller) => expected(operation, fixture, caller) === "done";
      const refused = callers.filter((caller) => !isDone(caller));
      const welcome = callers.filter(isDone);
      const faults = await checkTogether(route, fixture, refused);
      if (operation.kind === "query") faults.push(...(await checkTogether(route, fixture, welcome)));
      // Each change is a call of its own; `npm run test:long` makes that of every welcome caller.
      else
        for (const caller of welcome.slice(0, isLong ? undefined : 1))
          faults.push(...(await checkChange(route, fixture, caller)));
      // Refused after what others have changed as well.
      faults.push(...(await checkTogether(route, fixture, refused.slice(-1))));
      // As a text, a first try that failed is told in full.
      expect(faults.join("; ")).toBe("");
    },
    120_000,
  );
});
