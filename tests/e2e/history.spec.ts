import { type APIRequestContext, expect, type Page, type Request } from "@playwright/test";
import type { Excursion, HistoryDto } from "../../features/telemetry/history/history.schema";
import type { Choice, ChoicesDto } from "../../features/telemetry/ingest/probe.schema";
import { findings } from "../support/axe";
import { exportAs } from "../support/export-as";
import { addYearOfHours } from "../support/history-rows";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/historyData";
const DAY_MS = 86_400_000;
const iso = (at: number) => new Date(at).toISOString();

async function read<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(`/service/share/history${path}`);
  expect(response.status(), path).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

const monthOf = (now: number) => `from=${iso(now - 30 * DAY_MS)}&to=${iso(now)}`;

/** A carrier whose temperature left its limits in the last month, with what happened. */
async function eventful(request: APIRequestContext, now: number): Promise<{ carrier: Choice; excursion: Excursion }> {
  const { items } = await read<ChoicesDto>(request, "/choice");
  for (const carrier of items) {
    const limited = carrier.probes.find((probe) => probe.measure === "temperature" && probe.maximum !== null);
    if (!limited) continue;
    const found = await read<{ items: Excursion[] }>(request, `/excursion?probeIds=${limited.probeId}&${monthOf(now)}`);
    const excursion = found.items.find(
      ({ side, startedAt, endedAt }) => side === "above" && endedAt !== null && endedAt - startedAt > 600_000,
    );
    if (excursion) return { carrier, excursion };
  }
  throw new Error("the demo world has no carrier that was too warm");
}

const plot = (page: Page) => page.locator("[data-chart=drawn]");

const SERIES = "/service/share/history";
const isSeries = (request: Request) => new URL(request.url()).pathname === SERIES;
/** The next call for the lines that comes to its end: one that the page gives up for a newer one never has a body. */
const nextSeries = (page: Page) => page.waitForEvent("requestfinished", isSeries);
async function bucketOf(request: Request): Promise<number> {
  const answer = (await (await request.response())?.json()) as { result: HistoryDto };
  return answer.result.bucketSeconds;
}

async function open(page: Page, query: string): Promise<number> {
  const series = nextSeries(page);
  await page.goto(`${PATH}?${query}`);
  const bucketSeconds = await bucketOf(await series);
  await expect(plot(page)).toBeVisible();
  return bucketSeconds;
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await plot(page).boundingBox();
  if (!box) throw new Error("the chart has no place");
  const y = box.y + 90;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + ((from + to) / 2) * box.width, y, { steps: 4 });
  await page.mouse.move(box.x + to * box.width, y, { steps: 4 });
  await page.mouse.up();
}

const rangeOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return ["from", "to"].map((name) => Date.parse(searchParams.get(name) ?? "")) as [number, number];
};

/** How many pixels of the drawing have the token's colour, laid over the card with this opacity. */
const pixelsOf = (page: Page, token: string, opacity: number) =>
  plot(page).evaluate(
    (element, wanted) => {
      const canvas = element.querySelector("canvas") as HTMLCanvasElement;
      const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(
        0,
        0,
        canvas.width,
        canvas.height,
      );
      const probe = document.createElement("span");
      element.append(probe);
      probe.style.color = `var(--${wanted.token})`;
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(probe)
          .color.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      probe.remove();
      let count = 0;
      for (let index = 0; index < data.length; index += 4) {
        const isColour =
          Math.abs((data[index] ?? 0) - red) < 12 &&
          Math.abs((data[index + 1] ?? 0) - green) < 12 &&
          Math.abs((data[index + 2] ?? 0) - blue) < 12;
        if (isColour && Math.abs((data[index + 3] ?? 0) / 255 - wanted.opacity) < 0.03) count += 1;
      }
      return count;
    },
    { token, opacity },
  );

