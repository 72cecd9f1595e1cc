import { expect, type Locator, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

/** Carriers of the demo world whose sensors report. */
const SHELF = "接种门诊疫苗冰箱";
const [first, second] = [`${SHELF}1号`, `${SHELF}2号`];

/** Makes a floor-plan node below the range by the form and returns its id. */
async function makePlan(page: Page, name: string): Promise<string> {
  await page.goto("/zh-CN/arch/architecture");
  const tree = page.getByRole("tree", { name: "组织架构" });
  await tree.getByRole("treeitem").first().click();
  await page.getByRole("button", { name: "添加下级" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("名称").fill(name);
  await form.getByLabel("编码").fill(`P${Date.now()}`);
  await form.getByLabel("类型").selectOption({ label: "平面图" });
  await form.getByRole("button", { name: "添加节点" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  return new URL(page.url()).searchParams.get("id") ?? "";
}

/** Drags a carrier of the list onto the picture, a part of the way from its upper left corner. */
async function drag(page: Page, item: Locator, picture: Locator, part: { x: number; y: number }): Promise<void> {
  await item.scrollIntoViewIfNeeded();
  const [from, to] = [await item.boundingBox(), await picture.boundingBox()];
  if (!from || !to) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 12, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y, { steps: 3 });
  await page.mouse.move(to.x + to.width * part.x, to.y + to.height * part.y, { steps: 5 });
  await page.mouse.up();
}

const marker = (page: Page, name: string) => page.locator("[data-marker]").filter({ hasText: name });
const labelOf = async (one: Locator) => (await one.getAttribute("aria-label")) ?? "";
/** From the left and from the top, in percent, as the marker says it. */
const placeOf = async (one: Locator) => [...(await labelOf(one)).matchAll(/(\d+) ?%/g)].map(([, part]) => Number(part));

test("a floor plan is drawn by pointer and by keys, saved, and seen live @everywhere", async ({ page, context }) => {
  await signIn(context, "admin");
  const name = `平面图 ${Date.now()}`;
  const id = await makePlan(page, name);

  await page.goto(`/zh-CN/canvasName?id=${id}`);
  const picture = await page.screenshot();
  await page.locator("input[type=file]").setInputFiles({ name: "plan.png", mimeType: "image/png", buffer: picture });
  const surface = page.getByRole("img", { name: `${name} 的平面图` });
  await expect(surface).toBeVisible();

  await page.getByRole("searchbox", { name: "搜索监测点" }).fill(SHELF);
  const candidates = page.locator("[data-candidate]").filter({ hasText: first });
  await expect(candidates).toHaveCount(1);
  await drag(page, candidates, surface, { x: 0.25, y: 0.75 });
  const dragged = marker(page, first);
  await expect(dragged).toBeVisible();
  const [x = 0, y = 0] = await placeOf(dragged);
  expect([Math.abs(x - 25) < 4, Math.abs(y - 75) < 4]).toEqual([true, true]);

  await page.getByRole("button", { name: `将 ${second} 放到平面图上` }).click();
  const keyed = marker(page, second);
  await expect(keyed).toBeFocused();
  expect(await placeOf(keyed)).toEqual([50, 50]);
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowUp");
  const moved = await placeOf(keyed);
  expect(moved[0]).toBeGreaterThan(50);
  await page.getByRole("button", { name: "撤销" }).click();
  expect(await placeOf(keyed)).toEqual([50, 50]);
  await page.getByRole("button", { name: "重做" }).click();
  expect(await placeOf(keyed)).toEqual(moved);

  await page.getByRole("button", { name: "保存平面图" }).click();
  await expect(page.getByRole("status").filter({ hasText: "尚未保存" })).toHaveCount(0);
  await page.reload();
  await expect(keyed).toBeVisible();
  expect([await placeOf(dragged), await placeOf(keyed)]).toEqual([[x, y], moved]);
  await page.getByRole("button", { name: "放大" }).click();
  await expect(page.getByLabel("缩放", { exact: true })).toHaveValue("3");
  // On a phone as well, now that there is room.
  await expect(keyed.getByText(second)).toBeVisible();

  await page.goto(`/zh-CN/plan?id=${id}`);
  const live = page.locator("a[data-tone]").filter({ hasText: first });
  await expect(live).toHaveAttribute("href", /carrier\/carrierDetailPage\?id=\d+/);
  await expect(live).toContainText(/°C/);
  await expect(page.getByRole("list", { name: "平面图上的监测点" }).getByRole("listitem")).toHaveCount(2);
  expect(await findings(page)).toEqual([]);

  const headers = { origin: new URL(page.url()).origin };
  for (const path of [`${id}/picture`, id])
    expect((await context.request.delete(`/service/scene/${path}`, { headers })).status(), path).toBe(200);
});

test("a node is moved by keys, and one that holds something says what", async ({ page, context }) => {
  await signIn(context, "admin");
  await page.goto("/zh-CN/arch/architecture");
  const tree = page.getByRole("tree", { name: "组织架构" });
  await page.getByRole("searchbox", { name: "在组织架构中搜索" }).fill("药学部");
  const line = tree.getByRole("treeitem", { name: "药学部" });
  await line.click();
  await page.getByRole("button", { name: "移动到…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/监测点随之移动/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await line.focus();
  await page.keyboard.press("Delete");
  const question = page.getByRole("alertdialog");
  await expect(question.getByText(/请先移走/)).toBeVisible();
  await expect(question.getByRole("listitem")).toContainText([/下级节点/]);
  await expect(question.getByRole("button", { name: "删除节点" })).toHaveCount(0);
  await expect(question).toBeVisible();
});

test("a drag shows where it lands, or says why it cannot; a search counts and marks its hits", async ({
  page,
  context,
}) => {
  await signIn(context, "admin");
  await page.goto("/zh-CN/arch/architecture");
  const tree = page.getByRole("tree", { name: "组织架构" });
  const line = (name: string) => tree.getByRole("treeitem", { name, exact: true });
  await line("药学部").click();
  await page.keyboard.press("ArrowRight");
  const below = tree.locator('[aria-level="3"]').first();
  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const [from, other, child] = [await boxOf(line("药学部")), await boxOf(line("医技楼")), await boxOf(below)];
  await page.mouse.move(from.x + 80, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 90, from.y + 4, { steps: 3 });
  // The browser tells of a drag over a line when it moves there, not when it comes there.
  const over = async (x: number, y: number) => {
    for (const step of [0, 1, 2]) await page.mouse.move(x + step, y, { steps: 2 });
  };
  await expect(async () => {
    await over(other.x + 80, other.y + 3);
    await expect(line("医技楼").locator("[data-drop=before]")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(async () => {
    await over(child.x + 90, child.y + child.height / 2);
    await expect(below).toContainText("节点不能移动到自身之下。", { timeout: 1000 });
  }).toPass();
  await expect(tree.locator("[data-drop]")).toHaveCount(0);
  await page.mouse.up();
  await expect(below).not.toContainText("节点不能移动到自身之下。");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const name = (await below.textContent()) ?? "";
  await below.click();
  await page.getByRole("button", { name: "全部收起" }).click();
  await page.getByRole("searchbox", { name: "在组织架构中搜索" }).fill(name);
  await expect(page.getByText("1 项匹配")).toBeVisible();
  await expect(tree.locator("mark")).toHaveText(name);
  // What was chosen is in sight again when the search is over.
  await page.getByRole("searchbox", { name: "在组织架构中搜索" }).fill("");
  await expect(line(name)).toBeVisible();
});
