import { type APIRequestContext, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { ExceptionDetailDto, ExceptionDto, ExceptionSummaryDto } from "../../features/exception/exception.schema";
import { findings } from "../support/axe";
import { forgetAcknowledgement } from "../support/exception-link";
import { criterion } from "../support/search-bar";
import { signIn } from "../support/sign-in";
import { readyWhenLoaded, test } from "../support/test";

const PATH = "/zh-CN/abnormal/dataex";

async function read<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(`/service/${path}`);
  expect(response.status(), path).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

const list = async (request: APIRequestContext, query: string) =>
  (await read<{ items: ExceptionDto[] }>(request, `exception?iDisplayLength=100&${query}`)).items;

/** One that still waits for somebody, of a place and with readings to draw. */
async function waiting(request: APIRequestContext): Promise<ExceptionDto> {
  const find = async (acknowledged: "yes" | "no") =>
    (await list(request, `acknowledged=${acknowledged}&kind=range`)).find(
      ({ carrier, status }) => carrier !== null && (acknowledged === "no" || status === "unprocessed"),
    );
  const found = await find("no");
  if (found) return found;
  // Others may have acknowledged all that the demo world has.
  const known = await find("yes");
  if (!known) throw new Error("the demo world has no exception of a range");
  await forgetAcknowledgement(process.env.E2E_DATA_DIR as string, known.id);
  return known;
}

const record = (page: Page): Locator => page.getByRole("dialog");
const rowOf = (page: Page, id: number): Locator =>
  page.locator("tbody tr", { has: page.locator(`[data-row-link="${id}"]`) });

async function openAs(context: BrowserContext, page: Page, query = ""): Promise<void> {
  await signIn(context, "admin");
  await page.goto(`${PATH}${query}`);
  await expect(page.getByRole("table")).toBeVisible();
}

test("the tabs are the lists of what they count", async ({ context, page }) => {
  await openAs(context, page);
  const summary = await read<ExceptionSummaryDto>(context.request, "exception/summary");
  for (const [name, count] of [
    ["未恢复", summary.open],
    ["未确认", summary.unacknowledged],
    ["未处理", summary.unprocessed],
  ] as const) {
    const tab = page.getByRole("link", { name: new RegExp(`^${name}`) });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(page.getByText(`共 ${count} 条`)).toBeVisible();
  }
});

test("criteria, order and page are in the address", async ({ context, page }) => {
  await openAs(context, page);
  await (await criterion(page, "级别")).selectOption({ label: "紧急" });
  await expect(page).toHaveURL(/severity=critical/);
  const expected = await list(context.request, "severity=critical");
  await expect(page.getByText(`共 ${expected.length} 条`)).toBeVisible();
  for (const cell of await page.locator('td[data-column="severity"]').all()) await expect(cell).toHaveText("紧急");

  await page.getByRole("link", { name: "持续时间" }).click();
  await expect(page).toHaveURL(/severity=critical.*sort=durationSeconds/);
  await page.reload();
  await expect(page.getByRole("search").getByLabel("级别", { exact: true })).toHaveValue("critical");
  const [shortest] = await list(context.request, "severity=critical&sort=durationSeconds&dir=asc");
  await expect(page.locator("tbody tr").first().locator("[data-row-link]")).toHaveAttribute(
    "data-row-link",
    String(shortest?.id),
  );

  await page.getByRole("link", { name: "重置" }).click();
  await expect(page).not.toHaveURL(/severity/);
});

test("a search that finds nothing says so, and an unknown place is no error", async ({ context, page }) => {
  await openAs(context, page, "?q=no-such-fridge");
  await expect(page.getByText("没有符合条件的记录")).toBeVisible();
  await page.goto(`${PATH}?carrierId=999999999`);
  await expect(page.getByText("没有符合条件的记录")).toBeVisible();
});

test("a click in a row opens the record, whose address can be passed on", async ({ context, page }) => {
  await openAs(context, page);
  const row = page.locator("tbody tr").first();
  const id = await row.locator("[data-row-link]").getAttribute("data-row-link");
  await row.locator('td[data-column="startedAt"]').click();
  await expect(page).toHaveURL(new RegExp(`id=${id}`));
  await expect(record(page).getByRole("heading", { name: "经过" })).toBeVisible();
  await page.reload();
  await expect(record(page).getByRole("heading", { name: "经过" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(record(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/id=/);
  await row.locator("[data-row-link]").press("Enter");
  await expect(record(page)).toBeVisible();
  await page.goBack();
  await expect(record(page)).toHaveCount(0);
});

test("the record draws the readings and gives the figures", async ({ context, page }) => {
  await signIn(context, "admin");
  const one = (await list(context.request, "kind=range&state=cleared")).find((row) => row.measure === "temperature");
  await page.goto(`${PATH}?id=${one?.id}`);
  const chart = record(page).getByRole("img", { name: /已持续/ });
  await expect(chart).toHaveAttribute("data-chart", "drawn");
  await chart.hover({ position: { x: 250, y: 100 } });
  await expect(chart.locator("strong", { hasText: "°C" })).toBeVisible();
  await expect(record(page).getByText("平均动力学温度").first()).toBeVisible();
});

test("an acknowledgement needs a comment, stands in the record, and reaches the other browsers @core", async ({
  context,
  page,
  browser,
}) => {
  await signIn(context, "admin");
  const one = await waiting(context.request);
  const other = readyWhenLoaded(await browser.newContext({ locale: "zh-CN" }));
  try {
    await signIn(other, "root");
    const onlooker = await other.newPage();
    await onlooker.goto(`${PATH}?carrierId=${one.carrier?.id}&iDisplayLength=100`);
    await expect(rowOf(onlooker, one.id)).toContainText("未确认");
    await expect(onlooker.getByText("实时", { exact: true })).toBeAttached();

    await page.goto(`${PATH}?id=${one.id}`);
    const send = record(page).getByRole("button", { name: "确认", exact: true });
    await send.click();
    await expect(record(page).getByText("不能为空。")).toBeVisible();
    await expect(record(page).getByLabel("说明")).toBeFocused();

    await record(page).getByLabel("说明").fill("压缩机已重启");
    await record(page).getByRole("button", { name: "物品已转移" }).click();
    await page.keyboard.press("Escape");
    await expect(record(page).getByText("有未保存的更改。")).toBeVisible();
    await record(page).getByRole("button", { name: "继续编辑" }).click();
    await send.click();
    const timeline = record(page).getByRole("list").last();
    await expect(timeline).toContainText("压缩机已重启 物品已转移");
    await expect(record(page).getByLabel("说明")).toHaveCount(0);

    const detail = await read<ExceptionDetailDto>(context.request, `exception/${one.id}`);
    expect(detail.trail.at(-1)).toMatchObject({
      operation: "exception.acknowledge",
      reason: "压缩机已重启 物品已转移",
    });
    await expect(rowOf(onlooker, one.id)).not.toContainText("未确认");
  } finally {
    await other.close();
  }
});

test("an exception is acknowledged on the page of its carrier, whose value and limits the dialog shows", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const one = await waiting(context.request);
  await page.goto(`/zh-CN/carrier/carrierDetailPage?id=${one.carrier?.id}&tab=exceptions`);
  const row = page.locator("tbody tr", { has: page.locator(`a[href*="&id=${one.id}"]`) });
  await row.getByRole("button", { name: "确认" }).click();
  const facts = record(page).getByRole("region", { name: "当前情况" });
  await expect(facts).toContainText(one.carrier?.name as string);
  await expect(facts).toContainText("监测范围");
  await expect(facts).toContainText("开始于");
  await expect(facts).toContainText("接下来通知");
  await expect(facts).toContainText(/\d °C/);
  await record(page).getByLabel("说明").fill("门未关好");
  await record(page).getByRole("button", { name: "确认", exact: true }).click();
  await expect(record(page)).toBeHidden();
  await expect(row.getByRole("button", { name: "确认" })).toHaveCount(0);
  expect(await read<ExceptionDetailDto>(context.request, `exception/${one.id}`)).toMatchObject({
    acknowledgementComment: "门未关好",
  });
});

test("the counts of the tabs follow the other criteria, and a tab keeps them", async ({ context, page }) => {
  await openAs(context, page, "?severity=critical");
  const summary = await read<ExceptionSummaryDto>(context.request, "exception/summary?severity=critical");
  const tab = page.getByRole("link", { name: /^未处理/ });
  await expect(tab).toContainText(String(summary.unprocessed));
  await tab.click();
  await expect(page).toHaveURL(/status=unprocessed&severity=critical/);
  await expect(page.getByText(`共 ${summary.unprocessed} 条`)).toBeVisible();
});

test("an ended exception is deleted with a reason, and shown again only when asked for", async ({ context, page }) => {
  await signIn(context, "admin");
  const one = (await list(context.request, "state=cleared")).find(({ isClosed }) => !isClosed);
  await page.goto(`${PATH}?id=${one?.id}`);
  await record(page).getByRole("button", { name: "删除" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "删除" })).toBeDisabled();
  await question.getByLabel("删除原因").fill("探头测试");
  await question.getByRole("button", { name: "删除" }).click();
  await expect(question).toHaveCount(0);
  await expect(record(page).getByText("已删除", { exact: true }).first()).toBeVisible();
  await expect(record(page).getByText("探头测试")).toBeVisible();
  expect((await list(context.request, "state=cleared")).map(({ id }) => id)).not.toContain(one?.id);
  expect((await list(context.request, "state=cleared&removed=true")).map(({ id }) => id)).toContain(one?.id);
});

test("a batch that cannot be acknowledged as a whole names the rows in its way", async ({ context, page }) => {
  await openAs(context, page, "?acknowledged=yes&iDisplayLength=15");
  const [first] = await list(context.request, "acknowledged=yes");
  await page.getByRole("checkbox", { name: "选择本页全部行" }).check();
  await page.getByRole("button", { name: "确认", exact: true }).first().click();
  await page.getByRole("button", { name: "正在现场检查" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^确认 \d+ 条异常$/ })
    .click();
  const alert = page.getByRole("dialog").getByRole("alert");
  // Each by its carrier, what happened and since when: one carrier may have several.
  await expect(alert).toContainText(first?.carrier?.name ?? (first?.device.name as string));
  await expect(alert).toContainText(/ · [^·]+ · \d+月\d+日 \d\d:\d\d: 该异常已经确认过。/);
});

test("handling asks for reason and result, can be taken back, and the record can be closed", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const [one] = await list(context.request, "status=unprocessed&state=cleared");
  await page.goto(`${PATH}?id=${one?.id}`);
  // The acknowledgement above asks for a cause as well.
  const handling = record(page).getByRole("region", { name: "处理" });
  await record(page).getByRole("button", { name: "填写处理结果" }).click();
  await record(page).getByRole("button", { name: "保存为已处理" }).click();
  await expect(record(page).getByText("请选择一项。")).toHaveCount(2);
  await handling.getByLabel("原因").selectOption({ label: "停电" });
  await record(page).getByLabel("疑似异常").check();
  await record(page).getByLabel("处理措施").fill("移入备用冰箱");
  await record(page).getByRole("button", { name: "保存为已处理" }).click();
  await expect(record(page).getByText("停电 · 疑似异常 · 移入备用冰箱")).toBeVisible();

  await record(page).getByRole("button", { name: "重新打开" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "重新打开" })).toBeDisabled();
  await question.getByLabel("原因").fill("原因有误");
  await question.getByRole("button", { name: "重新打开" }).click();
  await expect(record(page).getByText("原因有误")).toBeVisible();

  await record(page).getByRole("button", { name: "填写处理结果" }).click();
  await expect(handling.getByLabel("原因")).toHaveValue(/\d+/);
  await expect(record(page).getByLabel("处理措施")).toHaveValue("移入备用冰箱");
  await record(page).getByRole("button", { name: "保存为已处理" }).click();
  await record(page).getByRole("button", { name: "关闭记录" }).click();
  await expect(record(page).getByText("陈国栋 已关闭")).toBeVisible();
  const detail = await read<ExceptionDetailDto>(context.request, `exception/${one?.id}`);
  expect(detail).toMatchObject({ status: "processed", isClosed: true, analysisResult: "suspected" });
  expect(detail.trail.map(({ operation }) => operation).slice(-4)).toEqual([
    "exception.handle",
    "exception.reopen",
    "exception.handle",
    "exception.close",
  ]);
});

for (const [colorScheme, size] of [
  ["light", ""],
  ["dark", " @phone"],
] as const) {
  test(`list and record pass axe, ${colorScheme}${size}`, async ({ context, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await openAs(context, page);
    expect(await findings(page)).toEqual([]);
    const one = (await list(context.request, "kind=range&status=unprocessed"))[0];
    await page.goto(`${PATH}?id=${one?.id}`);
    await record(page).getByRole("button", { name: "填写处理结果" }).click();
    await expect(record(page).getByRole("img", { name: /已持续/ })).toBeVisible();
    expect(await findings(page, '[role="dialog"]')).toEqual([]);
  });
}

test("on a phone the record fills the window and one tap writes the comment @phone @core", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const one = await waiting(context.request);
  await page.goto(`${PATH}?acknowledged=no&carrierId=${one.carrier?.id}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await rowOf(page, one.id).tap();
  await expect(record(page)).toBeVisible();
  await expect.poll(async () => (await record(page).boundingBox())?.width).toBe(390);
  await record(page).getByRole("button", { name: "正在现场检查" }).tap();
  await record(page).getByRole("button", { name: "确认", exact: true }).tap();
  await expect(record(page).getByRole("list").last()).toContainText("正在现场检查");
  expect((await read<ExceptionDetailDto>(context.request, `exception/${one.id}`)).acknowledgementComment).toBe(
    "正在现场检查",
  );
});
