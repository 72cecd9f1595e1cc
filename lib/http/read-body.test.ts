import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { BodyRule } from "@/lib/operation/define-operation";
import { readBody } from "./read-body";

const INGEST: BodyRule = { maximumBytes: 1000, ndjsonKey: "readings", gzip: true };

function request(body: BodyInit | Uint8Array | null, headers: Record<string, string> = {}): Request {
  return new Request("http://x/service/x", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

/** A body that fails midway, like a lost connection. */
const broken = (start: string) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(start));
      controller.error(new Error("aborted"));
    },
  });

const READ: [string, Request, BodyRule | undefined, unknown][] = [
  ["no body", request(null), undefined, {}],
  ["blanks", request(" \n"), undefined, {}],
  ["JSON of any type", request('{"a":1}', { "content-type": "text/plain" }), undefined, { a: 1 }],
  ["a byte order mark", request('\uFEFF{"a":1}'), undefined, { a: 1 }],
  ["gzip", request(gzipSync('{"a":1}'), { "content-encoding": "gzip" }), INGEST, { a: 1 }],
  [
    "lines",
    request('{"a":1}\r\n\n{"a":2}\n', { "content-type": "Application/X-NDJSON; charset=utf-8" }),
    INGEST,
    { readings: [{ a: 1 }, { a: 2 }] },
  ],
  ["a list", request("[2,1]"), { maximumBytes: 9, listKey: "ids" }, { ids: [2, 1] }],
  ["what is no list", request('{"ids":[]}'), { maximumBytes: 10, listKey: "ids" }, { ids: [] }],
  ["any JSON as it is", request("[1]"), { maximumBytes: 9, valueKey: "payload" }, { payload: [1] }],
  ["a body's own key", request('{"a":1}'), { maximumBytes: 9, valueKey: "payload" }, { payload: { a: 1 } }],
  ["no JSON at all", request(" "), { maximumBytes: 9, valueKey: "payload" }, {}],
  ["a text unread", request("{a b=1\n"), { maximumBytes: 9, textKey: "payload" }, { payload: "{a b=1\n" }],
  [
    "a text from gzip",
    request(gzipSync("a b=1"), { "content-encoding": "gzip" }),
    { maximumBytes: 99, textKey: "payload", gzip: true },
    { payload: "a b=1" },
  ],
  [
    "the fields of a form",
    request("key=a%2Bb&pin=", { "content-type": "application/x-www-form-urlencoded" }),
    { maximumBytes: 99, hasForm: true },
    { key: "a+b", pin: "" },
  ],
  ["no lines", request("", { "content-type": "application/x-ndjson" }), INGEST, { readings: [] }],
  ["exactly the limit", request(`{"a":"${"x".repeat(992)}"}`), INGEST, { a: "x".repeat(992) }],
];

