/** The address on the socket, as `scripts/product/peer-address.mjs` brings it in; a client cannot set it. */
const PEER_HEADER = "x-peer-address";
const MAXIMUM_LENGTH = 64;

/**
 * The address that a request came from. `trustedProxies` is the number of proxies in front that add to
 * `x-forwarded-for` (TRUSTED_PROXIES): so many entries from its end are theirs, and what stands before is the client's
 * own claim. Without any, the peer itself counts. Empty if nothing is known.
 */
export function addressOf(headers: Headers, trustedProxies: number): string {
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const peer = headers.get(PEER_HEADER);
  // Where the server is not started by us, Next.js itself has put the peer there, unless the client was first.
  const hops = [...forwarded, ...(peer ? [peer] : [])].filter((hop) => hop !== "");
  const at = hops.length - 1 - (peer ? trustedProxies : Math.max(0, trustedProxies - 1));
  return (hops[Math.max(0, at)] ?? "").slice(0, MAXIMUM_LENGTH);
}
