import "server-only";
import { and, eq, isNull, like } from "drizzle-orm";
import type { Db } from "@/db/client";
import { parameter } from "@/db/schema";
import { FOOTER_PREFIX } from "./footer.rules";

/** The installation's footer parameters by code; readable without permission. */
export async function findFooterContents(db: Db): Promise<Record<string, string>> {
  const isFooter = like(parameter.code, `${FOOTER_PREFIX.replaceAll("_", String.raw`\_`)}%`);
  const rows = await db
    .select({ code: parameter.code, content: parameter.content })
    .from(parameter)
    .where(and(isNull(parameter.customerId), eq(parameter.isShipped, false), isFooter))
    .prepare("footer_contents")
    .execute();
  return Object.fromEntries(rows.map(({ code, content }) => [code, content]));
}
