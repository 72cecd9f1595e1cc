import { gzipSync } from "node:zlib";
import { type APIRequestContext, expect } from "@playwright/test";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

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

function report(path: string, bytes: number, limitKilobytes: number) {
  const figure = `${(bytes / KILOBYTE).toFixed(1)} kB of ${limitKilobytes} kB`;
  console.log(`first-load JavaScript of ${path}: ${figure}`);
  expect(bytes, `${path}: ${figure}`).toBeLessThanOrEqual(limitKilobytes * KILOBYTE);
}

test("the login page stays light", async ({ request }) => {
  const path = "/zh-CN/login";
  report(path, await firstLoadBytes(request, path), 150);
});

test("the monitoring table stays light", async ({ context }) => {
  await signIn(context, "admin");
  const path = "/zh-CN/databoard/monitoringPoint";
  report(path, await firstLoadBytes(context.request, path), 210);
});
