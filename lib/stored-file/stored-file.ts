import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { StoredFileKind } from "@/db/enums";
import { storedFile } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { RawReply } from "@/lib/http/reply";

export type StoredFile = { id: string; contentType: string; size: number; content: Buffer };

/** Stores a file of a customer's record and returns its id; access is controlled by the record that refers to it. */
export async function storeFile(
  tx: Db,
  file: { customerId: number; kind: StoredFileKind; contentType: string; content: Uint8Array },
): Promise<string> {
  const [row] = await tx
    .insert(storedFile)
    .values({ ...file, size: file.content.length, content: Buffer.from(file.content) })
    .returning({ id: storedFile.id });
  return (row as { id: string }).id;
}

/** Reads a file by its id, taken from a record in the caller's scope. Throws NOT_FOUND. */
export async function readFile(db: Db, id: string | null): Promise<StoredFile> {
  if (id === null) throw notFound("file", "");
  const [row] = await db
    .select({
      id: storedFile.id,
      contentType: storedFile.contentType,
      size: storedFile.size,
      content: storedFile.content,
    })
    .from(storedFile)
    .where(eq(storedFile.id, id));
  if (!row) throw notFound("file", id);
  return row;
}

/** Deletes files that no record refers to any more. */
export async function deleteFiles(tx: Db, ids: readonly (string | null)[]): Promise<void> {
  const known = ids.filter((id) => id !== null);
  if (known.length > 0) await tx.delete(storedFile).where(inArray(storedFile.id, known));
}

/** A header value for a file name in any script (RFC 6266, RFC 5987). */
const disposition = (kind: "inline" | "attachment", name: string) =>
  `${kind}; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** The response with a file: a picture is shown, anything else downloaded, and nothing run by a browser. */
export const fileReply = ({ contentType, content }: Pick<StoredFile, "contentType" | "content">, name: string) =>
  new RawReply(new Uint8Array(content), {
    "content-type": contentType,
    "content-disposition": disposition(contentType.startsWith("image/") ? "inline" : "attachment", name),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, max-age=0, must-revalidate",
  });
