import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { fileObject, filePiece, storedFile } from "@/db/schema";
import { resetEnvironment } from "@/lib/env/env";
import { startFile } from "@/lib/storage/file-writer";
import { sweepFiles } from "@/lib/storage/sweep-files";
import { deleteFiles, openFile, readFile, storeFile } from "@/lib/stored-file/stored-file";
import { makeCustomer } from "../factories/world";
import { startS3 } from "../support/s3-server";

const MIB = 1024 * 1024;
let s3: Awaited<ReturnType<typeof startS3>>;
let customerId: number;

beforeAll(async () => {
  s3 = await startS3();
  customerId = (await makeCustomer(db())).id;
});
afterAll(async () => {
  await s3.close();
  await db().$client.end({ timeout: 5 });
});
afterEach(() => use("database"));

/** Another server for the same tests: `TEST_FILES_URL`. */
function use(store: "database" | "s3"): void {
  if (store === "s3") process.env.FILES_URL = process.env.TEST_FILES_URL ?? s3.url;
  else delete process.env.FILES_URL;
  resetEnvironment();
}

const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const of = (kind: "export" | "carrier" = "export") => ({ customerId, kind, contentType: "text/csv" });
const rowOf = async (id: string) => (await db().select().from(storedFile).where(eq(storedFile.id, id)))[0];
const soon = () => new Date(Date.now() + 60_000);

/** Writes in chunks that fit no piece. */
async function written(content: Uint8Array, chunk = 300_007) {
  const writer = await startFile(db(), of());
  for (let offset = 0; offset < content.length; offset += chunk)
    await writer.write(content.subarray(offset, offset + chunk));
  return writer;
}

describe.each(["database", "s3"] as const)("files in the store %s", (store) => {
  it.each([0, 1, MIB - 1, MIB, MIB + 1, 2 * MIB + 5])("have their %d bytes back", async (length) => {
    use(store);
    const content = randomBytes(length);
    const id = await storeFile(db(), { ...of(), content });
    expect((await readFile(db(), id)).content.equals(content)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ size: length, sha256: sha256(content), store, isComplete: true });
    // A file stays readable whatever the store for new files is, as long as its own is known.
    if (store === "database") use("s3");
    expect((await readFile(db(), id)).size).toBe(length);
  });

  it.each([0, 5, 17 * MIB + 3])("are written bit by bit, %d bytes", async (length) => {
    use(store);
    const content = randomBytes(length);
    const writer = await written(content);
    await expect(openFile(db(), writer.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await writer.finish(db())).toEqual({ id: writer.id, size: length, sha256: sha256(content) });
    const { size, pieces } = await openFile(db(), writer.id);
    const hash = createHash("sha256");
    for await (const piece of pieces) hash.update(piece);
    expect([size, hash.digest("hex")]).toEqual([length, sha256(content)]);
  });

  it("are gone if they are given up, or nobody finished them", async () => {
    use(store);
    const aborted = await written(randomBytes(9 * MIB));
    await aborted.abort();
    const left = await written(randomBytes(9 * MIB));
    await sweepFiles(db(), new Date(Date.now() - 60_000));
    expect(await rowOf(left.id)).toMatchObject({ isComplete: false });
    expect(await sweepFiles(db(), soon())).toMatchObject({ files: 1 });
    await expect(left.finish(db())).rejects.toThrow();
    await sweepFiles(db(), soon());
    for (const { id } of [aborted, left]) {
      expect(await rowOf(id)).toBeUndefined();
      expect(await db().$count(filePiece, eq(filePiece.fileId, id))).toBe(0);
      expect(await db().$count(fileObject, eq(fileObject.id, id))).toBe(0);
    }
  });

  it("follow their transaction", async () => {
    use(store);
    const kept = await storeFile(db(), { ...of("carrier"), content: randomBytes(10) });
    const undone = transaction(db(), async (tx) => {
      await deleteFiles(tx, [kept]);
      await storeFile(tx, { ...of("carrier"), content: randomBytes(10) });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await sweepFiles(db(), soon());
    expect((await readFile(db(), kept)).size).toBe(10);
    await deleteFiles(db(), [kept]);
    await sweepFiles(db(), soon());
    await expect(readFile(db(), kept)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await db().$count(fileObject, eq(fileObject.id, kept))).toBe(0);
  });
});

describe("a stored file", () => {
  it("that is not what was stored any more is reported", async () => {
    const content = randomBytes(MIB + 10);
    const id = await storeFile(db(), { ...of(), content });
    await db()
      .update(filePiece)
      .set({ content: randomBytes(10) })
      .where(eq(filePiece.number, 1));
    await expect(readFile(db(), id)).rejects.toMatchObject({ code: "FILE_CORRUPTED" });
    await db().delete(filePiece).where(eq(filePiece.fileId, id));
    await expect(readFile(db(), id)).rejects.toMatchObject({ code: "FILE_CORRUPTED" });
  });

  it("takes a part of its length in the database if it is text, and what damages it is reported", async () => {
    const content = Buffer.from("2026-11-30T08:15:00.000+08:00,Fridge,Sensor,Temperature,°C,4.5\r\n".repeat(30_000));
    const id = await storeFile(db(), { ...of(), content });
    expect((await readFile(db(), id)).content.equals(content)).toBe(true);
    const pieces = await db().select().from(filePiece).where(eq(filePiece.fileId, id));
    expect(pieces.map(({ isCompressed }) => isCompressed)).toEqual([true, true]);
    const bytes = pieces.reduce((sum, piece) => sum + piece.content.length, 0);
    expect(bytes).toBeLessThan(content.length / 10);
    await db()
      .update(filePiece)
      .set({ content: randomBytes(10) })
      .where(eq(filePiece.fileId, id));
    await expect(readFile(db(), id)).rejects.toMatchObject({ code: "FILE_CORRUPTED" });
  });
});

describe("the object store", () => {
  it("is asked again after a failure that may pass, and not after another", async () => {
    use("s3");
    process.env.FILES_URL = s3.url;
    resetEnvironment();
    s3.failures.push({ status: 503, code: "SlowDown" }, { status: 500, code: "InternalError" });
    const id = await storeFile(db(), { ...of(), content: Buffer.from("abc") });
    expect(s3.objects.get(id)?.toString()).toBe("abc");
    s3.failures.push({ status: 403, code: "AccessDenied" });
    await expect(storeFile(db(), { ...of(), content: Buffer.from("abc") })).rejects.toThrow(/403 AccessDenied/);
    s3.objects.delete(id);
    await expect(readFile(db(), id)).rejects.toMatchObject({ code: "FILE_CORRUPTED" });
  });

  it("keeps neither object nor upload that no file refers to", async () => {
    process.env.FILES_URL = s3.url;
    resetEnvironment();
    await sweepFiles(db(), soon());
    const writer = await written(randomBytes(9 * MIB));
    const id = await storeFile(db(), { ...of(), content: Buffer.from("abc") });
    expect([s3.uploads.size, s3.objects.has(id)]).toEqual([1, true]);
    await deleteFiles(db(), [id]);
    await sweepFiles(db(), soon());
    await sweepFiles(db(), soon());
    expect([s3.uploads.size, s3.objects.has(id), s3.objects.has(writer.id)]).toEqual([0, false, false]);
  });
});
