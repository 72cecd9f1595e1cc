import { buffer } from "node:stream/consumers";
import { type Entry, fromBufferPromise } from "yauzl";
import { type ZipEntry, zipFile } from "@/lib/export/zip-file";

/** The files of a zip archive in their order. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const files = new Map<string, Buffer>();
  for (const entry of entries) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** A zip archive of files. */
export async function zip(files: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const entries: ZipEntry[] = [...files].map(([name, content]) => ({ name, content: [content] }));
  const parts: Uint8Array[] = [];
  for await (const part of zipFile(entries, new Date())) parts.push(part);
  return Buffer.concat(parts);
}
