import "server-only";
import { z } from "zod";
import { assertVersion } from "@/lib/audit/assert-version";
import { conflict, notFound } from "@/lib/errors";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { enabledError, PLATFORM_CUSTOMER_ID, shippedError } from "@/lib/resource/catalogue-store";
import { deleteGroup, findGroups, insertGroup, lockGroup, lockGroups, placeGroups, updateGroup } from "./guide.data";
import { differ, inLanguage, MAXIMUM_GROUPS, reordered } from "./guide.rules";
import { type GuideGroup, type GuideGroupDto, GuideGroupInput, GuideGroupSort, GuideGroupUpdate } from "./guide.schema";

const customerId = PLATFORM_CUSTOMER_ID;

/** A chapter with its name in this language. */
export function groupIn(locale: string, group: GuideGroup): GuideGroupDto {
  const { language, value } = inLanguage(group.names, toLocale(locale) ?? DEFAULT_LOCALE);
  return { ...group, name: value, language };
}

/** Lists all chapters, disabled ones included. */
const list = defineOperation({
  name: "guideGroup.list",
  kind: "query",
  permission: "viewGuide",
  input: z.strictObject({}),
  async run({ db, locale }): Promise<{ items: GuideGroupDto[]; total: number }> {
    const rows = await findGroups(db);
    return { items: rows.map((row) => groupIn(locale, row)), total: rows.length };
  },
});

const create = defineOperation({
  name: "guideGroup.create",
  kind: "mutation",
  permission: "newGuide",
  input: GuideGroupInput,
  async run({ tx, locale, audit }, { name, names, ...values }): Promise<GuideGroupDto> {
    const rows = await lockGroups(tx);
    if (rows.length >= MAXIMUM_GROUPS) throw conflict("", "tooMany", "too many chapters", MAXIMUM_GROUPS);
    const position = Math.max(-1, ...rows.map((row) => row.position)) + 1;
    const made = await insertGroup(tx, { ...values, names: named(locale, names, name), position });
    audit({ customerId, new: made });
    return groupIn(locale, made);
  },
  audit: { entity: "guideGroup", id: ({ id }) => id },
});

const update = defineOperation({
  name: "guideGroup.update",
  kind: "mutation",
  permission: "editGuide",
  input: GuideGroupUpdate,
  async run(ctx, { id, version, name, names, ...change }): Promise<GuideGroupDto> {
    const { tx, locale, audit } = ctx;
    const old = await lockGroup(tx, id);
    await assertVersion(ctx, { entity: "guideGroup", id, version }, async () => groupIn(locale, old));
    if (old.isShipped && change.code !== undefined && change.code !== old.code) throw shippedError("code");
    const written = named(locale, names ?? old.names, name);
    const isEdited = old.isEdited || differ(written, old.names);
    const made = await updateGroup(tx, id, { ...change, names: written, isEdited });
    audit({ customerId, old, new: made });
    return groupIn(locale, made);
  },
  audit: { entity: "guideGroup", id: ({ id }) => id },
});

/** Deletes a chapter without topics; shipped ones can only be disabled. */
const remove = defineOperation({
  name: "guideGroup.remove",
  kind: "mutation",
  permission: "removeGuide",
  input: ById,
  async run({ tx, locale, audit }, { id }): Promise<GuideGroupDto> {
    const old = await lockGroup(tx, id);
    assertRemovable(old);
    await deleteGroup(tx, id);
    audit({ customerId, old });
    return groupIn(locale, old);
  },
  audit: { entity: "guideGroup", id: ({ id }) => id },
});

/** Orders the chapters. Chapters that are not named follow in their present order. */
const sort = defineOperation({
  name: "guideGroup.sort",
  kind: "mutation",
  permission: "editGuide",
  input: GuideGroupSort,
  async run({ tx, audit }, { ids }): Promise<{ ids: number[] }> {
    const before = (await lockGroups(tx)).map(({ id }) => id);
    const strange = ids.find((id) => !before.includes(id));
    if (strange !== undefined) throw notFound("guideGroup", strange);
    const after = reordered(before, ids);
    await placeGroups(tx, after);
    audit({ customerId, old: { ids: before }, new: { ids: after } });
    return { ids: after };
  },
  audit: { entity: "guideGroup", id: () => 0 },
});

/** Operations on chapters of the online help. */
export const guideGroups = { list, create, update, remove, sort };

/** Throws for shipped records, which can only be disabled, and for enabled ones, which must be disabled first. */
export function assertRemovable({ isShipped, status }: Pick<GuideGroup, "isShipped" | "status">): void {
  if (isShipped) throw conflict("id", "shippedGuide", "it ships with the product: switch it off instead");
  if (status === "enabled") throw enabledError();
}

const named = (locale: string, names: GuideGroup["names"], name: string | undefined): GuideGroup["names"] =>
  name === undefined ? names : { ...names, [toLocale(locale) ?? DEFAULT_LOCALE]: name };
