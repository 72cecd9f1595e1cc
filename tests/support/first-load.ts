import { gzipSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";

const KILOBYTE = 1000;
/** What a page may load at first, in kB of gzip: least where somebody waits at a door. */
const LIMITS: Readonly<Record<string, number>> = { "/login": 150, "/exDetail": 150 };
const USUAL_LIMIT = 260;

/** What a development server calls its own scripts: `[turbopack]_browser_dev_hmr-client…`. A build has `turbopack-….js`. */
const DEVELOPMENT = /(?:\[|%5B)turbopack(?:\]|%5D)|_hmr-client/i;

const weighed = new Map<string, Promise<number>>();

/**
 * Says by how much the scripts that a page's HTML asks a current browser to load at once exceed the page's limit; null
 * if they do not, or come from a development server, which builds nothing small.
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

/** Gzip bytes of a script, as they travel; screens share most of theirs. */
function weigh(request: APIRequestContext, url: string): Promise<number> {
  const known = weighed.get(url);
  if (known) return known;
  const weight = request
    .get(url, { maxRetries: 2 })
    .then((response) => response.body())
    .then((script) => gzipSync(script).length);
  weighed.set(url, weight);
  // One that failed is no weight: the next screen asks anew.
  weight.catch(() => weighed.delete(url));
  return weight;
}
