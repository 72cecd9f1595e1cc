import { peerSecret } from "@/lib/env/env";

/** The address on the socket, as `scripts/product/peer-address.mjs` brings it in, behind the secret of this process. */
const PEER_HEADER = "x-peer-address";
const MAXIMUM_LENGTH = 64;

/**
 * The address that a request came from. `trustedProxies` is the number of proxies in front that add to
 * `x-forwarded-for` (TRUSTED_PROXIES): so many entries from its end are theirs, and what stands before is the client's
 * own claim. Without any, the peer itself counts. Empty if nothing is known.
 */
export function addressOf(headers: Headers, trustedProxies: number, secret = peerSecret()): string {
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const peer = peerOf(headers.get(PEER_HEADER), secret);
  // Without the preload nothing tells the peer from what the client wrote: all callers are one then.
  if (peer === null && trustedProxies === 0) return "";
  const hops = [...forwarded, ...(peer ? [peer] : [])].filter((hop) => hop !== "");
  const at = hops.length - 1 - (peer ? trustedProxies : trustedProxies - 1);
  return (hops[Math.max(0, at)] ?? "").slice(0, MAXIMUM_LENGTH);
}

/** The peer's address; null for a header that a client has written itself. */
function peerOf(header: string | null, secret: string | undefined): string | null {
  const prefix = `${secret} `;
  return secret !== undefined && header?.startsWith(prefix) ? header.slice(prefix.length) : null;
}

/**
 * What limits of an address count by: an IPv4 address itself, also where it is written within IPv6, and of an IPv6
 * address the /64 network, all of which one line has to itself.
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
