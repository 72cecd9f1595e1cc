import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import type { MonitoringListDto, MonitoringPointDto } from "../../features/carrier/monitoring/monitoring.schema";
import type { PopupDto } from "../../features/notice/notice.schema";
import { findings } from "../support/axe";
import { TEST_PASSWORD } from "../support/environment";
import { lockTable } from "../support/lock-table";
import { publishLive } from "../support/publish-live";
import { type DemoAccount, signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const PATH = "/zh-CN/databoard/monitoringPoint";

async function read<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(`/service/carrier/${path}`);
  expect(response.status(), path).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

const list = (request: APIRequestContext, query = "") =>
  read<MonitoringListDto>(request, `monitoring?iDisplayLength=100${query}`);

async function openAs(context: BrowserContext, page: Page, account: DemoAccount, query = "") {
  await signIn(context, account);
  await page.goto(PATH + query);
  await expect(page.getByRole("navigation", { name: "按状态统计" })).toBeVisible();
}

const names = async (page: Page) =>
  (await page.locator('td[data-column="name"] a[title].font-medium').allTextContents()).map((text) => text.trim());

test("the address without a page leads home", async ({ context, page }) => {
  await signIn(context, "user");
  await page.goto("/zh-CN");
  await expect(page).toHaveURL(/\/zh-CN\/home$/);
});

test("of a slow database the frame is there at once, and what was held back is shown when it comes", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const release = await lockTable("monitoring_state");
  const opened = page.goto(PATH);
  try {
    await expect(page.getByRole("navigation", { name: "主菜单" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "正在加载" })).toBeAttached();
    await expect(page.getByRole("navigation", { name: "按状态统计" })).toHaveCount(0);
  } finally {
    await release();
  }
  await opened;
  await expect(page.getByRole("navigation", { name: "按状态统计" })).toBeVisible();
});

test("values arrive without a reload @core", async ({ context, page }) => {
  await openAs(context, page, "admin");
  await expect(page.getByRole("status").filter({ hasText: "实时" })).toBeVisible();
  await page.evaluate(() => Reflect.set(window, "stillTheSame", true));
  const measured = page.locator('td[data-column="temperature"] time');
  const instants = () => measured.evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
  const before = await instants();
  await expect
    .poll(async () => (await instants()).filter((instant, index) => instant !== before[index]).length, {
      timeout: 120_000,
    })
    .toBeGreaterThan(0);
  expect(await page.evaluate(() => Reflect.get(window, "stillTheSame"))).toBe(true);
});

test("a lost connection shows, and what was missed comes when it is back", async ({
  context,
  page,
  playwright,
  baseURL,
}) => {
  await openAs(context, page, "admin");
  const state = page.getByRole("status");
  await expect(state.filter({ hasText: "实时" })).toBeVisible();
  const { items } = await list(context.request, "&alarmSwitch=on");
  const point = items[1] as MonitoringPointDto;
  const colleague = await playwright.request.newContext({ baseURL });
  const signedIn = await colleague.post("/service/user/login", { data: { username: "root", password: TEST_PASSWORD } });
  expect(signedIn.status()).toBe(200);

  const value = page.locator(".live-number:not(.text-faint-foreground)").first();
  const colour = () => value.evaluate((node) => getComputedStyle(node).color);
  const faint = () =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("span"));
      probe.style.color = "var(--faint-foreground)";
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
  const banner = page.getByRole("alert").filter({ hasText: "连接中断" });
  expect(await colour()).not.toBe(await faint());
  await context.setOffline(true);
  await expect(state.filter({ hasText: "已断开" })).toBeVisible();
  await expect(banner).toBeVisible();
  await expect.poll(colour).toBe(await faint());
  await expect(page.locator('td[data-column="temperature"] time').first()).toBeVisible();
  const put = (data: Record<string, unknown>) => colleague.put(`/service/carrier/${point.id}/alarmSwitch`, { data });
  expect((await put({ alarmSwitch: "off", reason: "断网测试" })).status()).toBe(200);
  await context.setOffline(false);
  await expect(state.filter({ hasText: "实时" })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("button", { name: `${point.name}：报警已关闭` })).toBeVisible();
  expect((await put({ alarmSwitch: "on" })).status()).toBe(200);
  await expect(page.getByRole("button", { name: `${point.name}：报警已开启` })).toBeVisible();
  await colleague.dispose();
});

