import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { filePiece, storedFile } from "@/db/schema";
import type { FileStore } from "./file-store";

const PIECE_BYTES = 1024 * 1024;

async function insertPiece(db: Db, fileId: string, number: number, content: Uint8Array): Promise<void> {
  // A view of the caller's bytes, not a copy.
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  await db.insert(filePiece).values({ fileId, number, content: bytes });
}

/** Files in pieces in the database: one backup has everything, and all processes see the same. */
export const DATABASE_STORE: FileStore = {
  name: "database",
  pieceBytes: PIECE_BYTES,
  async open(db, id) {
    return {
      write: (number, piece) => insertPiece(db, id, number, piece),
      finish: async () => {},
      abort: async () => {
        await db.delete(storedFile).where(eq(storedFile.id, id));
      },
    };
  },
  async put(db, id, content) {
    for (let number = 0; number * PIECE_BYTES < content.length; number += 1)
      await insertPiece(db, id, number, content.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES));
  },
  async *read(db, id) {
    for (let number = 0; ; number += 1) {
      // The driver's own client prepares the statement.
      const [row] = await db.$client<{ content: Buffer }[]>`
        select content from file_piece where file_id = ${id} and number = ${number}`;
      if (!row) return;
      yield row.content;
      if (row.content.length < PIECE_BYTES) return;
    }
  },
};
