import "server-only";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { OWN_REQUEST_HEADER } from "./own-request";

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);

/**
 * The console's own origins for this request. PUBLIC_URL must match exactly; for another host the scheme is that
 * reported by the proxy; if none is reported, HTTPS is accepted too.
 */
function ownOrigins(headers: Headers): string[] {
  const { PUBLIC_URL } = env();
  const declared = PUBLIC_URL ? new URL(PUBLIC_URL) : null;
  const host = headers.get("x-forwarded-host") ?? headers.get("host") ?? "";
  const scheme = headers.get("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase();
  const asked = (scheme ? [scheme] : ["http", "https"]).map((name) => originOf(`${name}://${host}`));
  // The public host with another scheme may be a man in the middle.
  const others = declared?.host === host.toLowerCase() ? [] : asked;
  return [declared?.origin, ...others].filter((origin) => typeof origin === "string");
}

/** Methods that a browser also sends for images and links. */
const SIMPLE = new Set(["GET", "HEAD"]);

/**
 * Refuses writes that a page of another site makes with the console's cookie. Browsers send the origin with a page's
 * requests; for a plain link, such as one to the logout, only how the linking page is related. Another port or
 * subdomain is the same site but not the console. Clients other than browsers send neither. Throws FOREIGN_ORIGIN.
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
 * Whether the request has more than a cookie, or no cookie at all. Over plain HTTP to a private address, a browser
 * loads another site's image without any identifying header, but never with a header that a page would have to set.
 */
const isDeliberate = (headers: Headers): boolean =>
  !headers.has("cookie") || headers.has(OWN_REQUEST_HEADER) || /^Bearer\s+\S/i.test(headers.get("authorization") ?? "");

function isOwn(address: string, headers: Headers): boolean {
  const origin = originOf(address);
  return origin !== null && origin !== "null" && ownOrigins(headers).includes(origin);
}
