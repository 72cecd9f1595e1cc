import { gzipSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";

const KILOBYTE = 1000;
/**
 * The limit of scripts on the first load of a page, in kB gzip; lowest where users wait to log in or follow a link. An
 * exception's link carries the console's own form of acknowledgement, with the merging of classes that its fields use.
 */
const LIMITS: Readonly<Record<string, number>> = { "/login": 150, "/exDetail": 160, "/queryCode": 150 };
const USUAL_LIMIT = 266;

/** Script names of a development server: `[turbopack]_browser_dev_hmr-client…`. A build has `turbopack-….js`. */
const DEVELOPMENT = /(?:\[|%5B)turbopack(?:\]|%5D)|_hmr-client/i;

const weighed = new Map<string, Promise<number>>();

/**
 * Returns by how much the scripts that a page's HTML loads at once in a current browser exceed the page's limit. Null
 * if they do not, or if they come from a development server, which does not minify.
 */
export async function overweight(request: APIRequestContext, address: string): Promise<string | null> {
  const response = await request.get(address, { maxRedirects: 0 });
  if (response.status() !== 200) return null;
  const sources = scriptsOf(await response.text());
  if (sources.length === 0) return "it loads no scripts at all";
  if (sources.some((source) => DEVELOPMENT.test(source))) return null;
  const base = new URL(response.url()).origin;
  const sizes = await Promise.all(sources.map((source) => weigh(request, new URL(source, base).href)));
  const kilobytes = sizes.reduce((total, size) => total + size, 0) / KILOBYTE;
  const limit = LIMITS[new URL(response.url()).pathname.replace(/^\/[^/]+/, "")] ?? USUAL_LIMIT;
  return kilobytes <= limit ? null : `${kilobytes.toFixed(1)} kB of ${limit} kB`;
}

function scriptsOf(html: string): string[] {
  const sources = (html.match(/<script\b[^>]*>/g) ?? [])
    .filter((tag) => !/\snomodule\b/i.test(tag))
    .map((tag) => /\ssrc="(\/_next\/static\/[^"]+)"/.exec(tag)?.[1]?.replaceAll("&amp;", "&"));
  return [...new Set(sources)].filter((source) => source !== undefined);
}

/** Transferred gzip bytes of a script; cached because screens share most of their scripts. */
function weigh(request: APIRequestContext, url: string): Promise<number> {
  const known = weighed.get(url);
  if (known) return known;
  const weight = request
    .get(url, { maxRetries: 2 })
    .then((response) => response.body())
    .then((script) => gzipSync(script).length);
  weighed.set(url, weight);
  // A failed request is not cached, so the next screen retries.
  weight.catch(() => weighed.delete(url));
  return weight;
}
