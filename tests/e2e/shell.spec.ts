import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { DeviceDto } from "../../features/device/device.schema";
import type { ExceptionDetailDto, ExceptionDto } from "../../features/exception/exception.schema";
import type { PopupDto } from "../../features/notice/notice.schema";
import { findings } from "../support/axe";
import { publishLive } from "../support/publish-live";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

async function read<T>(context: BrowserContext, path: string): Promise<T> {
  const response = await context.request.get(`/service/${path}`);
  expect(response.status(), path).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

const tabs = (page: Page) => page.getByRole("navigation", { name: "访问过的页面" });
const titles = (page: Page) => tabs(page).locator("li a");

test("visited pages are kept, closed by keyboard and mouse, and opened anew by the helper", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  for (const path of ["device/sensor", "device/gateway", "device/relay"]) await page.goto(`/zh-CN/${path}`);
  await expect(titles(page)).toHaveText(["首页", "传感器", "网关", "中继器"]);
  await page.reload();
  await expect(titles(page)).toHaveText(["首页", "传感器", "网关", "中继器"]);

  await titles(page).nth(1).press("Delete");
  await expect(titles(page)).toHaveText(["首页", "网关", "中继器"]);
  await expect(titles(page).nth(1)).toBeFocused();
  // The page shown is closed: the last tab takes its place.
  await titles(page).nth(2).click({ button: "middle" });
  await expect(page).toHaveURL(/\/device\/gateway$/);
  await titles(page).nth(1).click({ button: "right" });
  await page.getByRole("menuitem", { name: "全部关闭" }).press("Enter");
  await expect(titles(page)).toHaveText(["首页"]);

  await page.goto("/zh-CN/redirect/device/relay?q=a");
  await expect(page).toHaveURL(/\/zh-CN\/device\/relay\?q=a$/);
  for (const path of ["//example.com", "https://example.com", "login"]) {
    const { origin, pathname } = new URL((await context.request.get(`/zh-CN/redirect/${path}`)).url());
    expect([origin, pathname], path).toEqual([new URL(page.url()).origin, "/zh-CN/404"]);
  }
});

test("one page takes the place of another, however the first came", async ({ context, page }) => {
  await signIn(context, "admin");
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const menu = page.getByRole("navigation", { name: "主菜单" });
  for (const rest of [0, 1500]) {
    await page.goto("/zh-CN/databoard/deviceMonitor");
    await expect(page.getByRole("button", { name: "查找全部" })).toBeVisible();
    // Past the wait of the first frame, and within it.
    await page.waitForTimeout(rest);
    await menu.getByRole("link", { name: "列表数据" }).click();
    await expect(page).toHaveURL(/\/databoard\/monitoringPoint$/);
    await expect(page.getByRole("navigation", { name: "按状态统计" })).toBeVisible();
    await expect(page.getByRole("link", { name: "按网关", exact: true })).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});

test("while the next page is on its way there is a sign of it", async ({ context, page }) => {
  await signIn(context, "admin");
  for (const path of ["device/sensor", "device/gateway"]) await page.goto(`/zh-CN/${path}`);
  let arrive = () => {};
  const line = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/zh-CN/device/sensor*", (route) => line.then(() => route.continue()));
  const bar = page.getByRole("progressbar", { name: "正在加载", exact: true });
  await expect(bar).toHaveCount(0);
  await titles(page).nth(1).click();
  await expect(bar).toBeVisible();
  arrive();
  await expect(page).toHaveURL(/\/device\/sensor$/);
  await expect(bar).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/device\/gateway$/);
  await expect(bar).toHaveCount(0);
});

test("a few letters find pages and devices without the mouse, and what was opened comes first @core", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const [device] = (await read<{ items: DeviceDto[] }>(context, "device/board?kind=sensor")).items;
  await page.goto("/zh-CN/databoard/deviceMonitor");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "页面、监测点、设备、序列号、MAC" });
  await field.fill("relays");
  await expect(page.getByRole("option").first()).toContainText("中继器");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/device\/relay$/);

  await page.getByRole("button", { name: "查找全部" }).click();
  await expect(page.getByRole("group", { name: "最近打开" }).getByRole("option")).toContainText(["中继器"]);
  await field.fill(device?.serialNumber ?? "");
  await expect(page.getByRole("group", { name: "设备" }).getByRole("option")).toContainText([device?.name ?? ""]);
  expect(await findings(page)).toEqual([]);
  const opened = context.waitForEvent("page");
  await field.press("Enter");
  await expect(await opened).toHaveURL(new RegExp(`/SensorDetail\\?id=${device?.id}$`));
  await expect(field).toBeHidden();
});

