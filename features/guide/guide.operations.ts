import "server-only";
import { assertVersion } from "@/lib/audit/assert-version";
import { writeAudits } from "@/lib/audit/write-audit";
import { AppError, conflict, fieldError, notFound } from "@/lib/errors";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import type { Db } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { PLATFORM_CUSTOMER_ID, shippedError } from "@/lib/resource/catalogue-store";
import { recordRights } from "@/lib/resource/list-page";
import { assertRemovable, groupIn } from "./group.operations";
import {
  countByGroup,
  countItems,
  deleteItem,
  findGroups,
  findItems,
  getItem,
  insertItem,
  lockGroup,
  lockGroups,
  lockItems,
  placeItems,
  updateItem,
} from "./guide.data";
import { differ, inLanguage, MAXIMUM_ITEMS, reordered, withText } from "./guide.rules";
import {
  type GuideDto,
  GuideInput,
  type GuideItem,
  type GuideRowDto,
  GuideSort,
  GuideStatusInput,
  GuideUpdate,
} from "./guide.schema";

const customerId = PLATFORM_CUSTOMER_ID;
const localeOf = (name: string): Locale => toLocale(name) ?? DEFAULT_LOCALE;

/** A topic with its name in this language. */
function dtoIn(locale: string, item: GuideItem): GuideDto {
  const { language, value } = inLanguage(item.texts, localeOf(locale));
  return { ...item, name: value.name, language };
}

function rowIn(locale: string, item: GuideItem): GuideRowDto {
  const { texts, ...row } = dtoIn(locale, item);
  return { ...row, languages: Object.keys(texts).filter((name): name is Locale => toLocale(name) === name) };
}

async function lockItem(tx: Db, id: number): Promise<GuideItem> {
  const [row] = await lockItems(tx, [id]);
  if (!row) throw notFound("guide", id);
  return row;
}

/** Lists the topics of a chapter, disabled ones included. */
export const listGuide = defineOperation({
  name: "guide.list",
  kind: "query",
  permission: "viewGuide",
  input: ById,
  async run({ db, locale }, { id }): Promise<{ items: GuideRowDto[]; total: number }> {
    const [groups, rows] = await Promise.all([findGroups(db), findItems(db, id)]);
    if (!groups.some((group) => group.id === id)) throw notFound("guideGroup", id);
    return { items: rows.map((row) => rowIn(locale, row)), total: rows.length };
  },
});

/** Returns a topic with its texts in all languages. */
export const getGuide = defineOperation({
  name: "guide.get",
  kind: "query",
  permission: "viewGuide",
  input: ById,
  run: async ({ db, locale }, { id }): Promise<GuideDto> => dtoIn(locale, await getItem(db, id)),
});

export const createGuide = defineOperation({
  name: "guide.create",
  kind: "mutation",
  permission: "newGuide",
  input: GuideInput,
  async run({ tx, locale, audit, now }, { name, content, texts, ...values }): Promise<GuideDto> {
    const siblings = await siblingsIn(tx, values.groupId);
    if ((await countItems(tx)) >= MAXIMUM_ITEMS) throw conflict("", "tooMany", "too many topics", MAXIMUM_ITEMS);
    const made = await insertItem(tx, {
      ...values,
      texts: withText(texts, localeOf(locale), { name, content }),
      position: endOf(siblings),
      updatedAt: now,
    });
    audit({ customerId, new: made });
    return dtoIn(locale, made);
  },
  audit: { entity: "guide", id: ({ id }) => id },
});

export const updateGuide = defineOperation({
  name: "guide.update",
  kind: "mutation",
  permission: "editGuide",
  input: GuideUpdate,
  async run(ctx, { id, version, name, content, texts, ...change }): Promise<GuideDto> {
    const { tx, locale, audit, now } = ctx;
    const old = await lockItem(tx, id);
    await assertVersion(ctx, { entity: "guide", id, version }, async () => dtoIn(locale, old));
    if (old.isShipped && change.code !== undefined && change.code !== old.code) throw shippedError("code");
    const isMoved = change.groupId !== undefined && change.groupId !== old.groupId;
    const place = isMoved ? { position: endOf(await siblingsIn(tx, change.groupId as number)) } : {};
    const written = withText(texts ?? old.texts, localeOf(locale), { name, content });
    // The status is not part of the text, so a release may still update the topic.
    const isRerouted = change.routes !== undefined && change.routes.join() !== old.routes.join();
    const isEdited = old.isEdited || isMoved || isRerouted || differ(written, old.texts);
    const made = await updateItem(tx, id, { ...change, ...place, texts: written, isEdited }, now);
    audit({ customerId, old, new: made });
    return dtoIn(locale, made);
  },
  audit: { entity: "guide", id: ({ id }) => id },
});

