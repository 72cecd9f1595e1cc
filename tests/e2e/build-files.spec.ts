import { expect } from "@playwright/test";
import { test } from "../support/test";

test("files of the build come compressed, and may be kept for good @core", async ({ request, baseURL }) => {
  const html = await (await request.get("/en-US/login")).text();
  const [, script = ""] = /src="(\/_next\/static\/[^"]+\.js)"/.exec(html) ?? [];
  const plain = await fetch(`${baseURL}${script}`, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("cache-control")).toMatch(/max-age=31536000.*immutable/);
  expect(plain.headers.get("content-encoding")).toBeNull();
  const text = await plain.text();
  const packed = await request.get(script, { headers: { "accept-encoding": "gzip" } });
  expect(packed.headers()["content-encoding"]).toBe("gzip");
  expect(await packed.text()).toBe(text);
  expect((await request.get("/_next/static/nothing.js")).status()).toBe(404);
});