test("several words, Pinyin and other names of a page lead there, and an action opens its form", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  await page.goto("/zh-CN/databoard/deviceMonitor");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "页面、监测点、设备、序列号、MAC" });
  const carriers = page.getByRole("group", { name: "监测点", exact: true }).getByRole("option");
  for (const q of ["接种 3", "jiezhong 3", "jzmz 3"]) {
    await field.fill(q);
    await expect(carriers).toHaveCount(1);
    await expect(carriers).toContainText("接种门诊疫苗冰箱3");
  }
  await field.fill("audit");
  await expect(page.getByRole("group", { name: "页面" }).getByRole("option")).toContainText(["系统日志"]);
  await field.fill("静默");
  await page.getByRole("group", { name: "操作" }).getByRole("option", { name: "静默报警" }).click();
  await expect(page).toHaveURL(/\/abnormal\/silence\?id=new$/);
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("an account is offered no action that it may not carry out", async ({ context, page }) => {
  await signIn(context, "user");
  await page.goto("/zh-CN/databoard/monitoringPoint");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "页面、监测点、设备、序列号、MAC" }).fill("新建用户");
  await expect(page.getByRole("status").filter({ hasText: "无结果" })).toBeVisible();
});

test("an alarm is acknowledged where it pops up", async ({ context, page }) => {
  await signIn(context, "admin");
  const query = "exception?iDisplayLength=100&acknowledged=no&status=unprocessed&kind=range";
  const waiting = (await read<{ items: ExceptionDto[] }>(context, query)).items;
  const one = waiting.at(-1);
  if (!one) throw new Error("the demo world has no unacknowledged exception");
  const me = await read<{ customer: { id: number } }>(context, "mine/me");
  await page.goto("/zh-CN/databoard/deviceMonitor");
  await expect(page.getByRole("status").filter({ hasText: "实时" })).toBeVisible();
  const data: PopupDto = {
    exceptionId: one.id,
    severity: "minor",
    kind: "range",
    carrierName: "走廊冰箱",
    measure: "temperature",
    side: "above",
    value: 9,
    limit: 8,
    exposure: null,
    forecast: null,
    crossing: null,
    startedAt: Date.now() - 60_000,
  };
  await publishLive([{ type: "notice", customerId: me.customer.id, carrierId: null, data }]);
  // The demo world has alarms of its own.
  const alarm = page.getByRole("region", { name: "报警" }).getByRole("article").filter({ hasText: "走廊冰箱" });
  await alarm.getByRole("button", { name: "确认“走廊冰箱”的报警" }).click();
  const dialog = page.getByRole("dialog", { name: "确认此异常" });
  await expect(dialog.getByText(one.carrier?.name ?? one.device.name).first()).toBeVisible();
  await expect(dialog.getByText("接下来通知")).toBeVisible();
  await dialog.getByRole("button", { name: "确认", exact: true }).click();
  await expect(dialog.getByText("不能为空。")).toBeVisible();
  await dialog.getByLabel("说明").fill("门没关好，已关上");
  await dialog.getByLabel("原因").selectOption({ label: "门未关好" });
  await dialog.getByRole("button", { name: "确认", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(alarm).toHaveCount(0);
  const record = await read<ExceptionDetailDto>(context, `exception/${one.id}`);
  expect(record).toMatchObject({
    acknowledgementComment: "门没关好，已关上",
    reason: { code: "door-left-open" },
    status: "unprocessed",
  });
});

test("the counts of devices are filters, and a gateway shows what is behind it @everywhere @core", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const { counts } = await read<{ counts: Record<string, number> }>(context, "device/board");
  await page.goto("/zh-CN/databoard/deviceMonitor");
  const strip = page.getByRole("navigation", { name: "按状态统计" });
  await strip.getByRole("link", { name: "已停用" }).click();
  await expect(page).toHaveURL(/show=stopped/);
  await expect(page.locator("table[data-table=deviceBoard] tbody tr")).toHaveCount(counts.stopped ?? 0);
  await page.getByRole("link", { name: "按网关" }).click();
  await expect(page).toHaveURL(/view=gateways/);
  await page.getByRole("navigation", { name: "按状态统计" }).getByRole("link", { name: "全部" }).click();
  const gateway = page
    .locator("details")
    .filter({ hasText: /[1-9]\d* 台设备/ })
    .first();
  await gateway.locator("summary").press("Enter");
  await expect(gateway.getByRole("listitem").first()).toBeVisible();
});

test("the wall says at a glance how it stands, turns by keyboard, and never looks like the present when it is old @everywhere", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  await page.clock.install();
  await page.goto("/zh-CN/databoard/overview?kiosk=1");
  const wall = page.getByRole("region", { name: "监测大屏" });
  await expect(wall.locator("[data-verdict]")).toHaveAttribute("data-verdict", /^(well|silent|abnormal)$/);
  await expect(page.getByRole("navigation", { name: "主菜单" })).toBeHidden();
  expect(await findings(page)).toEqual([]);
  const heading = wall.getByRole("heading").first();
  const everything = await heading.textContent();
  await wall.press("ArrowRight");
  await expect(heading).not.toHaveText(everything ?? "");
  await wall.press("ArrowLeft");
  await expect(heading).toHaveText(everything ?? "");

  await page.route("**/service/overview**", (route) => route.abort());
  await page.clock.runFor(45_000);
  await expect(wall.getByRole("alert")).toContainText("连接已断开");
  await expect(wall.locator("[data-verdict]")).toHaveAttribute("data-verdict", "unknown");
  await page.unroute("**/service/overview**");
  await page.clock.runFor(10_000);
  await expect(wall.getByRole("alert")).toHaveCount(0);
});
