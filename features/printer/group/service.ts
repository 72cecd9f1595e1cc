import "server-only";
import type { PrintContent, PrintDocument } from "@/db/print-enums";
import { MOST_SUBJECTS } from "@/features/print/content.rules";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { dayOf, documentOf, subjectsOf } from "../content/service";
import { type DueGroup, findMembers, type GroupMembers } from "./data";

export type GroupDocument = { content: PrintContent; document: PrintDocument };

/** The documents that a group prints at an instant; more than fit into one are several. */
export async function groupDocuments(
  ctx: OperationContext,
  group: DueGroup,
  { at, origin }: { at: Date; origin: string | null },
  members?: GroupMembers,
): Promise<GroupDocument[]> {
  const { timeZone, contents, day } = group;
  const { carrierIds } = members ?? (await findMembers(ctx.db, group.id));
  const locale = toLocale(group.locale) ?? DEFAULT_LOCALE;
  const documents: GroupDocument[] = [];
  for (const content of contents) {
    const all = await subjectsOf(ctx, content, carrierIds, { at, timeZone });
    for (let first = 0; first < all.length; first += MOST_SUBJECTS) {
      const ids = all.slice(first, first + MOST_SUBJECTS);
      const values = { content, ids, locale, origin, at, day: dayOf(at, timeZone, day) };
      documents.push({ content, document: (await documentOf(ctx, values)).document });
    }
  }
  return documents;
}