test("the first paint has title, figures and rows without any script @core", async ({ context }) => {
  await signIn(context, "admin");
  const { carrier } = await eventful(context.request, Date.now());
  const html = await (await context.request.get(`${PATH}?carrierIds=${carrier.carrierId}`)).text();
  expect(html).toContain(carrier.name);
  expect(html).toContain("合格率");
  expect(html.match(/<tr/g)?.length).toBeGreaterThan(15);
});

test("the whole range comes back, pressed in the moment in which the address follows a zoom", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const now = Date.now();
  const { carrier } = await eventful(context.request, now);
  await open(page, `carrierIds=${carrier.carrierId}&${monthOf(now)}`);
  await page.evaluate(() => {
    const write = window.history.replaceState;
    window.history.replaceState = function (...given) {
      window.history.replaceState = write;
      write.apply(this, given);
      [...document.querySelectorAll("button")].find(({ title }) => title === "全部范围")?.click();
    };
  });
  await drag(page, 0.5, 0.7);
  await expect(page.getByRole("button", { name: "全部范围" })).toBeDisabled();
  await expect.poll(() => rangeOf(page)[1] - rangeOf(page)[0]).toBe(30 * DAY_MS);
  await expect(page.getByRole("button", { name: "全部范围" })).toBeDisabled();
});

test("a month opens in buckets, and zooming fetches finer data @core", async ({ context, page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await signIn(context, "admin");
  const now = Date.now();
  const { carrier } = await eventful(context.request, now);
  const wide = await open(page, `carrierIds=${carrier.carrierId}&${monthOf(now)}`);
  expect(wide).toBe(3600);

  const finer = nextSeries(page);
  await drag(page, 0.5, 0.7);
  const bucket = await bucketOf(await finer);
  expect(bucket).toBeLessThan(wide);
  // The lines may come before the address follows.
  const days = () => (rangeOf(page)[1] - rangeOf(page)[0]) / DAY_MS;
  await expect.poll(days).toBeLessThan(8);
  expect(days()).toBeGreaterThan(5);

  await page.getByRole("button", { name: "全部范围" }).click();
  await expect.poll(() => rangeOf(page)[1] - rangeOf(page)[0]).toBe(30 * DAY_MS);

  // A slow machine fetches between the turns as well.
  let last: number | undefined;
  page.on("requestfinished", async (request) => {
    // One that ends when all has been seen has no body any more.
    if (isSeries(request)) last = await bucketOf(request).catch(() => last);
  });
  await plot(page).hover({ position: { x: 400, y: 90 } });
  const deeper = async () => {
    // A slow machine joins several turns into one.
    await page.mouse.wheel(0, -400);
    return last;
  };
  await expect.poll(deeper).toBe(0);
  expect(errors).toEqual([]);
});

test("a year zooms down to its readings and back, and something is drawn all the way", async ({ context, page }) => {
  await signIn(context, "admin");
  const now = Date.now();
  const { excursion } = await eventful(context.request, now);
  const clear = await addYearOfHours(process.env.E2E_DATA_DIR as string, excursion.probeId);
  try {
    const wide = await open(page, `probeIds=${excursion.probeId}&from=${iso(now - 365 * DAY_MS)}&to=${iso(now)}`);
    expect(wide).toBe(12 * 3600);
    const finest = { seconds: wide };
    page.on("requestfinished", async (request) => {
      // One that ends when all has been seen has no body any more.
      if (isSeries(request)) finest.seconds = Math.min(finest.seconds, await bucketOf(request).catch(() => wide));
    });
    const box = await plot(page).boundingBox();
    if (!box) throw new Error("the chart has no place");
    // Where the readings are; 52 and 16 pixels lie left and right of the plot.
    const share = (excursion.startedAt - (now - 365 * DAY_MS)) / (365 * DAY_MS);
    await page.mouse.move(box.x + 52 + share * (box.width - 68), box.y + 90);
    const turn = async (way: number) => {
      await page.mouse.wheel(0, way);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      return pixelsOf(page, "chart-1", 1);
    };
    const drawn: number[] = [];
    for (let turns = 0; turns < 14; turns += 1) drawn.push(await turn(-360));
    await expect.poll(() => finest.seconds).toBe(0);
    await expect.poll(() => rangeOf(page)[1] - rangeOf(page)[0]).toBeLessThan(DAY_MS);
    for (let turns = 0; turns < 14; turns += 1) drawn.push(await turn(360));
    // A slow machine takes several turns as one.
    await expect(async () => {
      drawn.push(await turn(360));
      expect(rangeOf(page)[1] - rangeOf(page)[0]).toBeGreaterThan(360 * DAY_MS);
    }).toPass();
    expect(Math.min(...drawn)).toBeGreaterThan(20);
  } finally {
    await clear();
  }
});

test("the keys zoom and move, and the address follows", async ({ context, page }) => {
  await signIn(context, "admin");
  const now = Date.now();
  const { carrier } = await eventful(context.request, now);
  await open(page, `carrierIds=${carrier.carrierId}&${monthOf(now)}`);
  await page.getByRole("button", { name: "放大（+）" }).focus();
  await page.keyboard.press("+");
  await expect.poll(() => rangeOf(page)[1] - rangeOf(page)[0]).toBe(15 * DAY_MS);
  const [from] = rangeOf(page);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => rangeOf(page)[0]).toBe(from - 3.75 * DAY_MS);
  await page.keyboard.press("-");
  await expect.poll(() => rangeOf(page)[1] - rangeOf(page)[0]).toBe(30 * DAY_MS);
  await page.reload();
  await expect(plot(page)).toBeVisible();
  expect(rangeOf(page)[1] - rangeOf(page)[0]).toBe(30 * DAY_MS);
});

