import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { signRequest } from "@/lib/storage/s3-signature";

const KEY = { key: "test-key", secret: "test/secret+1", region: "eu-west-1" };
const BUCKET = "files";

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Whether the signature is that of the request with exactly the headers that it signs. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { authorization = "", "x-amz-date": stamp = "" } = request.headers as Record<string, string>;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? [];
  const own = names.filter((name) => !["host", "x-amz-content-sha256", "x-amz-date"].includes(name));
  const headers = Object.fromEntries(own.map((name) => [name, String(request.headers[name])]));
  const at = new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const expected = signRequest(KEY, { method: request.method ?? "", url, headers, body }, at);
  return authorization === expected.authorization && Math.abs(Date.now() - at.getTime()) < 900_000;
}

/** The part of an S3-compatible server that the product uses: objects and uploads in parts, with their rules. */
export async function startS3() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { name: string; parts: Map<number, Buffer> }>();
  /** What the next requests fail with. */
  const failures: { status: number; code: string }[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const body = await bodyOf(request);
    const end = (status: number, content: string | Buffer = "", headers = {}) =>
      void response.writeHead(status, headers).end(content);
    const fail = (status: number, code: string) => end(status, `<Error><Code>${code}</Code></Error>`);
    const planned = failures.shift();
    if (planned) return fail(planned.status, planned.code);
    if (!isSigned(request, url, body)) return fail(403, "SignatureDoesNotMatch");
    const [, bucket, name = ""] = url.pathname.split("/");
    if (bucket !== BUCKET) return fail(404, "NoSuchBucket");
    const { method } = request;
    const uploadId = url.searchParams.get("uploadId");
    if (method === "POST" && url.searchParams.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, { name, parts: new Map() });
      return end(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    const etag = `"${createHash("md5").update(body).digest("hex")}"`;
    if (uploadId !== null) {
      const upload = uploads.get(uploadId);
      if (!upload) return fail(404, "NoSuchUpload");
      if (method === "PUT") {
        upload.parts.set(Number(url.searchParams.get("partNumber")), body);
        return end(200, "", { etag });
      }
      uploads.delete(uploadId);
      if (method === "DELETE") return end(204);
      const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)];
      const contents = parts.map(([, number]) => upload.parts.get(Number(number)) as Buffer);
      const isShort = contents.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024);
      // Some failures come after the headers.
      if (isShort || parts.length === 0) return end(200, "<Error><Code>EntityTooSmall</Code></Error>");
      objects.set(name, Buffer.concat(contents));
      return end(200, "<CompleteMultipartUploadResult/>");
    }
    if (method === "PUT") {
      objects.set(name, body);
      return end(200, "", { etag });
    }
    if (method === "DELETE") {
      objects.delete(name);
      return end(204);
    }
    const found = objects.get(name);
    return found ? end(200, found) : fail(404, "NoSuchKey");
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const secret = encodeURIComponent(KEY.secret);
  return {
    url: `s3://${KEY.key}:${secret}@127.0.0.1:${port}/${BUCKET}?region=${KEY.region}&tls=off`,
    objects,
    uploads,
    failures,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
