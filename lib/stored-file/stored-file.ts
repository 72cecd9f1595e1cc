import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { StoredFileKind } from "@/db/file-enums";
import { storedFile } from "@/db/schema";
import { AppError, notFound } from "@/lib/errors";
import { RawReply, streamOf } from "@/lib/http/reply";
import { log } from "@/lib/log/log";
import { currentStore, storeOf } from "@/lib/storage/choose-store";

export type StoredFile = { id: string; contentType: string; size: number; content: Buffer };

/** A file whose content is read piece by piece. */
export type FileStream = { id: string; contentType: string; size: number; pieces: AsyncGenerator<Uint8Array> };

/** Stores a file of a customer's record and returns its id; access is controlled by the record that refers to it. */
export async function storeFile(
  tx: Db,
  { content, ...file }: { customerId: number; kind: StoredFileKind; contentType: string; content: Uint8Array },
): Promise<string> {
  const store = currentStore();
  const sha256 = createHash("sha256").update(content).digest("hex");
  const id = randomUUID();
  await tx.insert(storedFile).values({ id, ...file, size: content.length, sha256, store: store.name });
  await store.put(tx, id, content);
  return id;
}

/**
 * Opens a file by its id, taken from a record in the caller's scope; one piece at a time is in memory. Throws
 * NOT_FOUND. Reading throws FILE_CORRUPTED at the end if the content is not what was stored.
 */
export async function openFile(db: Db, id: string | null): Promise<FileStream> {
  if (id === null) throw notFound("file", "");
  const [row] = await db
    .select({
      id: storedFile.id,
      contentType: storedFile.contentType,
      size: storedFile.size,
      sha256: storedFile.sha256,
      store: storedFile.store,
    })
    .from(storedFile)
    .where(and(eq(storedFile.id, id), eq(storedFile.isComplete, true)));
  if (!row) throw notFound("file", id);
  const { sha256, store, ...file } = row;
  return { ...file, pieces: checked(id, storeOf(store).read(db, id), sha256) };
}

async function* checked(id: string, pieces: AsyncGenerator<Uint8Array>, sha256: string | null) {
  const hash = createHash("sha256");
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    log.error({ err: error, fileId: id }, "a stored file cannot be read");
    throw new AppError("FILE_CORRUPTED", "the file cannot be read", {}, { cause: error });
  }
  if (sha256 !== null && hash.digest("hex") !== sha256)
    throw new AppError("FILE_CORRUPTED", "the content differs from what was stored");
}

/** Reads a whole file by its id, taken from a record in the caller's scope. Throws NOT_FOUND and FILE_CORRUPTED. */
export async function readFile(db: Db, id: string | null): Promise<StoredFile> {
  const { pieces, ...file } = await openFile(db, id);
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return { ...file, content: Buffer.concat(parts) };
}

/** Deletes files that no record refers to any more. */
export async function deleteFiles(tx: Db, ids: readonly (string | null)[]): Promise<void> {
  const known = ids.filter((id) => id !== null);
  if (known.length > 0) await tx.delete(storedFile).where(inArray(storedFile.id, known));
}

/** A header value for a file name in any script (RFC 6266, RFC 5987). */
const disposition = (kind: "inline" | "attachment", name: string) =>
  `${kind}; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** Headers with which a picture is shown, anything else downloaded, and nothing run by a browser. */
const fileHeaders = (contentType: string, name: string) => ({
  "content-type": contentType,
  "content-disposition": disposition(contentType.startsWith("image/") ? "inline" : "attachment", name),
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cache-control": "private, max-age=0, must-revalidate",
});

/** The response with a file. */
export const fileReply = ({ contentType, content }: Pick<StoredFile, "contentType" | "content">, name: string) =>
  new RawReply(new Uint8Array(content), fileHeaders(contentType, name));

/** The response with a file that is read as the client takes it. */
export const streamReply = ({ contentType, size, pieces }: FileStream, name: string) =>
  new RawReply(streamOf(pieces), { ...fileHeaders(contentType, name), "content-length": String(size) });
