import "server-only";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { filePiece, storedFile } from "@/db/schema";
import type { FileStore } from "./file-store";

const PIECE_BYTES = 1024 * 1024;

/** A piece is kept compressed if that takes a tenth off; pictures, workbooks and PDFs are compressed already. */
const WORTH = 0.9;
const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** CSV takes a fifteenth of its length; so much less is compressed and stored in less time than the whole is stored. */
async function insertPiece(db: Db, fileId: string, number: number, content: Uint8Array): Promise<void> {
  const compressed = await compress(content, { level: 1 });
  const isCompressed = compressed.length < content.length * WORTH;
  // A view of the caller's bytes, not a copy.
  const bytes = isCompressed ? compressed : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  await db.insert(filePiece).values({ fileId, number, content: bytes, isCompressed });
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
      const [row] = await db.$client<{ content: Buffer; isCompressed: boolean }[]>`
        select content, is_compressed as "isCompressed" from file_piece where file_id = ${id} and number = ${number}`;
      if (!row) return;
      // What cannot be decompressed is not what was stored: the sum of the bytes says so to whoever reads the file.
      const content = row.isCompressed ? await decompress(row.content).catch(() => row.content) : row.content;
      yield content;
      if (content.length < PIECE_BYTES) return;
    }
  },
};
