/**
 * An operation's answer where the transport matters: headers such as a cookie, the login envelope, or a stream.
 * Everything else returns plain data.
 */
export class Reply<T> {
  constructor(
    readonly result: T,
    readonly options: { headers?: Record<string, string>; envelope?: "result" | "data"; status?: number } = {},
  ) {}
}

/** A body that is not JSON in an envelope: server-sent events, a file, the API description. */
export class RawReply {
  constructor(
    readonly body: BodyInit,
    readonly headers: Record<string, string>,
    readonly status = 200,
  ) {}
}
