import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { HistoryDto } from "../../features/telemetry/history/history.schema";
import type { ChoicesDto } from "../../features/telemetry/ingest/probe.schema";
import { findings } from "../support/axe";
import { addReading } from "../support/history-rows";
import { publishLive } from "../support/publish-live";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const DAY_MS = 86_400_000;

async function read<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

/** The first probe that watches over a temperature. */
async function place(request: APIRequestContext) {
  const { items } = await read<ChoicesDto>(request, "/service/share/history/choice");
  for (const carrier of items) {
    const probe = carrier.probes.find(({ measure, maximum }) => measure === "temperature" && maximum !== null);
    if (probe) return { probeId: probe.probeId, carrierId: carrier.carrierId };
  }
  throw new Error("the demo world measures no temperature");
}

const chart = (page: Page) => page.locator("[data-chart=drawn]");

test("one probe's history is kept as a picture", async ({ context, page }) => {
  await signIn(context, "admin");
  const { probeId } = await place(context.request);
  await page.goto(`/en-US/probeHistory?id=${probeId}`);
  await expect(chart(page)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as image" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^GM_\d{4}-\d\d-\d\d-\d\d-\d\d_.*\.png$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const picture = Buffer.concat(chunks);
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  expect(picture.readUInt32BE(16)).toBeGreaterThan(900);
});

test("each door has its own lane, named by its carrier", async ({ context, page }) => {
  await signIn(context, "admin");
  const { items } = await read<ChoicesDto>(context.request, "/service/share/history/choice");
  const doors = items.flatMap(({ name, probes }) =>
    probes.filter(({ measure }) => measure === "door").map(({ probeId }) => ({ name, probeId })),
  );
  const shown = doors.slice(0, 2);
  expect(shown).toHaveLength(2);
  const ids = shown.map(({ probeId }) => probeId).join(",");
  const from = new Date(Date.now() - 30 * DAY_MS).toISOString();
  await page.goto(`/en-US/historyData?probeIds=${ids}&from=${from}&to=${new Date().toISOString()}`);
  await expect(chart(page)).toBeVisible();
  await expect(page).toHaveTitle(/.+ · History · Frostline$/);
  for (const { name } of shown) expect(await page.title()).toContain(name);
  for (const { name } of shown) await expect(page.getByTitle(`Door · ${name}`, { exact: true })).toBeVisible();
  // A point stands for an hour: it shows how long the door was open.
  await expect(page.getByText("doors and power: share of time")).toBeVisible();
});

test("a reading that arrives is drawn in the live window", async ({ context, page }) => {
  await signIn(context, "admin");
  const { probeId, carrierId } = await place(context.request);
  const { customer } = await read<{ customer: { id: number } }>(context.request, "/service/mine/me");
  const live = page.waitForResponse((response) => new URL(response.url()).pathname === "/service/live");
  await page.goto(`/en-US/monitorPointRealTime?id=${carrierId}`);
  await expect(chart(page)).toBeVisible();
  await live;
  // No fridge of the demo world is so warm: the axis has to follow.
  const clear = await addReading(process.env.E2E_DATA_DIR as string, probeId, 77);
  try {
    // One that was asked for earlier does not have it, and one of the simulator may follow it.
    const drawn = page.waitForResponse(async (response) => {
      if (new URL(response.url()).pathname !== "/service/share/history" || !response.ok()) return false;
      const { result } = (await response.json()) as { result: HistoryDto };
      return result.series.find((series) => series.probeId === probeId)?.max.includes(77) ?? false;
    });
    const data = { carrierId, probeId, at: Date.now(), value: 77, trend: null };
    await publishLive([{ type: "reading", customerId: customer.id, carrierId, data }]);
    await drawn;
  } finally {
    await clear();
  }
});

test("a zoom into a gap keeps the chart and the way back", async ({ context, page }) => {
  await signIn(context, "admin");
  const { probeId } = await place(context.request);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const query = new URLSearchParams({ id: String(probeId), from: at(-24), to: at(120) });
  await page.goto(`/en-US/probeHistory?${query}`);
  await expect(chart(page)).toBeVisible();
  const zoomed = page.waitForResponse((response) => response.url().includes("/service/share/history/statistics"));
  // The middle of the range is yet to come.
  await page.getByRole("button", { name: "Zoom in" }).click();
  await zoomed;
  await expect.poll(() => new URL(page.url()).searchParams.get("from")).not.toBe(query.get("from"));
  await page.getByRole("button", { name: "Full period" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("from")).toBe(query.get("from"));
  await expect(chart(page)).toBeVisible();
});

test("the devices of a carrier are those of the last day where the address names no range", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const { carrierId } = await place(context.request);
  expect((await page.goto(`/en-US/datadevice?carrierIds=${carrierId}`))?.status()).toBe(200);
  await expect(page).toHaveURL(/\/datadevice\?/);
  await expect(page.locator("main").getByRole("link").first()).toBeVisible();
});

test("how a gateway was reached, and who did what to it", async ({ context, page }) => {
  await signIn(context, "admin");
  const { items } = await read<{ items: { id: number; name: string }[] }>(context.request, "/service/gateway");
  const { id, name } = items[0] as { id: number; name: string };
  await page.goto(`/en-US/GateWayDetail?id=${id}`);
  for (const fact of ["IEEE address", "Short address", "TCP link", "LTE link", "Power supply", "WAN IP"])
    await expect(page.getByText(fact, { exact: true })).toBeVisible();
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "Connection and traffic" }).click();
  const traffic = await opening;
  await expect(traffic.getByRole("heading", { level: 2, name })).toBeVisible();
  await expect(chart(traffic)).toBeVisible();
  expect(await findings(traffic)).toEqual([]);
  await page.goto(`/en-US/OperateRecord?deviceId=${id}`);
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
});

test("two fingers pinch the range and one moves it, and nothing scrolls sideways @phone", async ({ context, page }) => {
  await signIn(context, "admin");
  const { probeId } = await place(context.request);
  await page.goto(`/en-US/probeHistory?id=${probeId}`);
  await expect(chart(page)).toBeVisible();
  const box = await chart(page).boundingBox();
  if (!box) throw new Error("the chart has no place");
  const y = box.y + 120;
  const at = (share: number) => ({ x: box.x + 60 + share * (box.width - 80), y });
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  const instant = (name: "from" | "to") => Date.parse(new URL(page.url()).searchParams.get(name) ?? "");
  const start = () => instant("from");
  const length = () => instant("to") - start();
  await touch("touchStart", at(0.4), at(0.6));
  for (const apart of [0.15, 0.25, 0.35]) await touch("touchMove", at(0.5 - apart), at(0.5 + apart));
  await touch("touchEnd");
  await expect.poll(() => length() / DAY_MS).toBeCloseTo(2 / 7, 2);
  const [pinched, from] = [length(), start()];
  await touch("touchStart", at(0.3));
  for (const share of [0.4, 0.55, 0.7]) await touch("touchMove", at(share));
  await touch("touchEnd");
  // To the right is back in time: by less than half of the range, for the fingers' way is not the whole plot.
  await expect.poll(() => (from - start()) / pinched).toBeCloseTo(0.4, 1);
  expect(length()).toBe(pinched);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});
