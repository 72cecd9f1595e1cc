import "server-only";
import { createTranslator } from "use-intl/core";
import { SCOPE_TYPES, type ScopeType } from "@/db/enums";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { findChoices, findHolders } from "./catalogue.data";
import { catalogueOf, SCOPE_KEYS, scopeTypesReaching, sourcesOf } from "./catalogue.rules";
import {
  CatalogueQuery,
  type GroupDto,
  type HoldersDto,
  HoldersQuery,
  LookupQuery,
  type RoleChoiceDto,
  RoleChoiceQuery,
  type RoleTypeDto,
  type ScopeTypeDto,
} from "./catalogue.schema";
import { grantorOf } from "./grantor.service";
import { giveableTypes, roleTypeOf } from "./role.rules";

/** Every code as a tree, with those that the caller may grant. */
export const getCatalogue = defineOperation({
  name: "role.catalogue",
  kind: "query",
  permission: "viewRole",
  input: CatalogueQuery,
  run: async (ctx): Promise<GroupDto[]> => catalogueOf(grantorOf(ctx).held),
});

/** Who has a code, directly or implied by another. */
export const listHolders = defineOperation({
  name: "role.holders",
  kind: "query",
  permission: "viewRole",
  input: HoldersQuery,
  async run({ db, scope }, query): Promise<HoldersDto> {
    const { code } = query;
    const holding = { codes: sourcesOf(code), scopeTypes: scopeTypesReaching(code) };
    return { code, ...(await findHolders(db, scope, holding, query)) };
  },
});

/** The customers and places that the editor offers. */
export const listEditorChoices = defineOperation({
  name: "role.choice",
  kind: "query",
  permission: "viewRole",
  input: RoleChoiceQuery,
  run: ({ db, scope }, { customerId }): Promise<RoleChoiceDto> => findChoices(db, scope, customerId),
});

/** The names of the scope types in a language, as kinds of accounts or as scopes. */
async function namesIn(wanted: string, group: "accountType" | "scope") {
  const locale = toLocale(wanted) ?? DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "role" });
  const say = t as unknown as (key: string) => string;
  return (scopeType: ScopeType) => say(`${group}.${SCOPE_KEYS[scopeType]}`);
}

/** The kinds of accounts that the caller may assign to others. */
export const listRoleTypes = defineOperation({
  name: "role.types",
  kind: "query",
  permission: SIGNED_IN,
  input: LookupQuery,
  async run(ctx, { locale }): Promise<RoleTypeDto[]> {
    const nameOf = await namesIn(locale ?? ctx.locale, "accountType");
    return giveableTypes(grantorOf(ctx).scopeType).map((scopeType) => ({
      scopeType,
      type: roleTypeOf(scopeType),
      name: nameOf(scopeType),
    }));
  },
});

export const listScopeTypes = defineOperation({
  name: "role.scopes",
  kind: "query",
  permission: SIGNED_IN,
  input: LookupQuery,
  async run(ctx, { locale }): Promise<ScopeTypeDto[]> {
    const nameOf = await namesIn(locale ?? ctx.locale, "scope");
    return SCOPE_TYPES.map((type) => ({ type, name: nameOf(type) }));
  },
});
