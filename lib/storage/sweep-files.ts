import "server-only";
import { and, eq, lt, notExists, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { fileObject, storedFile } from "@/db/schema";
import { objectStore } from "./choose-store";
import { removeObject } from "./s3-store";

/** Objects removed from the store per call. */
const OBJECTS = 500;

/**
 * Deletes files that nobody has finished and nothing was written to since `before`, and objects recorded before then
 * whose file was deleted or never committed. Returns both numbers.
 */
export async function sweepFiles(db: Db, before: Date): Promise<{ files: number; objects: number }> {
  const files = await db
    .delete(storedFile)
    .where(and(eq(storedFile.isComplete, false), lt(storedFile.writtenAt, before)))
    .returning({ id: storedFile.id });
  const at = objectStore();
  const orphans = at
    ? await db
        .select({ id: fileObject.id, uploadId: fileObject.uploadId })
        .from(fileObject)
        .where(
          and(
            lt(fileObject.createdAt, before),
            notExists(db.select({ one: sql`1` }).from(storedFile).where(eq(storedFile.id, fileObject.id))),
          ),
        )
        .limit(OBJECTS)
    : [];
  if (at) for (const { id, uploadId } of orphans) await removeObject(at, db, id, uploadId);
  return { files: files.length, objects: orphans.length };
}
