import "server-only";
import type { Permission } from "@/lib/auth/permissions";
import { AppError } from "@/lib/errors";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant } from "@/lib/resource/list-query";
import { findGroups, findShown } from "./guide.data";
import { concerns, fittingTopic, inLanguage } from "./guide.rules";
import {
  type GuideChapterDto,
  type GuideGroup,
  type GuideItem,
  type GuideReadDto,
  GuideReadQuery,
} from "./guide.schema";
import { plainText } from "./markdown.rules";
import { find, termsOf } from "./search.rules";

/** Returns the online help for a reader: in the language of the request, limited to screens that they may open. */
export const readGuide = defineOperation({
  name: "guide.read",
  kind: "query",
  permission: SIGNED_IN,
  input: GuideReadQuery,
  async run({ db, actor, locale: name }, { q, item, path }): Promise<GuideReadDto> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const locale = toLocale(name) ?? DEFAULT_LOCALE;
    const [groups, shown] = await Promise.all([findGroups(db), findShown(db)]);
    const items = shown.filter(({ routes }) => concerns(routes, actor.principal.permissions));
    const wanted = item !== undefined ? items.find(({ code }) => code === item) : path && fittingTopic(items, path);
    return {
      chapters: q ? found(groups, items, locale, q) : chaptersOf(groups, items, locale),
      topic: wanted ? topicOf(groups, wanted, locale, actor.principal.permissions) : null,
    };
  },
});

function topicOf(
  groups: readonly GuideGroup[],
  item: GuideItem,
  locale: Locale,
  permissions: ReadonlySet<Permission>,
): GuideReadDto["topic"] {
  const { language, value } = inLanguage(item.texts, locale);
  const group = groups.find(({ id }) => id === item.groupId) as GuideGroup;
  const { id, code } = item;
  const routes = item.routes.filter((route) => concerns([route], permissions));
  return { id, code, ...value, language, routes, chapter: inLanguage(group.names, locale).value };
}

type Entry = GuideChapterDto["items"][number];

function chaptersOf(
  groups: readonly GuideGroup[],
  items: readonly GuideItem[],
  locale: Locale,
  entryOf: (item: GuideItem) => Entry = ({ id, code, texts }) => {
    const { language, value } = inLanguage(texts, locale);
    return { id, code, name: value.name, language };
  },
): GuideChapterDto[] {
  return groups.flatMap(({ id, code, names }) => {
    const own = items.filter(({ groupId }) => groupId === id);
    const { language, value } = inLanguage(names, locale);
    return own.length === 0 ? [] : [{ code, name: value, language, items: own.map(entryOf) }];
  });
}

/** Topics that match a search in the reader's text; matches in the name come first. */
function found(groups: readonly GuideGroup[], items: readonly GuideItem[], locale: Locale, q: string) {
  const terms = termsOf(q);
  const hits = items.flatMap((item) => {
    const { language, value } = inLanguage(item.texts, locale);
    const hit = find({ name: value.name, content: plainText(value.content) }, terms);
    const { id, code } = item;
    const excerpt = hit?.excerpt && { excerpt: hit.excerpt };
    return hit ? [{ item, rank: hit.rank, entry: { id, code, name: value.name, language, ...excerpt } }] : [];
  });
  const ranked = hits.toSorted((a, b) => b.rank - a.rank);
  const best = (groupId: number) =>
    Math.max(-1, ...ranked.filter(({ item }) => item.groupId === groupId).map(({ rank }) => rank));
  return chaptersOf(
    groups.toSorted((a, b) => best(b.id) - best(a.id)),
    ranked.map(({ item }) => item),
    locale,
    (item) => (ranked.find((hit) => hit.item === item) as (typeof ranked)[number]).entry,
  );
}

/**
 * Data of the help window. Without a topic in the address the first one is loaded, for screens with room beside the
 * list.
 */
export async function loadGuideWindow(ctx: PageContext) {
  const { q, item, path } = tolerant(GuideReadQuery, { ...ctx.search, path: ctx.search.at });
  const { chapters, topic } = await readGuide.call(ctx, { q, item, path });
  const isAsked = item !== undefined;
  const first = chapters[0]?.items[0];
  const shown = topic ?? (!isAsked && first ? (await readGuide.call(ctx, { item: first.code })).topic : null);
  return { chapters, topic: shown, isChosen: topic !== null || isAsked, q: q ?? "", at: path ?? null };
}
