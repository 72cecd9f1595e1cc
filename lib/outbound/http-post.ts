import "server-only";
import { type Agent, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { assertLiteralAllowed, type Endpoint, guardedLookup } from "./guarded-socket";
import { OutboundError, outboundError } from "./outbound-error";

/** The rest of a longer response is not read. */
const MAXIMUM_ANSWER = 64 * 1024;

export type HttpTarget = Endpoint & {
  /** With the query, if any. */
  path: string;
  /** From the DNS lookup to the end of the response. */
  timeoutMs: number;
  /** Without a user name the password is a bearer token. */
  username: string;
  password: string | null;
};

/** The content of a post; `key` is equal for repetitions. */
export type HttpMessage = {
  key: string;
  contentType: string;
  body: string | Buffer;
  /** Additional headers, in lower case. */
  headers?: Record<string, string>;
};

/**
 * Posts once and returns the response status, whichever it is. Redirects are not followed: they could lead anywhere.
 * Throws OutboundError if there is no response.
 */
export async function postOnce(target: HttpTarget, agent: Agent | undefined, message: HttpMessage): Promise<number> {
  return (await postForAnswer(target, agent, message)).status;
}

/** The status of a response with at most the first 64 KiB of its body. */
export type HttpAnswer = { status: number; content: Buffer };

/** As `postOnce`, with the body of the response. */
export async function postForAnswer(
  target: HttpTarget,
  agent: Agent | undefined,
  message: HttpMessage,
): Promise<HttpAnswer> {
  assertLiteralAllowed(target);
  return post(target, agent, message).catch((error: unknown) => {
    throw outboundError(error);
  });
}

function post(
  target: HttpTarget,
  agent: Agent | undefined,
  { key, contentType, body, headers }: HttpMessage,
): Promise<HttpAnswer> {
  const { host, port, path, isTls, mayReachPrivate, timeoutMs } = target;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((done, fail) => {
    const refuse = (error: Error) => fail(signal.aborted ? new OutboundError("timeout") : error);
    const request = (isTls ? requestHttps : requestHttp)(
      {
        host,
        port,
        path: path || "/",
        method: "POST",
        // Without an agent, a new connection: on a reused one that the server is just closing, an alarm would fail.
        agent: agent ?? false,
        lookup: guardedLookup(mayReachPrivate),
        ...(isTls && isIP(host) === 0 && { servername: host }),
        signal,
        headers: {
          "content-type": contentType,
          "content-length": Buffer.byteLength(body),
          "idempotency-key": key,
          "user-agent": "Frostline",
          ...authorization(target),
          ...headers,
        },
      },
      (response) => {
        let length = 0;
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => {
          length += chunk.length;
          if (length > MAXIMUM_ANSWER) response.destroy();
          else chunks.push(chunk);
        });
        response.once("error", refuse);
        // The status already says whether the message was accepted.
        response.once("close", () => done({ status: response.statusCode ?? 0, content: Buffer.concat(chunks) }));
      },
    );
    request.once("error", refuse);
    request.end(body);
  });
}

function authorization({ username, password }: HttpTarget): { authorization?: string } {
  if (username) return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}` };
  return password ? { authorization: `Bearer ${password}` } : {};
}
