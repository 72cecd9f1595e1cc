import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "@/lib/errors";
import type { BodyRule } from "@/lib/operation/define-operation";

const DEFAULT_RULE: BodyRule = { maximumBytes: 256 * 1024 };
const inflate = promisify(gunzip);

const tooLarge = (limit: number) => new AppError("TOO_LARGE", `body: at most ${limit} bytes`);
const malformed = (why: string) => new AppError("BAD_REQUEST", `body: ${why}`);

/**
 * The parsed body: JSON, or NDJSON where the rule allows it (lines gathered under `ndjsonKey`), inflated if gzip.
 * The limit holds for the bytes sent and for the inflated text. Throws TOO_LARGE or BAD_REQUEST.
 */
export async function readBody(request: Request, rule: BodyRule = DEFAULT_RULE): Promise<Record<string, unknown>> {
  const text = await inflated(await bytes(request, rule.maximumBytes), request, rule);
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/x-ndjson" && rule.ndjsonKey) return { [rule.ndjsonKey]: lines(text) };
  if (text.trim() === "") return {};
  const value = parse(text);
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw malformed("must be a JSON object");
  return value as Record<string, unknown>;
}

async function bytes(request: Request, limit: number): Promise<Buffer> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) throw tooLarge(limit);
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw malformed("was cut off");
  }
  if (declared > 0 && size < declared) throw malformed("was cut off");
  return Buffer.concat(chunks);
}

async function inflated(raw: Buffer, request: Request, rule: BodyRule): Promise<string> {
  const encoding = request.headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (encoding === "identity") return decode(raw);
  if (encoding !== "gzip" || !rule.gzip) throw malformed(`content-encoding ${encoding} is not supported`);
  try {
    return decode(await inflate(raw, { maxOutputLength: rule.maximumBytes }));
  } catch (error) {
    if (error instanceof AppError) throw error;
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(rule.maximumBytes);
    throw malformed("is not valid gzip");
  }
}

function decode(raw: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    throw malformed("is not valid UTF-8");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("is not valid JSON");
  }
}

function lines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      try {
        return JSON.parse(line) as unknown;
      } catch {
        throw malformed(`line ${index + 1} is not valid JSON`);
      }
    });
}
