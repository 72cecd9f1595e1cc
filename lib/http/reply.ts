/**
 * A result that also needs transport features: headers such as a cookie, the login envelope, or a stream. All other
 * operations return plain data.
 */
export class Reply<T> {
  constructor(
    readonly result: T,
    readonly options: {
      headers?: Record<string, string>;
      cookies?: string[];
      envelope?: "result" | "data";
      status?: number;
    } = {},
  ) {}
}

/** A body that is not JSON in an envelope: server-sent events, a file, the API description. */
export class RawReply {
  constructor(
    readonly body: BodyInit | null,
    readonly headers: Record<string, string>,
    readonly status = 200,
  ) {}
}

/** Chunks of text (as UTF-8) or bytes as a response body. The client pulls, so a slow one slows the query; a disconnect ends it. */
export function streamOf(chunks: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