test("a common range is one click away, and the way back leads to the one before", async ({ context, page }) => {
  await signIn(context, "admin");
  const { carrier } = await eventful(context.request, Date.now());
  await open(page, `carrierIds=${carrier.carrierId}`);
  const week = nextSeries(page);
  await page.getByRole("button", { name: "7 天" }).click();
  await week;
  await expect.poll(() => rangeOf(page)[1] - rangeOf(page)[0]).toBe(7 * DAY_MS);
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
  await expect(plot(page)).toBeVisible();
});

test("limits are dashed, excursions shaded and told at the cursor", async ({ context, page }) => {
  // Who wants no motion sees the same colours.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(context, "admin");
  const { carrier, excursion } = await eventful(context.request, Date.now());
  const [startedAt, endedAt] = [excursion.startedAt, excursion.endedAt ?? excursion.startedAt];
  const span = { from: startedAt - 3 * 3_600_000, to: endedAt + 3 * 3_600_000 };
  await open(page, `carrierIds=${carrier.carrierId}&from=${iso(span.from)}&to=${iso(span.to)}`);
  await expect.poll(() => pixelsOf(page, "above-solid", 1)).toBeGreaterThan(100);
  expect(await pixelsOf(page, "below-solid", 1)).toBeGreaterThan(100);
  expect(await pixelsOf(page, "above-solid", 0.16)).toBeGreaterThan(1000);

  const box = await plot(page).boundingBox();
  const share = ((startedAt + endedAt) / 2 - span.from) / (span.to - span.from);
  // 52 and 16 pixels lie left and right of the plot.
  await plot(page).hover({ position: { x: 52 + share * ((box?.width ?? 0) - 68), y: 90 } });
  await expect(page.getByText(/：高于上限$/).first()).toBeVisible();
  const link = page.getByRole("link", { name: /次异常$/ }).first();
  await expect(link).toHaveAttribute("href", /\/zh-CN\/abnormal\/dataex\?deviceId=\d+/);
});

