import "server-only";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { assertLiteralAllowed, guardedLookup } from "./guarded-socket";
import type { Link, LinkSettings, Outgoing } from "./link-settings";
import { OutboundError, outboundError } from "./outbound-error";

/** More of an answer than this is not waited for. */
const MAXIMUM_ANSWER = 64 * 1024;

/** Posts each message; any 2xx says that it has arrived. Redirects are not followed: they could lead anywhere. */
export class HttpLink implements Link {
  readonly isStanding = false;
  readonly isOpen = true;
  private readonly agent: HttpAgent;

  private constructor(private readonly settings: LinkSettings) {
    const options = { keepAlive: true, maxSockets: 1 };
    this.agent = settings.isTls ? new HttpsAgent(options) : new HttpAgent(options);
  }

  static async open(settings: LinkSettings): Promise<HttpLink> {
    return new HttpLink(settings);
  }

  async send({ id, body }: Outgoing): Promise<void> {
    const { settings } = this;
    assertLiteralAllowed(settings);
    const status = await this.post(id, body).catch((error: unknown) => {
      throw outboundError(error);
    });
    if (status >= 200 && status < 300) return;
    throw new OutboundError(status === 401 || status === 403 ? "login" : "refused", `HTTP ${status}`);
  }

  async close(): Promise<void> {
    this.agent.destroy();
  }

  private post(id: string, body: string): Promise<number> {
    const { host, port, path, isTls, mayReachPrivate, timeoutMs } = this.settings;
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((done, fail) => {
      const refuse = (error: Error) => fail(signal.aborted ? new OutboundError("timeout") : error);
      const request = (isTls ? requestHttps : requestHttp)(
        {
          host,
          port,
          path: path || "/",
          method: "POST",
          agent: this.agent,
          lookup: guardedLookup(mayReachPrivate),
          ...(isTls && isIP(host) === 0 && { servername: host }),
          signal,
          headers: {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(body),
            "idempotency-key": id,
            "user-agent": "Frostline",
            ...this.authorization(),
          },
        },
        (response) => {
          let length = 0;
          response.on("data", (chunk: Buffer) => {
            length += chunk.length;
            if (length > MAXIMUM_ANSWER) response.destroy();
          });
          response.once("error", refuse);
          // With its status the platform has said whether it took the message.
          response.once("close", () => done(response.statusCode ?? 0));
        },
      );
      request.once("error", refuse);
      request.end(body);
    });
  }

  /** A password alone is a bearer token. */
  private authorization(): { authorization?: string } {
    const { username, password } = this.settings;
    if (username) return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}` };
    return password ? { authorization: `Bearer ${password}` } : {};
  }
}
