import "server-only";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { binaryPiece } from "@/db/binary-copy";
import type { Db } from "@/db/client";
import { storedFile } from "@/db/schema";
import type { FileStore } from "./file-store";

const PIECE_BYTES = 1024 * 1024;

/** Stores one piece by COPY: as a parameter of an insert it would be text of twice the length. */
async function insertPiece(db: Db, fileId: string, number: number, content: Uint8Array): Promise<void> {
  const copy = await db.$client`copy file_piece (file_id, number, content) from stdin (format binary)`.writable();
  await pipeline([binaryPiece(fileId, number, content)], copy);
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
