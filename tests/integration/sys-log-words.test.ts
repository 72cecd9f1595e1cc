import { asc, gt } from "drizzle-orm";
import { createTranslator } from "use-intl/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "@/app/service/routes";
import { db } from "@/db/client";
import { audit } from "@/db/schema";
import { entityText, type Look, partsOf, verbText } from "@/features/audit/audit.rules";
import { resetEnvironment } from "@/lib/env/env";
import { LOCALES } from "@/lib/i18n/routing";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { PUBLIC } from "@/lib/operation/define-operation";
import { FIXTURES, ROWS } from "../contract/access-fixtures";
import { makeWorld, type World } from "../contract/access-world";
import { accountContext, makeUser } from "../factories/account";
import { pathsLike, textOf } from "../support/tree";

afterAll(async () => {
  delete process.env.SMTP_URL;
  resetEnvironment();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const MUTATIONS = ROUTES.filter(([, , { kind }]) => kind === "mutation");

describe("the words of the log", () => {
  /** What the operations call what they act on, in their own source. */
  const entities = pathsLike(/^features\/.*[./]operations\.ts$/).flatMap((path) =>
    [...textOf(path).matchAll(/entity: "(\w+)"/g)].map((match) => match[1] as string),
  );
  const subjects = MUTATIONS.map(([, , { name }]) => partsOf(name).subject);

  it.each(LOCALES)("name every module and operation that changes something: %s", (locale) => {
    const look = createTranslator({
      locale,
      messages: { audit: JSON.parse(textOf(`messages/${locale}/audit.json`)) },
      namespace: "audit",
    }) as unknown as Look;
    const nameless = [
      ...new Set(
        [...entities, ...subjects].filter((name) =>
          [name, look("batch", { name: name.replace("Batch", "") })].includes(entityText(look, name)),
        ),
      ),
      ...new Set(MUTATIONS.map(([, , { name }]) => partsOf(name).verb).filter((verb) => verbText(look, verb) === verb)),
    ];
    expect(nameless).toEqual([]);
    expect(entities.length).toBeGreaterThan(10);
  });
});

/**
 * Names of fields that hold what nobody may read again; a flag about one of them is no secret, nor is the digest of what
 * was signed.
 */
const FORBIDDEN = /password|secret|token|(?<!content)hash|backupCodes?|^key$/i;

function* fieldsOf(value: unknown, path = ""): Generator<[path: string, name: string, value: unknown]> {
  if (value === null || typeof value !== "object") return;
  for (const [name, part] of Object.entries(value)) {
    yield [`${path}${name}`, name, part];
    yield* fieldsOf(part, `${path}${name}.`);
  }
}

/** The key of a download names a record, and opens it for its owner alone. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The texts of an answer under a forbidden name: they are shown this once. */
const shownOnce = (answer: unknown): string[] =>
  [...fieldsOf(answer)].flatMap(([, name, value]) =>
    FORBIDDEN.test(name) && typeof value === "string" && value.length > 5 && !UUID.test(value) ? [value] : [],
  );

describe("the rows that every operation leaves", () => {
  let world: World;
  const failed: string[] = [];
  const secrets: string[] = [];
  let rows: (typeof audit.$inferSelect)[] = [];

  const callerOf = async (permission: unknown): Promise<OperationContext> => {
    const ctx = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3 }));
    return permission === PUBLIC ? { ...ctx, actor: { type: "anonymous" } } : ctx;
  };

  async function run([, path, operation]: (typeof ROUTES)[number]): Promise<void> {
    const { input, row } = FIXTURES[operation.name] ?? {};
    const entity = /\/(\w+)\/\[id\]/.exec(path)?.[1];
    const id = row ?? (entity ? ROWS[entity] : undefined);
    const values = { ...(await input?.(db(), world)), ...(id && { id: await id(db(), world) }) };
    secrets.push(...shownOnce(values));
    secrets.push(...shownOnce(await operation.call(await callerOf(operation.permission), values)));
  }

  beforeAll(async () => {
    // A forgotten password needs mail.
    process.env.SMTP_URL = "smtp://127.0.0.1:9";
    resetEnvironment();
    world = await makeWorld(db());
    const [last] = await db().select({ id: audit.id }).from(audit).orderBy(asc(audit.id));
    // Operations on the customer itself come last: nothing can be created for a cancelled one.
    const isOnCustomer = ([, , { name }]: (typeof ROUTES)[number]) => name.startsWith("customer.");
    for (const route of MUTATIONS.toSorted((a, b) => Number(isOnCustomer(a)) - Number(isOnCustomer(b))))
      await run(route).catch((error: unknown) => failed.push(`${route[2].name}: ${error}`));
    rows = await db()
      .select()
      .from(audit)
      .where(gt(audit.id, last?.id ?? 0))
      .orderBy(asc(audit.id));
  });

  it("are of nearly all of them, and of all that deal with passwords and tokens", () => {
    expect(failed.filter((name) => /password|token|user\.create|apiKey|secondFactor\.begin/i.test(name))).toEqual([]);
    expect(failed.length, failed.join("\n")).toBeLessThan(MUTATIONS.length / 4);
    expect(secrets.length).toBeGreaterThan(2);
  });

  it("hold no secret by name", () => {
    const found = rows.flatMap(({ operation, oldValues, newValues }) =>
      [...fieldsOf({ oldValues, newValues })]
        .filter(([, name, value]) => FORBIDDEN.test(name) && typeof value !== "boolean")
        .map(([path]) => `${operation}: ${path}`),
    );
    expect(found).toEqual([]);
  });

  it("hold no secret by value", () => {
    const text = JSON.stringify(rows);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
