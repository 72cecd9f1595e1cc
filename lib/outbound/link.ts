import "server-only";
import { HttpLink } from "./http-link";
import type { Link, LinkSettings } from "./link-settings";
import { MqttLink } from "./mqtt-link";
import { TcpLink } from "./tcp-link";

/** Connects to a platform. Throws OutboundError if it is unreachable or refuses the login. */
export function openLink(settings: LinkSettings): Promise<Link> {
  switch (settings.type) {
    case "http":
      return HttpLink.open(settings);
    case "mqtt":
      return MqttLink.open(settings);
    case "tcp":
      return TcpLink.open(settings);
  }
}
