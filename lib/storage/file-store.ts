import type { Db } from "@/db/client";
import type { FileStoreName } from "@/db/file-enums";

/** Accepts a file's content piece by piece; no reader sees any of it before the file's row is complete. */
export type PieceWriter = {
  write: (number: number, piece: Uint8Array) => Promise<void>;
  finish: () => Promise<void>;
  /** Deletes what was written. */
  abort: () => Promise<void>;
};

/** Keeps the content of files by their ids; their rows are in `stored_file` whatever the store. */
export type FileStore = {
  readonly name: FileStoreName;
  /** Length of all pieces but the last, in bytes. */
  readonly pieceBytes: number;
  open: (db: Db, id: string) => Promise<PieceWriter>;
  /** Stores the whole content of a small file; with a database, in the caller's transaction. */
  put: (db: Db, id: string, content: Uint8Array) => Promise<void>;
  /** The content in order, holding one piece at a time. */
  read: (db: Db, id: string) => AsyncGenerator<Uint8Array>;
};
