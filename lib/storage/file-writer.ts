import "server-only";
import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { StoredFileKind } from "@/db/file-enums";
import { storedFile } from "@/db/schema";
import { currentStore } from "./choose-store";

/** Interval at which a file that is being written says so, which keeps `sweepFiles` from deleting it. */
const TOUCH_MS = 60_000;

export type FinishedFile = { id: string; size: number; sha256: string };

/** Takes a file's content in chunks of any length; at most two pieces are in memory: one fills, one is being stored. */
export type FileWriter = {
  readonly id: string;
  write: (chunk: Uint8Array) => Promise<void>;
  /** Makes the file visible, in the transaction `tx`. */
  finish: (tx: Db) => Promise<FinishedFile>;
  /** Deletes the unfinished file. */
  abort: () => Promise<void>;
};

/** Starts a file that is written bit by bit, outside any transaction. Unfinished, it is visible to nobody. */
export async function startFile(
  db: Db,
  file: { customerId: number; kind: StoredFileKind; contentType: string },
): Promise<FileWriter> {
  const store = currentStore();
  const values = { ...file, store: store.name, size: 0, isComplete: false };
  const [row] = await db.insert(storedFile).values(values).returning({ id: storedFile.id });
  const { id } = row as { id: string };
  const drop = () => db.delete(storedFile).where(and(eq(storedFile.id, id), eq(storedFile.isComplete, false)));
  const pieces = await store.open(db, id).catch(async (error: unknown) => {
    await drop().catch(() => {});
    throw error;
  });
  const hash = createHash("sha256");
  let [buffer, spare] = [Buffer.allocUnsafe(store.pieceBytes), Buffer.allocUnsafe(store.pieceBytes)];
  let [filled, number, size, touched] = [0, 0, 0, Date.now()];
  /** The piece before; the next one is made while the store takes it. */
  let storing = Promise.resolve();

  async function writePiece(): Promise<void> {
    await storing;
    storing = pieces.write(number, buffer.subarray(0, filled));
    // A failure is thrown where it is awaited: at the next piece or the end.
    storing.catch(() => {});
    [buffer, spare] = [spare, buffer];
    [number, filled] = [number + 1, 0];
    if (Date.now() - touched < TOUCH_MS) return;
    touched = Date.now();
    await db.update(storedFile).set({ writtenAt: new Date() }).where(eq(storedFile.id, id));
  }
  return {
    id,
    async write(chunk) {
      hash.update(chunk);
      size += chunk.length;
      for (let offset = 0; offset < chunk.length; ) {
        const end = Math.min(chunk.length, offset + buffer.length - filled);
        buffer.set(chunk.subarray(offset, end), filled);
        filled += end - offset;
        offset = end;
        if (filled === buffer.length) await writePiece();
      }
    },
    async finish(tx) {
      // An upload in parts has at least one.
      if (filled > 0 || number === 0) await writePiece();
      await storing;
      await pieces.finish();
      const done = { size, sha256: hash.digest("hex") };
      const rows = await tx
        .update(storedFile)
        .set({ ...done, isComplete: true, writtenAt: new Date() })
        .where(eq(storedFile.id, id))
        .returning({ id: storedFile.id });
      if (rows.length === 0) throw new Error("the file was deleted while it was written");
      return { id, ...done };
    },
    async abort() {
      await storing.catch(() => {});
      await pieces.abort();
      await drop();
    },
  };
}