export const removeGuide = defineOperation({
  name: "guide.remove",
  kind: "mutation",
  permission: "removeGuide",
  input: ById,
  async run({ tx, locale, audit }, { id }): Promise<GuideDto> {
    const old = await lockItem(tx, id);
    assertRemovable(old);
    await deleteItem(tx, id);
    audit({ customerId, old });
    return dtoIn(locale, old);
  },
  audit: { entity: "guide", id: ({ id }) => id },
});

/** Enables or disables topics, all or none. */
export const setGuideStatus = defineOperation({
  name: "guide.changeStatusBatch",
  kind: "mutation",
  permission: "editGuide",
  input: GuideStatusInput,
  async run(ctx, { ids, status }): Promise<{ ids: number[] }> {
    const rows = await lockItems(ctx.tx, ids);
    const known = new Set(rows.map(({ id }) => id));
    const missing = ids.findIndex((id) => !known.has(id));
    if (missing >= 0) throw fieldError("NOT_FOUND", "no such topic", `ids.${missing}`);
    const entries = [];
    for (const old of rows) {
      const made = await updateItem(ctx.tx, old.id, { status }, ctx.now);
      entries.push({
        ...{ operation: "guide.changeStatus", entity: "guide", entityId: String(old.id) },
        ...{ old, new: made },
      });
    }
    await writeAudits(ctx.tx, ctx, customerId, entries);
    ctx.audit({ customerId });
    return { ids };
  },
  audit: { entity: "guideBatch", id: ({ ids }) => ids.join(",") },
});

/** Orders the topics of a chapter. Topics that are not named follow in their present order. */
export const sortGuide = defineOperation({
  name: "guide.sort",
  kind: "mutation",
  permission: "editGuide",
  input: GuideSort,
  async run({ tx, audit }, { groupId, ids }): Promise<{ groupId: number; ids: number[] }> {
    await lockGroup(tx, groupId);
    const before = (await findItems(tx, groupId)).map(({ id }) => id);
    const strange = ids.findIndex((id) => !before.includes(id));
    if (strange >= 0) throw fieldError("NOT_FOUND", "no such topic in this chapter", `ids.${strange}`);
    const after = reordered(before, ids);
    await placeItems(tx, after);
    audit({ customerId, old: { ids: before }, new: { ids: after } });
    return { groupId, ids: after };
  },
  audit: { entity: "guideGroup", id: ({ groupId }) => groupId },
});

/** Data of the administration: all chapters, and the topics of the one in the address, or of the first. */
export async function loadGuideScreen(ctx: PageContext) {
  const [groups, counts] = await Promise.all([findGroups(ctx.db), countByGroup(ctx.db)]);
  const wanted = groups.find(({ id }) => String(id) === ctx.search.group) ?? groups[0];
  const items = wanted ? await findItems(ctx.db, wanted.id) : [];
  return {
    groups: groups.map((group) => ({ ...groupIn(ctx.locale, group), count: counts.get(group.id) ?? 0 })),
    groupId: wanted?.id ?? null,
    items: items.map((item) => rowIn(ctx.locale, item)),
    rights: recordRights(ctx, "Guide"),
  };
}

/** Locks the topics after which a new one is placed, so that no others are added meanwhile. */
async function siblingsIn(tx: Db, groupId: number): Promise<GuideItem[]> {
  const groups = await lockGroups(tx);
  if (groups.some(({ id }) => id === groupId)) return findItems(tx, groupId);
  const issue = { path: "groupId", rule: "reference", message: "there is no such chapter" };
  throw new AppError("INVALID", "groupId: there is no such chapter", { issues: [issue] });
}

const endOf = (siblings: readonly GuideItem[]): number => Math.max(-1, ...siblings.map(({ position }) => position)) + 1;
