import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const PATH = "/zh-CN/abnormal/invalidRule";
const VALUE = 327.67;

const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });

type Probe = { probeId: number; measure: string; serialNumber: string };

/** A probe that measures a temperature, and a token of its customer: posts stand for the device. */
async function openDoor(page: Page) {
  const { result: choices } = await (await page.request.get("/service/share/history/choice")).json();
  const probes = (choices.items as { probes: Probe[] }[]).flatMap(({ probes }) => probes);
  const probe = probes.find(({ measure, serialNumber }) => measure === "temperature" && /^ZB|^LR/.test(serialNumber));
  const { result: me } = await (await page.request.get("/service/mine/me")).json();
  const made = await page.request.post(`/service/customer/${me.customer.id}/ingestToken`);
  const { result } = await made.json();
  return { probe: probe as Probe, token: result.token as string };
}

test("a rule takes a fault value, which is shown struck through, restored and marked by hand", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const { probe, token } = await openDoor(page);
  const name = `断线 ${Date.now().toString(36)}`;

  await page.goto(PATH);
  await page.getByRole("button", { name: "新建规则" }).first().click();
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await expect(dialog(page).getByText("不能为空。")).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByLabel("名称").fill(name);
  await dialog(page)
    .getByRole("button", { name: /添加 327.67/ })
    .click();
  await expect(dialog(page).getByRole("button", { name: /添加 327.67/ })).toBeDisabled();
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await expect(rowOf(page, name)).toContainText("= 327.67 °C");

  // Between the readings that its own gateway sends.
  const at = Date.now() - 61_357;
  const sent = await page.request.post("/service/ingest/readings", {
    headers: { authorization: `Bearer ${token}` },
    data: { readings: [{ device: probe.serialNumber, at, values: { temperature: VALUE } }] },
  });
  expect((await sent.json()).result).toMatchObject({ accepted: 1, invalid: 1, rejected: [] });

  const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
  await page.goto(`/zh-CN/historyData?probeIds=${probe.probeId}&from=${iso(at - 2000)}&to=${iso(at + 2000)}`);
  await expect(page.getByText("1 条无效")).toBeVisible();
  await page.getByRole("tab", { name: "数据表" }).click();
  const reading = rowOf(page, `规则“${name}”`);
  await expect(reading.locator("s")).toHaveText("327.67 °C");

  await reading.getByRole("button", { name: /恢复/ }).click();
  await dialog(page).getByLabel("原因").fill("试验");
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "恢复" }).click();
  await expectToast(page, "已恢复 1 条读数");
  await expect(page.locator("tbody s")).toHaveCount(0);
  await expect(rowOf(page, "327.67")).toBeVisible();
  await expect(page.getByText("1 条无效")).toHaveCount(0);

  // Nobody is to be alarmed by it for good.
  await page.getByRole("button", { name: "标记无效" }).click();
  await dialog(page).getByLabel("原因").fill("断线试验");
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "标记无效" }).click();
  await expectToast(page, /已标记 \d+ 条读数无效/);
  await expect(rowOf(page, "：断线试验").first()).toBeVisible();

  await page.goto(PATH);
  await rowOf(page, name)
    .getByRole("button", { name: `将“${name}”应用到历史数据` })
    .click();
  await expect(dialog(page).getByText("将剔除 0 条读数")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "取消" }).click();
  await rowOf(page, name).getByRole("button", { name: "删除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: /删除/ }).last().click();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("rules fit a telephone @phone @core", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(`${PATH}?form=new`);
  await dialog(page).getByText("突变").click();
  await expect(dialog(page).getByLabel(/每分钟最大变化/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
