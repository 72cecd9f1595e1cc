import "server-only";
import { z } from "zod";
import { visibilityOf } from "@/lib/auth/visibility";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { mayOpen, type ScreenPath, screenOf } from "@/lib/page/screens";
import { seededNames } from "@/lib/resource/seeded-names";
import { loadMenu } from "../menu.operations";
import { findHits } from "./data";
import { type ScreenHit, type SearchDto, SearchQuery } from "./schema";

const ENGLISH = "en-US";
/** Pages that are in no menu and need no parameters in their URL. */
const BESIDE_MENU: readonly ScreenPath[] = ["/home", "/homepageset", "/personal/material", "/setupWizard"];

async function besideMenu(ctx: OperationContext): Promise<ScreenHit[]> {
  const [own, english] = await Promise.all(
    [ctx.locale, ENGLISH].map((locale) => seededNames(locale, ["shell", "menu"])),
  );
  const permissions = ctx.actor.type === "user" ? ctx.actor.principal.permissions : null;
  return BESIDE_MENU.map(screenOf)
    .filter((screen) => mayOpen(screen, permissions))
    .map(({ path, title }) => ({
      path,
      title: own?.[title] ?? title,
      section: "",
      english: english?.[title] ?? title,
    }));
}

/** The pages that the user may open, named in the language of the request and in English. */
export const listScreens = defineOperation({
  name: "search.screens",
  kind: "query",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  async run(ctx): Promise<ScreenHit[]> {
    const [menu, english, others] = await Promise.all([
      loadMenu.call(ctx, {}),
      loadMenu.call({ ...ctx, locale: ENGLISH }, {}),
      besideMenu(ctx),
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
    return [...others, ...entries];
  },
});

/** Visible carriers and devices by name, serial number or MAC address. */
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
