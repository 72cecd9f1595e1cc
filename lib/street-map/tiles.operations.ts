import "server-only";
import { z } from "zod";
import { notFound } from "@/lib/errors";
import { RawReply } from "@/lib/http/reply";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { readPart, streetFile } from "./street-file";

/** Of a file that may have many gigabytes, tiles and directories are small parts. */
const MAXIMUM_BYTES = 8 * 1024 * 1024;

/** A `Range` header of one part with both ends (RFC 9110, 14.1.2). */
const byteRange = z
  .string()
  .regex(/^bytes=\d{1,15}-\d{1,15}$/)
  .transform((text) => {
    const [from, to] = text.slice("bytes=".length).split("-").map(Number) as [number, number];
    return { from, to };
  })
  .refine(({ from, to }) => from <= to && to - from < MAXIMUM_BYTES, {
    params: { rule: "byteRange", limit: MAXIMUM_BYTES },
    message: `at most ${MAXIMUM_BYTES} bytes`,
  });

/** Input: the part of the file; `v` only tells versions apart for caches. */
const Part = z.object({
  byteRange,
  v: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
});

/** `GET /service/streets`: a part of the PMTiles file with streets. NOT_FOUND without one, 416 behind its end. */
export const readStreets = defineOperation({
  name: "streets.read",
  kind: "query",
  permission: SIGNED_IN,
  input: Part,
  async run(_ctx, { byteRange: { from, to } }): Promise<RawReply> {
    const { map } = await streetFile();
    if (!map) throw notFound("streets", "file");
    const { bytes, size, version } = await readPart(map.file, from, to - from + 1);
    const headers = {
      etag: `"${version}"`,
      "accept-ranges": "bytes",
      "content-type": "application/octet-stream",
      "cache-control": "private, max-age=604800",
    };
    if (bytes.length === 0) return new RawReply(null, { ...headers, "content-range": `bytes */${size}` }, 416);
    const range = `bytes ${from}-${from + bytes.length - 1}/${size}`;
    return new RawReply(bytes.slice().buffer, { ...headers, "content-range": range }, 206);
  },
});
