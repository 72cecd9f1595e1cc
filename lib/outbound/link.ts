import "server-only";
import { HttpLink } from "./http-link";
import type { Link, LinkSettings } from "./link-settings";
import { MqttLink } from "./mqtt-link";
import { TcpLink } from "./tcp-link";

/** Opens the way to a platform. Throws OutboundError where it is not there or does not let us in. */
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
