import "server-only";
import { createTranslator } from "use-intl/core";
import { AppError, notFound } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { findCustomers, findScenes } from "./data";
import { customerTrees, underAll } from "./rules";
import { type SceneTreeNode, SceneTreeQuery } from "./schema";

async function allLabel(name: string): Promise<string> {
  const locale = toLocale(name) ?? DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "shell" });
  return t("allNode");
}

/** The organisation tree as far as the account sees it; every screen that names a place reads it. */
export const getSceneTree = defineOperation({
  name: "scene.tree",
  kind: "query",
  permission: SIGNED_IN,
  input: SceneTreeQuery,
  async run({ db, scope, actor, locale }, { all, customerId }): Promise<SceneTreeNode[]> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const { scopeType, customer } = actor.principal;
    const isAll = all === true && customerId === undefined && (scopeType === 2 || scopeType === 3);
    const only = isAll ? undefined : (customerId ?? customer.id);
    const [customers, scenes] = await Promise.all([findCustomers(db, scope, only), findScenes(db, scope, only)]);
    if (customerId !== undefined && customers.length === 0) throw notFound("customer", customerId);
    const trees = customerTrees(customers, scenes);
    return isAll ? [underAll(trees, await allLabel(locale))] : trees;
  },
});
