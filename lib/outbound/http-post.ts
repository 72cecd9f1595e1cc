import "server-only";
import { type Agent, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { assertLiteralAllowed, type Endpoint, guardedLookup } from "./guarded-socket";
import { OutboundError, outboundError } from "./outbound-error";

/** More of an answer than this is not waited for. */
const MAXIMUM_ANSWER = 64 * 1024;

export type HttpTarget = Endpoint & {
  /** With the query, if there is one. */
  path: string;
  /** For the whole of it, from the name's look-up to the end of the answer. */
  timeoutMs: number;
  /** Without a user name the password is a bearer token. */
  username: string;
  password: string | null;
};

/** What is posted; `key` is the same whenever the same is posted again. */
export type HttpMessage = {
  key: string;
  contentType: string;
  body: string | Buffer;
  /** Others besides, in lower case. */
  headers?: Record<string, string>;
};

/**
 * Posts once and returns the status of the answer, whichever it is. Redirects are not followed: they could lead
 * anywhere. Throws OutboundError where there is no answer.
 */
export async function postOnce(target: HttpTarget, agent: Agent | undefined, message: HttpMessage): Promise<number> {
  assertLiteralAllowed(target);
  return post(target, agent, message).catch((error: unknown) => {
    throw outboundError(error);
  });
}

function post(
  target: HttpTarget,
  agent: Agent | undefined,
  { key, contentType, body, headers }: HttpMessage,
): Promise<number> {
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
        // Without one, a connection of its own: on a kept one that the other side is just closing, an alarm would fail.
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
        response.on("data", (chunk: Buffer) => {
          length += chunk.length;
          if (length > MAXIMUM_ANSWER) response.destroy();
        });
        response.once("error", refuse);
        // With its status the other side has said whether it took the message.
        response.once("close", () => done(response.statusCode ?? 0));
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
