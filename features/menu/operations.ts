import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { findShown } from "./data";
import { type MenuNode, type MenuRow, menuFor, nameKeyOf } from "./rules";

/** The name of an entry: what Root has given it, else that of the language. */
async function namesIn(name: string): Promise<(row: Pick<MenuRow, "code" | "name">) => string> {
  const locale = toLocale(name) ?? DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "shell" });
  return (row) => {
    const key = nameKeyOf(row.code);
    return row.name ?? (key && t.has(key) ? t(key) : row.code);
  };
}

/** The menu of the signed-in account, in the language of the request. */
export const loadMenu = defineOperation({
  name: "menu.mine",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ db, actor, locale }): Promise<MenuNode[]> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const [rows, nameOf] = await Promise.all([findShown(db), namesIn(locale)]);
    return menuFor(rows, actor.principal, nameOf);
  },
});