test("alarms pop up, the worst first, until they are dismissed", async ({ context, page }) => {
  await openAs(context, page, "admin");
  await expect(page.getByRole("status").filter({ hasText: "实时" })).toBeVisible();
  const me = await (await context.request.get("/service/mine/me")).json();
  const popup = (exceptionId: number, severity: string, change: Partial<PopupDto> = {}) => ({
    type: "notice",
    customerId: me.result.customer.id,
    carrierId: null,
    data: {
      exceptionId,
      severity,
      kind: "range",
      carrierName: `冰箱${exceptionId}`,
      measure: "temperature",
      side: "above",
      value: 11.9,
      limit: 8,
      exposure: null,
      forecast: null,
      startedAt: Date.now() - 720_000,
      ...change,
    },
  });
  const noData = { kind: "no-data", side: null, value: null, limit: null } as const;
  await publishLive([
    popup(901, "major", { side: "below", value: -1.2, limit: 2 }),
    popup(902, "critical"),
    popup(903, "major", noData),
    popup(904, "major"),
    popup(905, "major"),
  ]);
  const alarms = page.getByRole("region", { name: "报警" });
  await expect(alarms.getByRole("heading")).toHaveText(["冰箱902", "冰箱905", "冰箱904"]);
  const worst = alarms.getByRole("article").first();
  await expect(worst).toContainText("紧急");
  await expect(worst).toContainText("11.9 °C，高于上限 8.0 °C");
  await expect(worst).toContainText(/1[12] 分钟/);
  await expect(worst.getByRole("link", { name: "查看异常" })).toHaveAttribute("href", "/zh-CN/abnormal/dataex?id=902");
  await expect(alarms).toContainText("还有 2 条报警");
  expect(await findings(page)).toEqual([]);

  await alarms.getByRole("button", { name: "关闭“冰箱902”的提示" }).click();
  await expect(alarms.getByRole("heading")).toHaveText(["冰箱905", "冰箱904", "冰箱903"]);
  await expect(alarms.getByRole("article").last()).toContainText("没有收到数据");
  // Told once more, it does not come back; acknowledged by somebody, it goes.
  await publishLive([popup(902, "critical")]);
  await publishLive([{ ...popup(0, ""), type: "exception", data: { id: 905, change: "acknowledged" } }]);
  await expect(alarms.getByRole("heading")).toHaveText(["冰箱904", "冰箱903", "冰箱901"]);
  await publishLive([popup(906, "major")]);
  await alarms.getByRole("button", { name: "全部关闭" }).click();
  await expect(alarms.getByRole("article")).toHaveCount(0);

  const exposure = { outsideMinutes: 640, windowMinutes: 1440, allowedMinutes: 600 };
  const foreseen = (minute: number) => new Date(Date.UTC(2026, 10, 20, 4, minute)).toISOString();
  const forecast = { at: foreseen(30), earliest: foreseen(25), latest: foreseen(40) };
  await publishLive([popup(907, "critical", { kind: "cumulative", exposure })]);
  await expect(alarms.getByRole("article").first()).toContainText("24 小时内累计 10 小时 40 分钟，允许 10 小时");
  await publishLive([popup(908, "major", { kind: "trend", forecast })]);
  await expect(alarms.getByRole("article").last()).toContainText("约 12:30，12:25 至 12:40 之间");
  for (const id of [907, 908]) await alarms.getByRole("button", { name: `关闭“冰箱${id}”的提示` }).click();

  const sound = page.getByRole("button", { name: "关闭报警声音" });
  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await sound.click();
});

test("the worst stands first, and the rows are those of the call @core", async ({ context, page }) => {
  await openAs(context, page, "platform", "?iDisplayLength=100");
  const { items, summary } = await list(context.request);
  // The server writes the first rows, the browser the others.
  await expect.poll(() => names(page)).toEqual(items.map(({ name }) => name));
  expect(summary.abnormal + summary.offline, "the demo world has something to look at").toBeGreaterThan(0);
  const first = page.locator("tbody tr").first();
  await expect(first.locator('td[data-column="worst"]')).toContainText(
    items[0]?.status === "abnormal" ? "异常" : "无数据",
  );
});

