import { type APIResponse, expect } from "@playwright/test";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const policyOf = (response: APIResponse) => response.headers()["content-security-policy"] ?? "";
const nonceOf = (response: APIResponse) => /script-src [^;]*'nonce-([^']+)'/.exec(policyOf(response))?.[1];

test("every page runs the scripts that the server wrote for it, and no others @core", async ({ context }) => {
  const { request } = context;
  const seen = new Set<string>();
  const read = async (path: string) => {
    const response = await request.get(path);
    const policy = policyOf(response);
    expect(policy, path).toContain("default-src 'self'");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(/script-src [^;]*/.exec(policy)?.[0], path).not.toContain("unsafe");
    const nonce = nonceOf(response) ?? "";
    expect(nonce.length, path).toBeGreaterThan(20);
    expect(seen.has(nonce), "a nonce is used once").toBe(false);
    seen.add(nonce);
    const scripts = [...(await response.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length, path).toBeGreaterThan(0);
    expect(
      scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`)),
      path,
    ).toEqual([]);
  };
  for (const path of ["/en-US/login", "/zh-CN/login", "/en-US/exDetail?key=nothing", "/en-US/nothing.html"])
    await read(path);
  await signIn(context, "admin");
  for (const path of [
    "/zh-CN/home",
    "/en-US/databoard/monitoringPoint",
    "/ja/databoard/monitorMap",
    "/es/abnormal/dataex",
  ])
    await read(path);
});

test("pages, calls and files tell the browser what it may do with them @core", async ({ request }) => {
  for (const path of ["/en-US/login", "/en-US/offline.html", "/service/health", "/service/nothing", "/favicon.svg"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("strict-origin-when-cross-origin");
    expect(headers["permissions-policy"], path).toContain("camera=(self)");
    expect(headers["strict-transport-security"], `${path} came without TLS`).toBeUndefined();
    const behindTls = await request.get(path, { headers: { "x-forwarded-proto": "https" } });
    expect(behindTls.headers()["strict-transport-security"], path).toBe("max-age=63072000");
  }
  expect((await request.get("/en-US/exDetail?key=nothing")).headers()["referrer-policy"]).toBe("no-referrer");
  const chain = await request.get("/en-US/login", { headers: { "x-forwarded-proto": "https,http" } });
  expect(chain.headers()["strict-transport-security"]).toBe("max-age=63072000");
  expect(policyOf(await request.get("/ping"))).toBe("default-src 'none'; frame-ancestors 'none'");
  for (const path of ["/nothing.html", "/favicon.svg"])
    expect(policyOf(await request.get(path)), path).toContain("default-src 'none'");
  expect(policyOf(await request.get("/service/health"))).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(policyOf(await request.get("/en-US/offline.html"))).toMatch(/script-src 'sha256-[^']+';/);
});

test("a script that somebody has smuggled into a page does not run @core", async ({ page }) => {
  await page.goto("/en-US/login");
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.smuggled = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", '<img src="/nothing.png" onerror="window.smuggled = true">');
    await new Promise((resolve) => document.querySelector("img[onerror]")?.addEventListener("error", resolve));
    return "smuggled" in window;
  });
  expect(ran).toBe(false);
});

test("a login that is sent before its page is ready leaves no password in the address @core", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/en-US/login`);
  await page.getByLabel("Account").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("not in the address");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForLoadState();
  expect(page.url()).not.toContain("address");
  await context.close();
});
