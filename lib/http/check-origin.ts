import "server-only";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { OWN_REQUEST_HEADER } from "./own-request";

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);

/**
 * The origins that the console has for this request. PUBLIC_URL counts exactly as it is; of another host the scheme is
 * what the proxy says, and where none says anything a page that came by TLS may write as well.
 */
function ownOrigins(headers: Headers): string[] {
  const { PUBLIC_URL } = env();
  const declared = PUBLIC_URL ? new URL(PUBLIC_URL) : null;
  const host = headers.get("x-forwarded-host") ?? headers.get("host") ?? "";
  const scheme = headers.get("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase();
  const asked = (scheme ? [scheme] : ["http", "https"]).map((name) => originOf(`${name}://${host}`));
  // The public host by another scheme is somebody on the line, not the console.
  const others = declared?.host === host.toLowerCase() ? [] : asked;
  return [declared?.origin, ...others].filter((origin) => typeof origin === "string");
}

/** Methods that a browser sends for a picture or a link as well. */
const SIMPLE = new Set(["GET", "HEAD"]);

/**
 * Refuses a write that another site's page makes with the cookie of the console. Browsers name the origin of what a page
 * sends; of a plain link, such as one to the logout, they say only how the page that led here is related. Another port
 * or a subdomain is the same site, and still not the console. Programs that are no browsers say nothing.
 * Throws FOREIGN_ORIGIN.
 */
export function checkOrigin({ method, headers }: Request): void {
  const origin = headers.get("origin");
  if (origin !== null) {
    if (!isOwn(origin, headers))
      throw new AppError("FOREIGN_ORIGIN", `origin ${origin.slice(0, 100)} may not write here`);
    return;
  }
  const site = headers.get("sec-fetch-site");
  const referrer = headers.get("referer");
  const isForeign = site === null ? referrer !== null && !isOwn(referrer, headers) : !/^(same-origin|none)$/.test(site);
  if (isForeign) throw new AppError("FOREIGN_ORIGIN", "another site may not write here");
  if (site === null && referrer === null && SIMPLE.has(method) && !isDeliberate(headers))
    throw new AppError(
      "FOREIGN_ORIGIN",
      `a ${method} that writes needs the header ${OWN_REQUEST_HEADER} or a bearer token beside the cookie`,
    );
}

/**
 * Whether more than a cookie comes along, or not even that. By plain http to an address of the network a browser sends
 * a picture of another site without any header that names it, but never with one that a page would have to set.
 */
const isDeliberate = (headers: Headers): boolean =>
  !headers.has("cookie") || headers.has(OWN_REQUEST_HEADER) || /^Bearer\s+\S/i.test(headers.get("authorization") ?? "");

function isOwn(address: string, headers: Headers): boolean {
  const origin = originOf(address);
  return origin !== null && origin !== "null" && ownOrigins(headers).includes(origin);
}
