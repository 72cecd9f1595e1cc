import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { assertVersion } from "@/lib/audit/assert-version";
import { AppError, fieldError, type Issue } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, LOCALES, toLocale } from "@/lib/i18n/routing";
import type { Db } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { type Page, tolerant } from "@/lib/resource/list-query";
import {
  countOwn,
  deleteParameter,
  findCustomers,
  findDeciding,
  findLines,
  findOwn,
  findParameters,
  getParameter,
  insertParameter,
  lockParameter,
  updateParameter,
} from "./parameter.data";
import { canonical, contentIssue, DEFINITIONS, definitionOf, inForce, isChanged, MAXIMUM_OWN } from "./parameter.rules";
import {
  type ParameterChange,
  type ParameterDto,
  ParameterInput,
  type ParameterLine,
  ParameterListQuery,
  type ParameterRow,
  ParameterScreenQuery,
  ParameterUpdate,
} from "./parameter.schema";

/** The texts of the shipped parameters in a locale. */
async function textsIn(name: string) {
  const locale = toLocale(name) ?? DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "parameter" });
  const nameOf = (code: string): string => t(`name.${code}`);
  return {
    nameOf,
    /** The shipped codes whose name contains the text. */
    named: (q: string | undefined): string[] =>
      q === undefined
        ? []
        : DEFINITIONS.map(({ code }) => code).filter((code) =>
            nameOf(code).toLocaleLowerCase().includes(q.toLocaleLowerCase()),
          ),
    toDto(row: ParameterRow): ParameterDto {
      const definition = definitionOf(row.code);
      return {
        ...row,
        name: row.name ?? (definition ? nameOf(row.code) : row.code),
        description: definition ? t(`description.${row.code}`) : row.description,
        unit: definition?.unit ?? null,
        minimum: definition?.minimum ?? null,
        maximum: definition?.maximum ?? null,
        defaultContent: definition?.content ?? null,
        isPerCustomer: definition?.isPerCustomer ?? false,
        isChanged: isChanged(row),
      };
    },
  };
}

export const listParameters = defineOperation({
  name: "parameter.list",
  kind: "query",
  permission: "viewParam",
  input: ParameterListQuery,
  async run({ db, scope, locale }, query): Promise<Page<ParameterDto>> {
    const { named, toDto } = await textsIn(locale);
    const { items, total } = await findParameters(db, scope, query, named(query.q));
    return { items: items.map(toDto), total };
  },
});

export const getParameterById = defineOperation({
  name: "parameter.get",
  kind: "query",
  permission: "viewParam",
  input: ById,
  async run({ db, scope, locale }, { id }): Promise<ParameterDto> {
    return (await textsIn(locale)).toDto(await getParameter(db, scope, id));
  },
});

export const createParameter = defineOperation({
  name: "parameter.create",
  kind: "mutation",
  permission: "newParam",
  input: ParameterInput,
  async run({ tx, scope, locale, audit }, { customerId, code, name, description, desc, type, content }) {
    const definition = definitionOf(code);
    // A customer's own value has the type, name and description of the shipped parameter.
    const kind = definition?.type ?? type ?? "text";
    const words = definition ? { name: null, description: "" } : { name, description: description || (desc ?? "") };
    if (customerId === null) {
      await assertNameFree(name);
      if ((await countOwn(tx)) >= MAXIMUM_OWN)
        throw refused("CONFLICT", [{ path: "", rule: "tooMany", message: "too many parameters", limit: MAXIMUM_OWN }]);
    }
    const values = { customerId, code, type: kind, content: canonical(kind, content), ...words };
    const made = await insertParameter(tx, scope, values);
    audit({ ...chainOf(made), new: made });
    return (await textsIn(locale)).toDto(made);
  },
  audit: { entity: "parameter", id: ({ id }) => id },
});

export const updateParameterById = defineOperation({
  name: "parameter.update",
  kind: "mutation",
  permission: "editParam",
  input: ParameterUpdate,
  async run(ctx, { id, version, desc, ...sent }): Promise<ParameterDto> {
    const { tx, scope, locale, audit } = ctx;
    const change = desc === undefined ? sent : { description: desc, ...sent };
    const old = await lockParameter(tx, scope, id);
    await assertVersion(ctx, { entity: "parameter", id, version }, async () => old);
    const next = { ...old, ...change };
    const issues = changeIssues(old, change);
    const issue = contentIssue(next.code, next.type, next.content);
    if (issue) issues.push(issue);
    if (issues.length > 0) throw refused("INVALID", issues);
    if (change.name !== undefined && change.name !== old.name) await assertNameFree(change.name);
    const content = canonical(next.type, next.content);
    const changed = await updateParameter(tx, scope, id, { ...change, content });
    audit({ ...chainOf(changed), old, new: changed });
    return (await textsIn(locale)).toDto(changed);
  },
  audit: { entity: "parameter", id: ({ id }) => id },
});

