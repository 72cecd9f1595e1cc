import "server-only";
import { postOnce } from "@/lib/outbound/http-post";
import { fillTemplate, type TextMessage } from "./template";

/** An HTTP gateway of the operator: its URL, with user name and password if required, and its body template. */
export type Gateway = { url: string; template: string };

/**
 * Posts a message to a gateway and returns the status; 2xx means accepted. The key is sent as `idempotency-key`. Throws
 * OutboundError if there is no response. The operator's own gateway may be in a private network.
 */
export function postMessage({ url, template }: Gateway, message: TextMessage, timeoutMs: number): Promise<number> {
  const { protocol, hostname, port, pathname, search, username, password } = new URL(url);
  const isTls = protocol === "https:";
  const target = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : isTls ? 443 : 80,
    isTls,
    mayReachPrivate: true,
    path: pathname + search,
    timeoutMs,
    username: decodeURIComponent(username),
    password: password ? decodeURIComponent(password) : null,
  };
  return postOnce(target, undefined, { key: message.key, ...fillTemplate(template, message) });
}