const FILE: BodyRule = { maximumBytes: 1000, fileKey: "file" };
const BOUNDARY = { "content-type": "multipart/form-data; boundary=b" };
const part = (disposition: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const FILE_PART = part('name="picture"; filename="a.png"', "\x89PNG");
const latin1 = (text: string) => Buffer.from(text, "latin1");

const FILES: [string, Request, unknown][] = [
  ["a picture as it is", request(latin1("\x89PNG"), { "content-type": "image/png" }), { file: latin1("\x89PNG") }],
  ["any bytes", request(latin1("\0\xff"), { "content-type": "application/octet-stream" }), { file: latin1("\0\xff") }],
  [
    "the file of a form, whatever its part is called, with the fields beside it",
    request(latin1(`${part('name="note"', "x")}${FILE_PART}--b--\r\n`), BOUNDARY),
    { note: "x", file: latin1("\x89PNG") },
  ],
  ["no file", request(null, { "content-type": "image/png" }), {}],
  ["JSON all the same", request('{"a":1}', { "content-type": "application/json" }), { a: 1 }],
];

const REFUSED: [string, Request, BodyRule | undefined, string, string][] = [
  ["half a document", request('{"a":'), undefined, "BAD_REQUEST", "body: is not valid JSON"],
  ["a list", request("[1]"), undefined, "BAD_REQUEST", "body: must be a JSON object"],
  ["null", request("null"), undefined, "BAD_REQUEST", "body: must be a JSON object"],
  ["a number", request("7"), undefined, "BAD_REQUEST", "body: must be a JSON object"],
  [
    "bytes that are no UTF-8",
    request(new Uint8Array([0x22, 0xc3, 0x28, 0x22])),
    undefined,
    "BAD_REQUEST",
    "body: is not valid UTF-8",
  ],
  [
    "a broken line",
    request('{"a":1}\n\n{"a":\n', { "content-type": "application/x-ndjson" }),
    INGEST,
    "BAD_REQUEST",
    "body: line 2 is not valid JSON",
  ],
  [
    "lines where none are taken",
    request('{"a":1}\n{"a":2}', { "content-type": "application/x-ndjson" }),
    undefined,
    "BAD_REQUEST",
    "body: is not valid JSON",
  ],
  [
    "gzip where none is taken",
    request(gzipSync("{}"), { "content-encoding": "gzip" }),
    undefined,
    "BAD_REQUEST",
    "body: content-encoding gzip is not supported",
  ],
  [
    "another coding",
    request("{}", { "content-encoding": "br" }),
    INGEST,
    "BAD_REQUEST",
    "body: content-encoding br is not supported",
  ],
  ["no gzip", request("{}", { "content-encoding": "gzip" }), INGEST, "BAD_REQUEST", "body: is not valid gzip"],
  [
    "half of a gzip",
    request(gzipSync(`{"a":"${"abc".repeat(100)}"}`).subarray(0, 20), { "content-encoding": "gzip" }),
    INGEST,
    "BAD_REQUEST",
    "body: is not valid gzip",
  ],
  [
    "a small gzip of much",
    request(gzipSync(" ".repeat(1_000_000)), { "content-encoding": "gzip" }),
    INGEST,
    "TOO_LARGE",
    "body: at most 1000 bytes",
  ],
  ["more than is said", request("x".repeat(1001)), INGEST, "TOO_LARGE", "body: at most 1000 bytes"],
  ["more than 256 KiB", request("x".repeat(262_145)), undefined, "TOO_LARGE", "body: at most 262144 bytes"],
  [
    "what is said to be too much",
    request("{}", { "content-length": "1001" }),
    INGEST,
    "TOO_LARGE",
    "body: at most 1000 bytes",
  ],
  ["less than was said", request("{}", { "content-length": "900" }), INGEST, "BAD_REQUEST", "body: was cut off"],
  [
    "a file where none is taken",
    request(latin1("\x89PNG"), { "content-type": "image/png" }),
    undefined,
    "BAD_REQUEST",
    "body: is not valid UTF-8",
  ],
  [
    "a form without a file",
    request(`${part('name="a"', "x")}--b--\r\n`, BOUNDARY),
    FILE,
    "BAD_REQUEST",
    "body: must hold one file",
  ],
  [
    "two files",
    request(latin1(`${FILE_PART}${FILE_PART}--b--\r\n`), BOUNDARY),
    FILE,
    "BAD_REQUEST",
    "body: must hold one file",
  ],
  ["half a form", request(FILE_PART.slice(0, 40), BOUNDARY), FILE, "BAD_REQUEST", "body: is not a valid form"],
  [
    "a form without its boundary",
    request(`${FILE_PART}--b--\r\n`, { "content-type": "multipart/form-data" }),
    FILE,
    "BAD_REQUEST",
    "body: is not a valid form",
  ],
  [
    "a file that is too large",
    request(Buffer.alloc(1001), { "content-type": "image/png" }),
    FILE,
    "TOO_LARGE",
    "body: at most 1000 bytes",
  ],
  ["a lost connection", request(broken('{"a":')), undefined, "BAD_REQUEST", "body: was cut off"],
];

describe("a request's body", () => {
  it.each(READ)("is read: %s", async (_, given, rule, value) => expect(await readBody(given, rule)).toEqual(value));

  it.each(FILES)("is a file: %s", async (_, given, value) => expect(await readBody(given, FILE)).toEqual(value));

  it("is a file of the kind that the rule names", async () => {
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    const given = () => request(latin1("PK"), { "content-type": type });
    expect(await readBody(given(), { ...FILE, fileTypes: [type] })).toEqual({ file: latin1("PK") });
    await expect(readBody(given(), FILE)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("of a form tells the name of its file where that is asked for, unless a field says another", async () => {
    const named = { ...FILE, nameKey: "fileName" };
    const form = (fields: string) => request(latin1(`${fields}${FILE_PART}--b--\r\n`), BOUNDARY);
    expect(await readBody(form(""), named)).toEqual({ fileName: "a.png", file: latin1("\x89PNG") });
    expect(await readBody(form(part('name="fileName"', "c.png")), named)).toMatchObject({ fileName: "c.png" });
  });

  it("of a file is not read beyond the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(400));
      },
    });
    await expect(readBody(request(endless, { "content-type": "image/png" }), FILE)).rejects.toMatchObject({
      code: "TOO_LARGE",
    });
    expect(sent).toBeLessThan(10);
  });

  it.each(REFUSED)("is refused: %s", async (_, given, rule, code, message) => {
    await expect(readBody(given, rule)).rejects.toMatchObject({ code, message });
  });
});
