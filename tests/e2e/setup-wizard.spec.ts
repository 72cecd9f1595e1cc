import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { call, digits, enterEmptyCustomer } from "../support/empty-customer";
import { test } from "../support/test";

const PATH = "/zh-CN/setupWizard";

const next = (page: Page) => page.getByRole("button", { name: "保存并继续" });
const live = (page: Page) => page.locator("[data-live]");

test("from nothing to the first live value, by the real door with the token that was shown @phone @core", async ({
  context,
  page,
  playwright,
  baseURL,
}) => {
  await enterEmptyCustomer(context);
  await page.goto(PATH);

  const gateway = `GW-${digits(8)}`;
  await page.getByLabel("序列号", { exact: false }).fill(gateway);
  await next(page).click();
  await expect(page.getByLabel("MAC 地址")).toHaveAccessibleDescription("该序列号不是 MAC，请填写 MAC 地址。");
  const mac = `001A${digits(8)}`;
  await page.getByLabel("MAC 地址").fill(mac.toLowerCase().replace(/(..)(?=.)/g, "$1:"));
  await next(page).click();
  await expect(live(page)).toHaveAttribute("data-live", "waiting");
  const field = page.getByLabel("接入令牌");
  const token = await field.inputValue();
  // A token may contain underscores; copied by hand, an invisible one is a blank.
  const drawn = async (text: string) => {
    await field.evaluate((input: HTMLInputElement, value) => {
      input.value = value;
    }, text);
    return field.screenshot();
  };
  expect((await drawn("a_b")).equals(await drawn("a b"))).toBe(false);
  await drawn(token);
  await expect(page.getByText(`Bearer ${token}`)).toBeVisible();
  // Whoever enters it into the gateway needs the user name as well as the topic.
  for (const value of [mac, `ingest/${mac}/readings`])
    await expect(page.getByText(value, { exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  const door = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const send = async (device: string, values: Record<string, number>) => {
    const headers = { authorization: `Bearer ${token}` };
    const readings = [{ device, at: Date.now(), values }];
    const response = await door.post("/service/ingest/readings", { headers, data: { readings } });
    expect((await response.json()).result).toMatchObject({ accepted: 1, rejected: [] });
  };
  await send(gateway, { power: 1 });
  await expect(live(page)).toHaveAttribute("data-live", "there");
  await page.getByRole("button", { name: "继续" }).click();

  await page.getByLabel("名称", { exact: false }).first().fill("疫苗冰箱 1");
  await next(page).click();
  // Left and taken up again: it goes on here, and nothing is made twice.
  await expect(page.getByRole("heading", { name: "设定正常范围" })).toBeVisible();
  await page.reload();
  const range = page.getByLabel("温度范围", { exact: false });
  const fridge = await range.locator("option", { hasText: "2 – 8 °C" }).first().getAttribute("value");
  await range.selectOption(fridge);
  await page.getByLabel("超限多久后报警").selectOption("0");
  await next(page).click();
  const sensor = `SN-${digits(8)}`;
  await page.getByLabel("传感器序列号", { exact: false }).fill(sensor);
  await next(page).click();
  await expect(page.getByRole("heading", { name: "疫苗冰箱 1 已设置完成" })).toBeVisible();
  await expect(live(page)).toHaveAttribute("data-live", "waiting");
  await send(sensor, { temperature: 5.2 });
  await expect(live(page)).toHaveAttribute("data-live", "there");
  await expect(page.getByRole("heading", { name: "疫苗冰箱 1 已开始监测" })).toBeVisible();
  await expect(page.getByTestId("live-values")).toContainText("5.2");
  expect(await findings(page)).toEqual([]);
  await door.dispose();

  const carriers = await call<{ total: number }>(context.request, "GET", "carrier");
  const devices = await call<{ total: number }>(context.request, "GET", "device");
  expect([carriers.total, devices.total]).toEqual([1, 2]);
});

test("whoever is to be notified, channels that deliver nothing are named", async ({ context, page }) => {
  const { request } = context;
  await enterEmptyCustomer(context);
  await call(request, "POST", "setupWizard/access", { mode: "direct" });
  await call(request, "POST", "setupWizard/carrier", { type: "refrigerator", name: "疫苗冰箱 2", sceneName: "药房" });
  const { items } = await call<{ items: { groupId: number }[] }>(request, "GET", "contact");
  await call(request, "POST", "alarmTrigger", {
    name: "短信报警",
    severity: "major",
    conditions: [{ kind: "range", measure: "temperature", minimum: 2, maximum: 8 }],
    plan: [{ afterMinutes: 0, contactGroupId: items[0]?.groupId, channels: ["sms", "popup"] }],
  });
  await page.goto(PATH);
  // Nothing is configured in the product that the tests share.
  const warning = page.getByRole("main").getByRole("status");
  await expect(page.getByText("本系统尚未配置邮件", { exact: false })).toBeVisible();
  // A group, chosen beside oneself: pop-up and mail are named for the whole plan.
  await page.getByLabel("联系人组").click();
  await page.getByRole("option", { name: "管理员" }).click();
  await expect(warning.filter({ hasText: "邮件未配置，不会发送。" })).toBeVisible();
  await page.getByRole("button", { name: /^移除/ }).click();
  await page.getByLabel("我（邮件）").uncheck();
  await expect(page.getByText("不选任何人时，报警只在控制台显示。")).toBeVisible();
  await expect(warning.filter({ hasText: "未配置" })).toHaveCount(0);
  await page.getByRole("radio", { name: "使用已有触发器" }).check();
  await page.getByLabel("触发器", { exact: false }).last().click();
  await page.getByRole("option", { name: "短信报警" }).click();
  // A new customer's notices by SMS are off, which comes before what is not configured.
  await expect(warning.filter({ hasText: "短信已在客户设置中关闭，不会发送。" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("limits of one's own and several recipients are set in one step", async ({ context, page }) => {
  const { request } = context;
  await enterEmptyCustomer(context);
  await call(request, "POST", "setupWizard/access", { mode: "direct" });
  await call(request, "POST", "setupWizard/carrier", { type: "refrigerator", name: "低温冰箱", sceneName: "药房" });
  await page.goto(PATH);
  await page.getByLabel("温度范围", { exact: false }).selectOption("own");
  await page.getByLabel("上限").fill("-15");
  await page.getByLabel("下限").fill("-5");
  await next(page).click();
  await expect(page.getByLabel("上限")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("下限").fill("−25");
  await page.getByLabel("联系人组").click();
  await page.getByRole("option", { name: "管理员" }).click();
  expect(await findings(page)).toEqual([]);
  await next(page).click();
  await expect(page.getByLabel("传感器序列号", { exact: false })).toBeVisible();
  const { items } = await call<{ items: { minimum: number; maximum: number }[] }>(request, "GET", "zone");
  expect(items).toMatchObject([{ minimum: -25, maximum: -15 }]);
});

test("an empty home says what to do first, ticks what is done, and is closed for good", async ({ context, page }) => {
  const { request } = context;
  await enterEmptyCustomer(context);
  await page.goto("/en-US/home");
  const step = (name: string) => page.locator(`[data-step="${name}"]`);
  await expect(page.getByRole("heading", { name: "Set up monitoring" })).toBeVisible();
  await expect(step("device")).toHaveAttribute("data-done", "false");
  expect(await findings(page)).toEqual([]);
  await step("device").getByRole("link", { name: "Set up" }).click();
  await expect(page).toHaveURL(/\/setupWizard$/);

  await call(request, "POST", "setupWizard/access", { mode: "direct" });
  await call(request, "POST", "setupWizard/carrier", { type: "refrigerator", name: "Fridge 1", sceneName: "Pharmacy" });
  const ranges = [{ measure: "temperature", limits: { minimum: 2, maximum: 8 } }];
  const trigger = { kind: "standard", name: "Fridge alarm", recipients: { isMe: true } };
  await call(request, "POST", "setupWizard/index", { ranges, trigger });
  await call(request, "POST", "setupWizard/device", { serialNumber: `SN-${digits(8)}`, typeCode: "zbp_1" });
  await page.goto("/en-US/home");
  for (const done of ["device", "carrier", "plan"]) await expect(step(done)).toHaveAttribute("data-done", "true");
  for (const open of ["value", "contact", "alarm"]) await expect(step(open)).toHaveAttribute("data-done", "false");
  await page.getByRole("button", { name: "Do not show again" }).click();
  await expect(step("device")).toHaveCount(0);
  await expect.poll(async () => (await call<{ steps: unknown }>(request, "GET", "home/checklist")).steps).toBeNull();
  await page.reload();
  await expect(step("device")).toHaveCount(0);
});
