import { spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createGunzip, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "./paths.mjs";

/** Answers as Next.js does: headers at once, pieces as they are made; the second piece of a page only when asked for. */
const SERVER = `
  import http from "node:http";
  let more;
  http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    if (pathname === "/more") { more("rows</body></html>"); return response.end(); }
    response.setHeader("content-type", searchParams.get("type"));
    response.setHeader("vary", "rsc");
    if (pathname === "/twice") {
      response.end("x".repeat(2000));
      return response.end("again");
    }
    if (pathname === "/whole") {
      response.setHeader("content-length", 2000);
      return response.end(request.method === "HEAD" ? undefined : "x".repeat(2000));
    }
    response.flushHeaders();
    response.write('<html><head><script src="/_next/a.js" async=""></script></head><body>frame');
    more = (text) => response.end(text);
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

let server: ReturnType<typeof spawn>;
let baseUrl: string;

beforeAll(async () => {
  const args = ["--import", "./scripts/product/page-writer.mjs", "--input-type=module", "--eval", SERVER];
  server = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(server.stdout as NodeJS.ReadableStream, "data");
  baseUrl = `http://127.0.0.1:${String(port).trim()}`;
});
afterAll(() => server.kill());

const HTML = "text/html; charset=utf-8";
const addressOf = (path: string, type: string) => `${baseUrl}${path}?type=${encodeURIComponent(type)}`;

async function open(path: string, type: string, encoding?: string, method = "GET"): Promise<IncomingMessage> {
  const headers = encoding === undefined ? {} : { "accept-encoding": encoding };
  const request = get(addressOf(path, type), { headers, method });
  const [response] = await once(request, "response");
  return response;
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("a page", () => {
  it.each([["gzip, deflate, br"], [undefined], ["gzip;q=0"]])(
    "leaves piece by piece, as soon as each is written, to whoever takes %s",
    async (encoding) => {
      const response = await open("/pieces", HTML, encoding);
      const isGzip = encoding?.startsWith("gzip,") ?? false;
      expect(response.headers["content-encoding"]).toBe(isGzip ? "gzip" : undefined);
      expect(response.headers.vary).toBe("rsc, Accept-Encoding");
      const text = isGzip ? response.pipe(createGunzip()) : response;
      const pieces = text[Symbol.asyncIterator]();
      expect(String((await pieces.next()).value)).toMatch(/type="text\/later".*<\/head><body>frame$/);
      await fetch(`${baseUrl}/more`);
      expect(String((await pieces.next()).value)).toBe("rows</body></html>");
    },
  );

  it("that is written at once has no other length than it has", async () => {
    const response = await open("/whole", HTML, "gzip");
    expect(response.headers["content-length"]).not.toBe("2000");
    expect(gunzipSync(await bytesOf(response)).toString()).toBe("x".repeat(2000));
  });

  it("of which the head alone is asked keeps it", async () => {
    const response = await open("/whole", HTML, "gzip", "HEAD");
    expect([response.statusCode, response.headers["content-encoding"]]).toEqual([200, undefined]);
    expect((await bytesOf(response)).length).toBe(0);
  });

  it("that is ended twice ends the first time", async () => {
    const response = await open("/twice", HTML, "gzip");
    expect(gunzipSync(await bytesOf(response)).toString()).toBe("x".repeat(2000));
  });

  it.each([["gzip"], ["identity"]])("that somebody leaves half way (%s) ends for them alone", async (encoding) => {
    const response = await open("/pieces", HTML, encoding);
    await once(response, "readable");
    response.destroy();
    await pause(50);
    expect((await fetch(`${baseUrl}/more`)).status).toBe(200);
    expect((await fetch(addressOf("/whole", HTML))).status).toBe(200);
  });

  it("of a navigation is compressed and not read", async () => {
    const response = await open("/whole", "text/x-component", "gzip");
    expect(gunzipSync(await bytesOf(response)).toString()).toBe("x".repeat(2000));
  });
});

describe("another answer", () => {
  it("is compressed where that helps", async () => {
    const response = await open("/whole", "application/json", "gzip");
    expect(response.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(await bytesOf(response)).toString()).toBe("x".repeat(2000));
  });

  it("of which somebody leaves half way ends for them alone", async () => {
    const response = await open("/pieces", "text/plain", "gzip");
    response.destroy();
    await pause(50);
    expect((await fetch(`${baseUrl}/more`)).status).toBe(200);
  });

  it("stays as it is where it is compressed already", async () => {
    const response = await open("/whole", "image/png", "gzip");
    expect([response.headers["content-encoding"], response.headers["content-length"]]).toEqual([undefined, "2000"]);
    expect((await bytesOf(response)).toString()).toBe("x".repeat(2000));
  });
});
