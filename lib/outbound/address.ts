import { BlockList, isIP } from "node:net";

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), isIP(network) === 6 ? "ipv6" : "ipv4");
  }
  return list;
};

/** Never allowed: "this" network, link-local (cloud hosts serve credentials there), multicast, reserved (RFC 6890). */
const NEVER = listOf(["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4", "::/128", "fe80::/10", "ff00::/8"]);

/** Private, loopback, shared, documentation and benchmark networks, and IPv6 that wraps IPv4 (RFC 6890, 8215, 3879). */
const PRIVATE = listOf([
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fc00::/7",
  "fec0::/10",
]);

export type Reach = "public" | "private" | "never";

/** The kind of network of an IP address; IPv4 within IPv6 counts as IPv4. An invalid address is `never`. */
export function reachOf(address: string): Reach {
  const version = isIP(address);
  if (version === 0) return "never";
  const family = version === 6 ? "ipv6" : "ipv4";
  if (NEVER.check(address, family)) return "never";
  return PRIVATE.check(address, family) ? "private" : "public";
}

/** Whether connections to the address are allowed. */
export const isAllowed = (address: string, mayReachPrivate: boolean): boolean => {
  const reach = reachOf(address);
  return reach === "public" || (reach === "private" && mayReachPrivate);
};
