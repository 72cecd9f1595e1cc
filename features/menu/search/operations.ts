import "server-only";
import { z } from "zod";
import type { Permission } from "@/lib/auth/permissions";
import { visibilityOf } from "@/lib/auth/visibility";
import { spellingsOf } from "@/lib/i18n/spelling";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { mayOpen, SCREENS, type ScreenPath, screenOf } from "@/lib/page/screens";
import { type NameGroup, seededNames } from "@/lib/resource/seeded-names";
import { loadMenu } from "../menu.operations";
import { actionsFor } from "./actions.rules";
import { findHits } from "./data";
import { type ScreenHit, type SearchDto, SearchQuery } from "./schema";

const ENGLISH = "en-US";
const CHINESE = "zh-CN";
/** Pages that are in no menu and need no parameters in their URL. */
const BESIDE_MENU: readonly ScreenPath[] = [
  "/home",
  "/historyData",
  "/homepageset",
  "/personal/material",
  "/setupWizard",
];

type Named = Pick<ScreenHit, "path" | "title" | "section" | "english">;

/** A group of messages in the language of the request and in English. */
async function inBoth({ locale }: OperationContext, group: NameGroup) {
  const [own, english] = await Promise.all([locale, ENGLISH].map((one) => seededNames(one, group)));
  return { own: own ?? {}, english: english ?? {} };
}

async function besideMenu(ctx: OperationContext, permissions: ReadonlySet<Permission> | null): Promise<Named[]> {
  const { own, english } = await inBoth(ctx, ["shell", "menu"]);
  return BESIDE_MENU.map(screenOf)
    .filter((screen) => mayOpen(screen, permissions))
    .map(({ path, title }) => ({
      path,
      title: own[title] ?? title,
      section: "",
      english: english[title] ?? title,
    }));
}

async function actions(ctx: OperationContext, permissions: ReadonlySet<Permission> | null): Promise<Named[]> {
  const [names, titles] = await Promise.all([inBoth(ctx, ["palette", "action"]), inBoth(ctx, ["shell", "menu"])]);
  return actionsFor(permissions).map(({ key, screen, query }) => {
    const { title } = screenOf(screen);
    return {
      path: `${screen}?${query}`,
      title: names.own[key] ?? key,
      section: titles.own[title] ?? title,
      english: names.english[key] ?? key,
    };
  });
}

/** Adds what a page is also called, in both languages, and the Pinyin of its title and of what it is also called. */
async function withTerms(ctx: OperationContext, entries: readonly Named[], isAction: boolean): Promise<ScreenHit[]> {
  const { own, english } = await inBoth(ctx, ["palette", "synonym"]);
  const titleOf = new Map<string, string>(SCREENS.map(({ path, title }) => [path, title]));
  return entries.map((entry) => {
    const title = titleOf.get(entry.path.split("?", 1)[0] ?? "") ?? "";
    const creating = isAction ? [own.create, english.create] : [];
    // The characters of other languages have no Pinyin, which pinyin-pro would give them.
    const others = ctx.locale === CHINESE ? [own[title], isAction && own.create] : [];
    const spelt = others.flatMap((words) => (words ? words.split(" ").flatMap(spellingsOf) : []));
    const terms = [own[title], english[title], ...creating, ...spellingsOf(entry.title), ...spelt];
    return { ...entry, terms: terms.filter(Boolean).join(" "), isAction };
  });
}

/** The pages and actions that the user may open, named in the language of the request and in English. */
export const listScreens = defineOperation({
  name: "search.screens",
  kind: "query",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  async run(ctx): Promise<ScreenHit[]> {
    const permissions = ctx.actor.type === "user" ? ctx.actor.principal.permissions : null;
    const [menu, english, others, begun] = await Promise.all([
      loadMenu.call(ctx, {}),
      loadMenu.call({ ...ctx, locale: ENGLISH }, {}),
      besideMenu(ctx, permissions),
      actions(ctx, permissions),
    ]);
    const englishNames = new Map(english.flatMap(({ children }) => children.map(({ code, name }) => [code, name])));
    const entries = menu.flatMap((group) =>
      group.children.flatMap(({ code, name, path, url }) => {
        const target = path ?? url;
        return target === null
          ? []
          : [{ path: target, title: name, section: group.name, english: englishNames.get(code) ?? name }];
      }),
    );
    return [...(await withTerms(ctx, [...others, ...entries], false)), ...(await withTerms(ctx, begun, true))];
  },
});

/** Visible carriers and devices by words of their name, its Pinyin or initials, by serial number or MAC address. */
export const search = defineOperation({
  name: "search.find",
  kind: "query",
  permission: SIGNED_IN,
  input: SearchQuery,
  async run(ctx, { q }): Promise<SearchDto> {
    const { carriers, devices } = await findHits(ctx.db, visibilityOf(ctx), q);
    if (ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1) return { carriers, devices };
    // The customer's name is omitted if only one is visible.
    const unnamed = <T>(hits: readonly T[]) => hits.map((hit) => ({ ...hit, customerName: null }));
    return { carriers: unnamed(carriers), devices: unnamed(devices) };
  },
});
