import "server-only";
import { type Entry, fromBufferPromise } from "yauzl";
import { notAWorkbook as broken, SpreadsheetError } from "./spreadsheet-error";

/** Limits of an archive: total size of its unpacked parts in bytes, and number of parts. */
export type ArchiveLimits = { unpackedBytes: number; entries: number };

export type Archive = {
  readonly names: readonly string[];
  has: (name: string) => boolean;
  /** Streams the unpacked bytes of a part. Throws `xlsx` if it is missing or its size differs from the declared one. */
  read: (name: string) => AsyncGenerator<Uint8Array>;
};

/**
 * Opens a zip archive. The total of the declared sizes is checked before anything is unpacked, and no part unpacks to
 * more than it declares, so a zip bomb is refused whatever it consists of.
 */
export async function openArchive(bytes: Uint8Array, limits: ArchiveLimits): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { zip, entries } = await readDirectory(buffer, limits).catch((error: Error) => {
    throw error instanceof SpreadsheetError ? error : broken(error.message);
  });
  const total = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > limits.unpackedBytes)
    throw new SpreadsheetError("unpackedSize", `unpacks to ${total} bytes`, limits.unpackedBytes);
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) throw broken(`it has no ${name}`);
      try {
        yield* await zip.openReadStreamPromise(entry);
      } catch (error) {
        throw broken(`${name} cannot be unpacked: ${(error as Error).message}`);
      }
    },
  };
}

async function readDirectory(buffer: Buffer, limits: ArchiveLimits) {
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > limits.entries) throw broken(`${zip.entryCount} parts`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (!entry.canDecodeFileData()) throw broken(`${entry.fileName} is encrypted, or packed by an unknown method`);
    if (entries.has(entry.fileName)) throw broken(`${entry.fileName} comes twice`);
    entries.set(entry.fileName, entry);
  }
  return { zip, entries };
}
