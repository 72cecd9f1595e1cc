import { connect, createServer, type Server, type Socket } from "node:net";
import { expect } from "@playwright/test";
import { test, workerNow } from "../support/test";

test.use({ serviceWorkers: "allow" });

/** A way to the product that can be cut: a port of its own, so nothing of it reaches other tests. */
async function road(to: number) {
  const sockets = new Set<Socket>();
  let server: Server;
  const open = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer((near) => {
        const far = connect(to, "localhost");
        for (const socket of [near, far]) {
          sockets.add(socket);
          socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
        }
        near.pipe(far).pipe(near);
      }).listen(port, "localhost", () => resolve((server.address() as { port: number }).port));
    });
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await open(0);
  return { origin: `http://localhost:${port}`, close, reopen: () => open(port) };
}

test("without a connection a page says so in the language, and comes back by itself @core", async ({
  baseURL,
  page,
}) => {
  const way = await road(Number(new URL(baseURL as string).port));
  try {
    await page.goto(`${way.origin}/en-US/login`);
    await expect(page.locator("link[rel=manifest]")).toHaveAttribute("href", "/en-US/manifest.webmanifest");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return stores.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.sort()).toEqual(["en-US", "es", "ja", "zh-CN"].map((locale) => `/${locale}/offline.html`));

    const lostFrom = workerNow();
    await way.close();
    await page.evaluate((url) => location.assign(url), `${way.origin}/es/abnormal/dataex`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No se puede acceder a la consola");
    await expect(page.getByRole("main")).toContainText(new URL(way.origin).host);
    await expect(page.locator("time")).toHaveAttribute("datetime", /^\d{4}-\d{2}-\d{2}T/);
    const since = Date.parse((await page.locator("time").getAttribute("datetime")) ?? "");
    // Since when there is no connection, and not what a clock elsewhere says.
    expect(since).toBeGreaterThanOrEqual(lostFrom);
    expect(since).toBeLessThanOrEqual(workerNow());

    await way.reopen();
    await expect(page).toHaveURL(/\/es\/login\?next=/);
    await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
  } finally {
    await way.close();
  }
});