/** Deletes a custom parameter or a customer's own value; in the latter case, the installation's value applies again. */
export const removeParameter = defineOperation({
  name: "parameter.remove",
  kind: "mutation",
  permission: "removeParam",
  input: ById,
  async run({ tx, scope, audit }, { id }): Promise<{ code: 1; id: number }> {
    const old = await lockParameter(tx, scope, id);
    if (old.isShipped) throw fieldError("PARAMETER_DELETE_FAILED", "a shipped parameter has to stay");
    await deleteParameter(tx, id);
    audit({ ...chainOf(old), old });
    // The code 1 means deleted (specification, section 8).
    return { code: 1, id };
  },
  audit: { entity: "parameter", id: ({ id }) => id },
});

/** Returns the effective values for the account's current customer, by code. */
export const listParameterValues = defineOperation({
  name: "parameter.values",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ db, actor }): Promise<Record<string, string>> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const values = await readParameters(db, actor.principal.customer.id);
    return Object.fromEntries(Object.entries(values).filter(([code]) => !definitionOf(code)?.isInternal));
  },
});

/** The effective values by code, for a customer or, with null, the installation. For use by other features. */
export async function readParameters(db: Db, customerId: number | null): Promise<Record<string, string>> {
  return inForce(await findDeciding(db, customerId));
}

/** Loads the screen: the lines selected by the URL, and the customers that may have their own values. */
export async function loadParameterScreen(ctx: PageContext) {
  const { q, type, customerId } = tolerant(ParameterScreenQuery, ctx.search);
  const [{ named, toDto }, customers] = await Promise.all([textsIn(ctx.locale), findCustomers(ctx.db, ctx.scope)]);
  const chosen = customers.find(({ id }) => id === customerId);
  const [found, own] = await Promise.all([
    findLines(ctx.db, ctx.scope, { q, type }, named(q)),
    chosen ? findOwn(ctx.db, ctx.scope, chosen.id) : [],
  ]);
  const lines: ParameterLine[] = found.map((row) => {
    const value = own.find(({ code }) => code === row.code);
    return {
      ...toDto(row),
      ownValues: row.ownValues,
      own: value ? { id: value.id, content: value.content, version: value.version } : null,
    };
  });
  const { permissions } = ctx.principal;
  return {
    lines: chosen ? lines.filter(({ isPerCustomer }) => isPerCustomer) : lines,
    customers,
    customer: chosen ?? null,
    values: {
      ...(q && { q }),
      ...(type && { type }),
      ...(chosen && { customerId: String(chosen.id) }),
    },
    rights: {
      create: permissions.has("newParam"),
      edit: permissions.has("editParam"),
      remove: permissions.has("removeParam"),
    },
    timeZone: ctx.principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
}

const refused = (code: "CONFLICT" | "INVALID", issues: Issue[]) =>
  new AppError(code, issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { issues });

/** A customer's own value is audited in that customer's chain. */
const chainOf = ({ customerId }: ParameterRow) => (customerId === null ? {} : { customerId });

/** Of a shipped parameter, or a customer's own value of it, only the content can change. */
function changeIssues(old: ParameterRow, change: ParameterChange): Issue[] {
  if (!definitionOf(old.code)) {
    const isCode = change.code === undefined || /^\w+$/.test(change.code);
    return isCode ? [] : [{ path: "code", rule: "word", message: "letters, digits and underscores only" }];
  }
  return (["code", "name", "description", "type"] as const)
    .filter((field) => change[field] !== undefined && change[field] !== old[field])
    .map((path) => ({ path, rule: "isShipped", message: "belongs to the release" }));
}

/** A custom name must not equal a shipped one in any language; custom names are compared by the database. */
async function assertNameFree(name: string): Promise<void> {
  for (const { nameOf } of await Promise.all(LOCALES.map(textsIn)))
    if (DEFINITIONS.some(({ code }) => nameOf(code).toLocaleLowerCase() === name.toLocaleLowerCase()))
      throw fieldError("PARAMETER_NAME_TAKEN", "already exists");
}
