import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { type Db, db as pool } from "@/db/client";
import { fileObject } from "@/db/schema";
import type { ObjectStore } from "@/lib/env/object-store";
import type { FileStore } from "./file-store";
import { signRequest } from "./s3-signature";

/** Parts of an upload are at least 5 MiB, except for the last, and at most 10,000 (Amazon S3, "Multipart upload limits"). */
const PART_BYTES = 8 * 1024 * 1024;
/** Attempts of a request that fails for a reason that may pass, and the first pause, which doubles. */
const ATTEMPTS = 4;
const PAUSE_MS = 200;
const TIMEOUT_MS = 60_000;

type Request = {
  method: string;
  query?: Record<string, string>;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
};

class ObjectStoreError extends Error {}

const mayPass = (status: number) => status >= 500 || status === 429 || status === 408;

/** Sends a signed request for an object and returns the successful response. Throws ObjectStoreError. */
async function send(
  at: ObjectStore,
  id: string,
  { method, query = {}, body, headers = {} }: Request,
): Promise<Response> {
  const url = new URL(`${at.origin}/${at.bucket}/${id}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  for (let attempt = 1; ; attempt += 1) {
    const signed = signRequest(at, { method, url, headers, ...(body !== undefined && { body }) }, new Date());
    const init = { method, headers: signed, cache: "no-store", ...(body !== undefined && { body }) } as RequestInit;
    // Until the headers only: a body may be read slowly.
    const [late, timer] = timeout();
    const sent = fetch(url, { ...init, signal: late }).finally(() => clearTimeout(timer));
    const response = await sent.catch((error: unknown) => error as Error);
    if (response instanceof Response && response.ok) return response;
    const reason =
      response instanceof Response
        ? `${response.status} ${codeIn(await response.text().catch(() => ""))}`
        : String(response.cause ?? response);
    if (attempt === ATTEMPTS || (response instanceof Response && !mayPass(response.status)))
      throw new ObjectStoreError(`object store: ${method} ${url.host}/${at.bucket}: ${reason}`);
    await pause(PAUSE_MS * 2 ** (attempt - 1));
  }
}

function timeout(): [AbortSignal, NodeJS.Timeout] {
  const late = new AbortController();
  return [late.signal, setTimeout(() => late.abort(new Error("no answer")), TIMEOUT_MS)];
}

const element = (xml: string, name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
const codeIn = (xml: string) => element(xml, "Code") ?? "";

async function startUpload(at: ObjectStore, id: string): Promise<string> {
  const answer = await (await send(at, id, { method: "POST", query: { uploads: "" } })).text();
  const uploadId = element(answer, "UploadId");
  if (!uploadId) throw new ObjectStoreError("object store: the answer to a new upload names none");
  return uploadId;
}

async function completeUpload(at: ObjectStore, id: string, uploadId: string, tags: readonly string[]): Promise<void> {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`;
  const headers = { "content-type": "application/xml" };
  const answer = await (await send(at, id, { method: "POST", query: { uploadId }, body, headers })).text();
  // A failure after the headers were sent has status 200.
  if (answer.includes("<Error>")) throw new ObjectStoreError(`object store: completing an upload: ${codeIn(answer)}`);
}

/**
 * Removes an object, and the upload in parts that it may have been left as. Afterwards it is no longer recorded. An
 * object that does not exist counts as removed.
 */
export async function removeObject(at: ObjectStore, db: Db, id: string, uploadId: string | null): Promise<void> {
  const absent = (error: unknown) => {
    if (!(error instanceof ObjectStoreError && / 404 /.test(error.message))) throw error;
  };
  if (uploadId) await send(at, id, { method: "DELETE", query: { uploadId } }).catch(absent);
  await send(at, id, { method: "DELETE" }).catch(absent);
  await db.delete(fileObject).where(eq(fileObject.id, id));
}

/**
 * Files as objects of an S3-compatible store, named by their ids. An object is recorded on a connection of its own
 * before it is sent, so that one whose transaction rolls back is removed by `sweepFiles`.
 */
export const objectStoreAt = (at: ObjectStore): FileStore => ({
  name: "s3",
  pieceBytes: PART_BYTES,
  async open(_db, id) {
    await pool().insert(fileObject).values({ id });
    const uploadId = await startUpload(at, id);
    await pool().update(fileObject).set({ uploadId }).where(eq(fileObject.id, id));
    const tags: string[] = [];
    return {
      async write(number, body) {
        const query = { partNumber: String(number + 1), uploadId };
        const response = await send(at, id, { method: "PUT", query, body });
        await response.arrayBuffer();
        tags[number] = response.headers.get("etag") ?? "";
      },
      finish: () => completeUpload(at, id, uploadId, tags),
      abort: () => removeObject(at, pool(), id, uploadId),
    };
  },
  async put(_db, id, body) {
    await pool().insert(fileObject).values({ id });
    await (await send(at, id, { method: "PUT", body })).arrayBuffer();
  },
  async *read(_db, id) {
    const response = await send(at, id, { method: "GET" });
    // The types of the body differ between the browser's and Node's declarations.
    const body = response.body as unknown as AsyncIterable<Uint8Array> | null;
    if (body) yield* body;
  },
});