test("counts lead to what they count, and the search is in the address", async ({ context, page }) => {
  await openAs(context, page, "admin");
  const { summary, items } = await list(context.request);
  const counts = page.getByRole("navigation", { name: "按状态统计" });
  await counts.getByRole("link", { name: /停用/ }).click();
  await expect(page).toHaveURL(/status=stopped/);
  await expect(page.getByText(`共 ${summary.stopped} 条`)).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(summary.stopped);

  await counts.getByRole("link", { name: /全部/ }).click();
  await expect(page).not.toHaveURL(/status/);
  const wanted = items.find(({ status }) => status === "normal") as MonitoringPointDto;
  await page.getByLabel("名称").fill(wanted.name);
  await expect(page).toHaveURL(/q=/);
  await expect.poll(() => names(page)).toContain(wanted.name);
  await page.reload();
  await expect(page.getByLabel("名称")).toHaveValue(wanted.name);

  await page.getByLabel("名称").fill("没有这个名称");
  await expect(page.getByText("没有符合条件的监测点")).toBeVisible();
  await page.getByRole("link", { name: "清除条件" }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
});

test("an alarm is switched off with its reason, and on again", async ({ context, page }) => {
  await openAs(context, page, "admin");
  const { items } = await list(context.request, "&alarmSwitch=on");
  const [point] = items;
  if (!point) throw new Error("the demo world has no carrier with its alarm on");
  const row = page.locator("tbody tr", { hasText: point.name });
  await row.getByRole("button", { name: `${point.name}：报警已开启` }).click();
  const dialog = page.getByRole("dialog", { name: "报警开关" });
  await dialog.getByText("关闭", { exact: true }).click();
  await dialog.getByRole("button", { name: "关闭报警" }).click();
  await expect(dialog.getByText("请填写关闭或暂停报警的原因。")).toBeVisible();
  expect((await read<MonitoringPointDto>(context.request, `${point.id}/monitoring`)).alarmSwitch).toBe("on");

  await dialog.getByLabel("原因").fill("清洁除霜");
  await dialog.getByRole("button", { name: "关闭报警" }).click();
  await expectToast(page, `“${point.name}”的报警已关闭`);
  await expect(row.getByRole("button", { name: `${point.name}：报警已关闭` })).toBeVisible();
  expect((await read<MonitoringPointDto>(context.request, `${point.id}/monitoring`)).alarmSwitch).toBe("off");

  await row.getByRole("button", { name: `${point.name}：报警已关闭` }).click();
  await dialog.getByRole("button", { name: "开启报警" }).click();
  await expect(row.getByRole("button", { name: `${point.name}：报警已开启` })).toBeVisible();
});

test("what somebody else switches shows without a reload", async ({ context, page }) => {
  await openAs(context, page, "admin", "?iDisplayLength=100");
  const { items } = await list(context.request, "&alarmSwitch=on");
  const point = items.at(-1) as MonitoringPointDto;
  await expect(page.getByRole("status").filter({ hasText: "实时" })).toBeVisible();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const put = (data: Record<string, unknown>) =>
    context.request.put(`/service/carrier/${point.id}/alarmSwitch`, { data });
  expect((await put({ alarmSwitch: "paused", pausedUntil: until, reason: "搬运" })).status()).toBe(200);
  await expect(page.getByRole("button", { name: `${point.name}：报警暂停至` })).toBeVisible();
  expect((await put({ alarmSwitch: "on" })).status()).toBe(200);
  await expect(page.getByRole("button", { name: `${point.name}：报警已开启` })).toBeVisible();
});

test("ticked carriers open their histories together, in a window of their own", async ({ context, page }) => {
  await openAs(context, page, "admin");
  const { items } = await list(context.request);
  const [first, second] = items as [MonitoringPointDto, MonitoringPointDto];
  await page.getByRole("checkbox", { name: first.name }).check();
  await page.getByRole("checkbox", { name: second.name }).check();
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "对比历史曲线" }).click(),
  ]);
  await expect(opened).toHaveURL(new RegExp(`/zh-CN/historyData\\?carrierIds=${first.id}(,|%2C)${second.id}`));
});

test("cards show the same points, and the choice is in the address", async ({ context, page }) => {
  await openAs(context, page, "admin", "?iDisplayLength=100");
  await page.getByRole("link", { name: "卡片" }).click();
  await expect(page).toHaveURL(/view=cards/);
  const { total } = await list(context.request);
  await expect(page.locator("ul > li:has([data-tone])")).toHaveCount(total);
  await page.reload();
  await expect(page.locator("ul > li:has([data-tone])")).toHaveCount(total);
});

test("a bound account sees its own nodes alone", async ({ context, page }) => {
  await signIn(context, "admin");
  const all = await list(context.request);
  await openAs(context, page, "user");
  const own = await list(context.request);
  expect(own.total).toBeGreaterThan(0);
  expect(own.total).toBeLessThan(all.total);
  await expect(page.getByText(`共 ${own.total} 条`)).toBeVisible();
  // It may look, but not switch.
  await expect(page.getByTitle("报警已开启").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /报警已开启/ })).toHaveCount(0);
  const foreign = all.items.find(({ id }) => !own.items.some((point) => point.id === id)) as MonitoringPointDto;
  expect((await context.request.get(`/service/carrier/${foreign.id}/monitoring`)).status()).toBe(404);
});

for (const [theme, size] of [
  ["light", ""],
  ["dark", " @phone"],
] as const) {
  test(`axe finds nothing serious in ${theme}${size}`, async ({ context, page, baseURL }) => {
    await context.addCookies([{ name: "frostline_theme", value: theme, url: baseURL ?? "" }]);
    await openAs(context, page, "platform");
    expect(await findings(page)).toEqual([]);
    await page
      .getByRole("button", { name: /报警已开启，点击更改/ })
      .first()
      .click();
    await expect(page.getByRole("dialog", { name: "报警开关" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

test("a phone shows cards, and nothing runs off its side @phone @core", async ({ context, page }) => {
  await openAs(context, page, "admin", "?iDisplayLength=100");
  const { items } = await list(context.request);
  await expect(page.locator("ul > li:has([data-tone])")).toHaveCount(items.length);
  await expect(page.getByRole("table")).toHaveCount(0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
