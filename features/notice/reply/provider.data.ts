import "server-only";
import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { replyProvider } from "@/db/schema";
import { notFound } from "@/lib/errors";
import type { ReplyProviderDto } from "./provider.schema";

// Providers belong to the installation: permissions apply, but no scope.

type Row = typeof replyProvider.$inferSelect;

export const dtoOf = ({
  secret: _,
  previousSecret: __,
  previousUntil,
  lastReplyAt,
  createdAt,
  version,
  ...row
}: Row): ReplyProviderDto => ({
  ...row,
  previousUntil: previousUntil?.toISOString() ?? null,
  lastReplyAt: lastReplyAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  version,
});

export const findProviders = (db: Db): Promise<Row[]> =>
  db.select().from(replyProvider).orderBy(asc(replyProvider.name));

export async function insertProvider(tx: Db, values: typeof replyProvider.$inferInsert): Promise<Row> {
  const [row] = await tx.insert(replyProvider).values(values).returning();
  return row as Row;
}

export async function lockProvider(tx: Db, id: number): Promise<Row> {
  const [row] = await tx.select().from(replyProvider).where(eq(replyProvider.id, id)).for("update");
  if (!row) throw notFound("reply provider", id);
  return row;
}

export async function saveProvider(tx: Db, id: number, values: Partial<Row>): Promise<Row> {
  const [row] = await tx.update(replyProvider).set(values).where(eq(replyProvider.id, id)).returning();
  return row as Row;
}

export async function removeProviderRow(tx: Db, id: number): Promise<void> {
  await tx.delete(replyProvider).where(eq(replyProvider.id, id));
}

/** The enabled provider with this id, or with one of these hashes as its present or previous secret. */
export async function findCaller(
  db: Db,
  by: { id: number } | { hashes: readonly string[] },
  now: Date,
): Promise<Row | undefined> {
  const { secret, previousSecret, previousUntil, authentication, isEnabled } = replyProvider;
  const hashes = "hashes" in by ? sql.param(`{${by.hashes.join(",")}}`) : null;
  const match =
    "id" in by
      ? eq(replyProvider.id, by.id)
      : and(
          eq(authentication, "secret"),
          or(
            sql`${secret} = any(${hashes}::text[])`,
            sql`${previousSecret} = any(${hashes}::text[]) and ${previousUntil} > ${now.toISOString()}::timestamptz`,
          ),
        );
  const [row] = await db
    .select()
    .from(replyProvider)
    .where(and(eq(isEnabled, true), match))
    .limit(1);
  return row;
}

export async function noteReply(tx: Db, id: number, now: Date): Promise<void> {
  await tx.update(replyProvider).set({ lastReplyAt: now }).where(eq(replyProvider.id, id));
}
