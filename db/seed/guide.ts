import { and, eq, notExists, notInArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { guideGroup, guideItem } from "@/db/schema";
import { LOCALES } from "@/lib/i18n/routing";
import { SHIPPED, type TopicCode } from "./guide/chapters";
import { GUIDE_TEXTS } from "./guide/shipped";

type ChapterCode = keyof typeof SHIPPED;

const byLanguage = <T>(of: (locale: (typeof LOCALES)[number]) => T): Record<string, T> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, of(locale)]));

const CHAPTERS = (Object.keys(SHIPPED) as ChapterCode[]).map((code, position) => ({
  code,
  position,
  names: byLanguage((locale) => GUIDE_TEXTS[locale].chapters[code]),
}));

const TOPICS = (Object.entries(SHIPPED) as [ChapterCode, Record<string, readonly string[]>][]).flatMap(
  ([chapter, topics]) =>
    (Object.entries(topics) as [TopicCode, readonly string[]][]).map(([code, routes], position) => ({
      chapter,
      code,
      position,
      routes: [...routes],
      texts: byLanguage((locale) => {
        const [name, content] = GUIDE_TEXTS[locale].topics[code];
        return { name, content: content.trim() };
      }),
    })),
);

/**
 * Seeds the online help of this release. Unedited texts follow the release; edited texts, their order and disabled
 * topics are preserved. Safe to repeat at each start.
 */
export async function seedGuide(tx: Db): Promise<void> {
  await tx
    .insert(guideGroup)
    .values(CHAPTERS.map((chapter) => ({ ...chapter, isShipped: true })))
    .onConflictDoNothing();
  // If a custom chapter has the code of a shipped one, the topics are added to it.
  const groups = await tx.select({ id: guideGroup.id, code: guideGroup.code }).from(guideGroup);
  const idOf = new Map<string, number>(groups.map(({ id, code }) => [code.toLowerCase(), id]));
  const rows = TOPICS.map(({ chapter, ...topic }) => ({ ...topic, groupId: idOf.get(chapter) as number }));
  await tx
    .insert(guideItem)
    .values(rows.map((row) => ({ ...row, isShipped: true })))
    .onConflictDoNothing();
  await followRelease(tx, rows);
}

/** Updates unedited rows to the release; rows no longer shipped are deleted, or become custom ones if edited. */
async function followRelease(tx: Db, rows: readonly (typeof guideItem.$inferInsert)[]): Promise<void> {
  for (const { code, names } of CHAPTERS)
    await tx
      .update(guideGroup)
      .set({ names })
      .where(and(eq(guideGroup.code, code), untouched(guideGroup)));
  for (const { code, texts, routes, groupId } of rows)
    await tx
      .update(guideItem)
      .set({ texts, routes, groupId })
      .where(and(eq(guideItem.code, code), untouched(guideItem)));
  const isGone = notInArray(
    guideItem.code,
    rows.map(({ code }) => code),
  );
  await tx.delete(guideItem).where(and(isGone, untouched(guideItem)));
  await tx
    .update(guideItem)
    .set({ isShipped: false })
    .where(and(isGone, eq(guideItem.isShipped, true)));
  const isGoneChapter = notInArray(
    guideGroup.code,
    CHAPTERS.map(({ code }) => code),
  );
  const isEmpty = notExists(tx.select().from(guideItem).where(eq(guideItem.groupId, guideGroup.id)));
  await tx.delete(guideGroup).where(and(isGoneChapter, untouched(guideGroup), isEmpty));
  await tx
    .update(guideGroup)
    .set({ isShipped: false })
    .where(and(isGoneChapter, eq(guideGroup.isShipped, true)));
}

const untouched = (table: typeof guideGroup | typeof guideItem) =>
  and(eq(table.isShipped, true), eq(table.isEdited, false));
