import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "@/lib/errors";
import type { BodyRule } from "@/lib/operation/define-operation";

export const DEFAULT_RULE: BodyRule = { maximumBytes: 256 * 1024 };
const inflate = promisify(gunzip);
/** Content types that clients send for any file as the whole body. The actual type is detected from the content. */
const FILE_TYPE = /^(?:image\/[\w.+-]+|application\/octet-stream)$/;

const tooLarge = (limit: number) => new AppError("TOO_LARGE", `body: at most ${limit} bytes`);
const malformed = (why: string) => new AppError("BAD_REQUEST", `body: ${why}`);

/**
 * Parses the body: JSON, or NDJSON where the rule allows it (lines collected under `ndjsonKey`), inflated if gzip; or
 * one file, a list, any JSON or plain text where the rule names its key; the fields of an HTML form where it says so. The limit applies to the bytes sent and to the
 * inflated text; once the bytes are there, `received` is awaited before parsing. Throws TOO_LARGE or BAD_REQUEST.
 */
export async function readBody(
  request: Request,
  rule: BodyRule = DEFAULT_RULE,
  received: () => Promise<void> = async () => {},
): Promise<Record<string, unknown>> {
  const raw = await readBytes(request, rule.maximumBytes);
  await received();
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (rule.fileKey && raw.length > 0) {
    if (type === "multipart/form-data") return filledForm(raw, request, rule);
    if (FILE_TYPE.test(type) || rule.fileTypes?.includes(type)) return { [rule.fileKey]: raw };
  }
  const text = await inflated(raw, request, rule);
  if (rule.textKey) {
    const { url, headers } = request;
    return {
      [rule.textKey]: text,
      ...(rule.requestKey && { [rule.requestKey]: { url, headers: Object.fromEntries(headers) } }),
    };
  }
  if (type === "application/x-ndjson" && rule.ndjsonKey) return { [rule.ndjsonKey]: lines(text) };
  if (text.trim() === "") return {};
  if (rule.hasForm && type === "application/x-www-form-urlencoded")
    return Object.fromEntries(new URLSearchParams(text));
  const value = parse(text);
  if (rule.valueKey) return { [rule.valueKey]: value };
  if (rule.listKey && Array.isArray(value)) return { [rule.listKey]: value };
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw malformed("must be a JSON object");
  return value as Record<string, unknown>;
}

/** Reads the raw body. Throws TOO_LARGE beyond the limit and BAD_REQUEST if it was cut off. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
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

/** The fields of a form with exactly one file, returned as `fileKey` whatever its part is named. */
async function filledForm(
  raw: Buffer,
  request: Request,
  { fileKey = "file", nameKey }: BodyRule,
): Promise<Record<string, unknown>> {
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const form = await new Response(new Uint8Array(raw), { headers }).formData().catch(() => {
    throw malformed("is not a valid form");
  });
  const texts = [...form].filter(([, value]) => typeof value === "string");
  const [file, ...more] = [...form.values()].filter((value) => typeof value !== "string");
  if (!file || more.length > 0) throw malformed("must hold one file");
  const named = nameKey && file.name && { [nameKey]: file.name };
  return { ...named, ...Object.fromEntries(texts), [fileKey]: Buffer.from(await file.arrayBuffer()) };
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
