import { peerSecret } from "@/lib/env/env";

/** The socket's address, set by `scripts/product/peer-address.mjs` and prefixed with a secret of this process. */
const PEER_HEADER = "x-peer-address";
const MAXIMUM_LENGTH = 64;

/**
 * The client address of a request. `trustedProxies` is the number of proxies in front that append to `x-forwarded-for`
 * (TRUSTED_PROXIES): that many entries at its end are theirs, and the rest is an unverified claim of the client.
 * Without proxies the peer's address is returned. Empty if nothing is known.
 */
export function addressOf(headers: Headers, trustedProxies: number, secret = peerSecret()): string {
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const peer = peerOf(headers.get(PEER_HEADER), secret);
  // Without the preload the peer's header cannot be distinguished from a client's: all callers share one address.
  if (peer === null && trustedProxies === 0) return "";
  const hops = [...forwarded, ...(peer ? [peer] : [])].filter((hop) => hop !== "");
  const at = hops.length - 1 - (peer ? trustedProxies : trustedProxies - 1);
  return (hops[Math.max(0, at)] ?? "").slice(0, MAXIMUM_LENGTH);
}

/** The peer's address; null for a header that a client has set. */
function peerOf(header: string | null, secret: string | undefined): string | null {
  const prefix = `${secret} `;
  return secret !== undefined && header?.startsWith(prefix) ? header.slice(prefix.length) : null;
}

/**
 * The key of per-address limits: an IPv4 address itself, also when mapped into IPv6, and for an IPv6 address its /64
 * network, which usually belongs to one line.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "");
  if (!plain.includes(":") || !URL.canParse(`http://[${plain}]`)) return address;
  const [head = "", tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last];
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number];
  if (/^(0:){5}ffff:/.test(`${groups.slice(0, 6).join(":")}:`))
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups.slice(0, 4).join(":")}::/64`;
}
