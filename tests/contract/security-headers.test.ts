import { unstable_doesMiddlewareMatch, unstable_getResponseFromNextConfig } from "next/experimental/testing/server";
import { NextRequest, NextResponse } from "next/server";
import { describe, expect, it, vi } from "vitest";
import middleware, { config } from "@/middleware";
import nextConfig from "@/next.config";

// Its modules resolve in a bundle alone; which language a path gets is no matter here.
vi.mock("next-intl/middleware", () => ({ default: () => () => NextResponse.next() }));

const doesMatch = (url: string) => unstable_doesMiddlewareMatch({ config, url, nextConfig: {} });
const answer = async (path: string) => middleware(new NextRequest(`http://frost.test${path}`));
const configured = async (path: string, headers: Record<string, string> = {}) =>
  (await unstable_getResponseFromNextConfig({ url: `http://frost.test${path}`, nextConfig, headers })).headers;

describe("the content security policy", () => {
  it.each(["/en-US/login", "/en-US/nothing.html", "/zh-CN/exDetail", "/es/carrier.x/detail", "/ja/x.png"])(
    "of a page allows the scripts of its nonce: %s",
    async (path) => {
      expect(doesMatch(path)).toBe(true);
      const policy = (await answer(path)).headers.get("content-security-policy");
      expect(policy).toMatch(/script-src 'self' 'nonce-[^']{20,}'/);
      expect(policy).toContain("frame-ancestors 'none'");
    },
  );

  it.each(["/nothing.html", "/favicon.svg", "/icons/nothing.png", "/services.html", "/apiary.html", "/x/y.z"])(
    "of a file, and of the page that there is none, lets nothing run: %s",
    async (path) => {
      expect(doesMatch(path)).toBe(true);
      const policy = (await answer(path)).headers.get("content-security-policy");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("script-src");
    },
  );

  it.each(["/service/user/login.x", "/api/v1/x/telemetry", "/write", "/query", "/ping"])(
    "of a call makes data of its answer: %s",
    async (path) => {
      expect(doesMatch(path)).toBe(false);
      expect((await configured(path)).get("content-security-policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
    },
  );

  it.each(["/sw.js", "/maplibre/worker.js", "/basemap/world.json", "/_next/static/x.js", "/en-US/offline.html"])(
    "is not set by the middleware for %s",
    (path) => expect(doesMatch(path)).toBe(false),
  );
});

describe("HSTS", () => {
  it.each([
    ["https", true],
    ["HTTPS", true],
    ["https,http", true],
    ["https, http, http", true],
    ["http", false],
    ["http, https", false],
    ["httpsx", false],
    [undefined, false],
  ])("where the first proxy was reached by %s: %s", async (scheme, isSet) => {
    for (const path of ["/en-US/login", "/service/health", "/write", "/favicon.svg"]) {
      const headers = await configured(path, scheme === undefined ? {} : { "x-forwarded-proto": scheme });
      expect(headers.get("strict-transport-security"), path).toBe(isSet ? "max-age=63072000" : null);
    }
  });
});