test("the table pages through the readings and the statistics tell the rest", async ({ context, page }) => {
  await signIn(context, "admin");
  const { carrier } = await eventful(context.request, Date.now());
  await open(page, `carrierIds=${carrier.carrierId}`);
  await expect(page.getByText("标准差").first()).toBeVisible();
  await page.getByRole("tab", { name: "数据表" }).click();
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(15);
  const newest = (await rows.first().textContent()) ?? "";
  await page.getByRole("button", { name: "下一页" }).click();
  await expect(page.getByText("第 2 页")).toBeVisible();
  await expect(rows.first()).not.toHaveText(newest);
  await page.getByLabel("顺序").selectOption("oldest");
  await expect(page.getByText("第 1 页")).toBeVisible();
  await page.getByLabel("每页行数").selectOption("50");
  await expect(rows).toHaveCount(50);
  await page.getByRole("tab", { name: "统计" }).click();
  await expect(page.getByText("标准差").first()).toBeVisible();
});

test("the range shown comes as a file @core", async ({ context, page }) => {
  await signIn(context, "admin");
  const { carrier } = await eventful(context.request, Date.now());
  await open(page, `carrierIds=${carrier.carrierId}`);
  const file = await exportAs(page, "CSV");
  expect(file.suggestedFilename()).toMatch(/^GM_.+_\d{14}\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n");
  expect(lines[0]).toBe("\uFEFF时间,监测点,设备,测量项,单位,数值");
  expect(lines.length).toBeGreaterThan(100);
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00,/);
});

test("without probes one chooses them, also others later", async ({ context, page }) => {
  await signIn(context, "admin");
  const { carrier } = await eventful(context.request, Date.now());
  await page.goto(PATH);
  await page.getByRole("searchbox").fill(carrier.name);
  await page.getByRole("checkbox", { name: carrier.name, exact: true }).check();
  await page.getByRole("button", { name: "显示历史" }).click();
  await expect(page.getByRole("heading", { level: 2, name: carrier.name })).toBeVisible();
  await expect(plot(page)).toBeVisible();

  await page.getByRole("button", { name: "选择探头" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(`已选 ${carrier.probes.length} / 20`)).toBeVisible();
  await sheet.getByRole("button", { name: "清除" }).click();
  await expect(sheet.getByRole("button", { name: "显示历史" })).toBeDisabled();
});

test("an empty range offers the last one with data", async ({ context, page }) => {
  await signIn(context, "admin");
  const { carrier } = await eventful(context.request, Date.now());
  await page.goto(`${PATH}?carrierIds=${carrier.carrierId}&from=2021-01-01T00:00:00Z&to=2021-01-02T00:00:00Z`);
  await page.getByRole("button", { name: "显示有数据的最近时段" }).click();
  await expect(plot(page)).toBeVisible();
  const [from, to] = rangeOf(page);
  expect(to - from).toBe(DAY_MS);
  await expect(page.getByText("标准差").first()).toBeVisible();
});

test("who may not see a probe finds nothing there", async ({ context, page }) => {
  await signIn(context, "admin");
  const answer = await page.goto(`${PATH}?probeIds=999999999`);
  expect(answer?.status()).toBe(404);
});

for (const scheme of ["light", "dark"] as const) {
  test(`reads well to everybody in ${scheme} @everywhere`, async ({ context, page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await signIn(context, "admin");
    const { carrier } = await eventful(context.request, Date.now());
    await open(page, `carrierIds=${carrier.carrierId}`);
    expect(await findings(page)).toEqual([]);
    for (const name of ["统计", "数据表"]) {
      await page.getByRole("tab", { name }).click();
      expect(await findings(page)).toEqual([]);
    }
    await page.goto(PATH);
    await expect(page.getByRole("searchbox")).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

test("the phone shows one thing at a time, without scrolling sideways @phone", async ({ context, page }) => {
  await signIn(context, "admin");
  const { carrier } = await eventful(context.request, Date.now());
  await open(page, `carrierIds=${carrier.carrierId}`);
  await expect(page.getByText("标准差").first()).toBeHidden();
  for (const name of ["统计", "数据表", "曲线"]) {
    await page.getByRole("tab", { name }).click();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, name).toBeLessThanOrEqual(0);
  }
  await expect(plot(page)).toBeVisible();
});
