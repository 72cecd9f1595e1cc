import { gzipSync } from "node:zlib";
import { type APIRequestContext, expect } from "@playwright/test";

const KILOBYTE = 1000;

/** Gzip bytes of the scripts that a page's HTML asks a current browser to load at once. */
async function firstLoadBytes(request: APIRequestContext, path: string): Promise<number> {
  const page = await request.get(path, { maxRedirects: 0 });
  expect(page.status(), `${path} answers`).toBe(200);
  const tags = (await page.text()).match(/<script\b[^>]*>/g) ?? [];
  const sources = tags
    .filter((tag) => !/\snomodule\b/i.test(tag))
    .map((tag) => /\ssrc="(\/_next\/static\/[^"]+)"/.exec(tag)?.[1]?.replaceAll("&amp;", "&"));
  const unique = [...new Set(sources)].filter((source) => source !== undefined);
  expect(unique.length, `${path} loads scripts`).toBeGreaterThan(0);
  const sizes = await Promise.all(
    unique.map(async (source) => gzipSync(await (await request.get(source)).body()).length),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

/** Prints what a page loads at first, and holds it to its limit; `name` stands for an address that is no secret. */
export async function expectLight(
  request: APIRequestContext,
  path: string,
  limitKilobytes: number,
  name = path,
): Promise<void> {
  const bytes = await firstLoadBytes(request, path);
  const figure = `${(bytes / KILOBYTE).toFixed(1)} kB of ${limitKilobytes} kB`;
  console.log(`first-load JavaScript of ${name}: ${figure}`);
  expect(bytes, `${name}: ${figure}`).toBeLessThanOrEqual(limitKilobytes * KILOBYTE);
}
