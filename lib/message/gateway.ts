import "server-only";
import { postOnce } from "@/lib/outbound/http-post";
import { fillTemplate, type TextMessage } from "./template";

/** An HTTP gateway of the operator's: its address, with name and password where it wants them, and what it is told. */
export type Gateway = { url: string; template: string };

/**
 * Hands a message to a gateway and returns the status of its answer; 2xx is its yes. The key goes along as
 * `idempotency-key`. Throws OutboundError where there is no answer. The operator's own gateway may stand in the house.
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
