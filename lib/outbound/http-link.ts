import "server-only";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { postOnce } from "./http-post";
import type { Link, LinkSettings, Outgoing } from "./link-settings";
import { OutboundError } from "./outbound-error";

/** Posts each message; any 2xx confirms delivery. */
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
    const status = await postOnce(this.settings, this.agent, { key: id, contentType: "application/json", body });
    if (status >= 200 && status < 300) return;
    throw new OutboundError(status === 401 || status === 403 ? "login" : "refused", `HTTP ${status}`);
  }

  async close(): Promise<void> {
    this.agent.destroy();
  }
}
