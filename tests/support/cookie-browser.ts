import { randomBytes } from "node:crypto";

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/** Follows redirects with the cookies of each origin, like a browser, and stops where a test needs to inspect. */
export class CookieBrowser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** A separate address per browser, because logins are rate-limited by address. */
  private readonly address = `10.${[...randomBytes(3)].join(".")}`;

  /** A browser with the same cookies that is independent from now on. */
  copy(): CookieBrowser {
    const other = new CookieBrowser();
    for (const [origin, jar] of this.jars) other.jars.set(origin, new Map(jar));
    return other;
  }

  cookies(origin: string): ReadonlyMap<string, string> {
    return this.jars.get(origin) ?? new Map();
  }

  /** Sends one request and stores its cookies; does not follow redirects. */
  async send(url: string, init: Init = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const headers = new Headers({ "x-forwarded-for": this.address, ...init.headers });
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split(";");
      const at = pair.indexOf("=");
      const isOver = attributes.some((one) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970)/i.test(one));
      if (isOver) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Follows redirects up to an address that `stop` accepts, which is not requested, or to a page. */
  async follow(
    url: string,
    stop: (url: string) => boolean = () => false,
  ): Promise<{ url: string; response?: Response }> {
    let at = url;
    for (let count = 0; count < 15; count += 1) {
      if (stop(at)) return { url: at };
      const response = await this.send(at);
      const location = response.headers.get("location");
      if (location === null) return { url: at, response };
      at = new URL(location, at).href;
    }
    throw new Error(`too many redirects, last to ${at}`);
  }
}
